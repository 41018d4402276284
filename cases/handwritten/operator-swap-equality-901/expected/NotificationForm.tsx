import { FormEvent, useEffect, useMemo, useState } from 'react';

import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { useToast } from '../ui/toast';

type Channel = 'email' | 'push' | 'sms';
type Frequency = 'instant' | 'hourly' | 'daily';

export interface NotificationSettings {
  channels: Record<Channel, boolean>;
  frequency: Frequency;
  quietFrom: string;
  quietUntil: string;
  phone: string;
}

interface Props {
  saved: NotificationSettings;
  onSave: (settings: NotificationSettings) => Promise<void>;
}

type Problems = Partial<Record<'phone' | 'quietFrom' | 'quietUntil', string>>;

const CHANNELS: { id: Channel; label: string }[] = [
  { id: 'email', label: 'E-mail' },
  { id: 'push', label: 'Push messages' },
  { id: 'sms', label: 'Text messages' },
];

const FREQUENCIES: { id: Frequency; label: string }[] = [
  { id: 'instant', label: 'As it happens' },
  { id: 'hourly', label: 'Once an hour' },
  { id: 'daily', label: 'Once a day' },
];

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

function sameSettings(left: NotificationSettings, right: NotificationSettings): boolean {
  return (
    CHANNELS.every(({ id }) => left.channels[id] === right.channels[id]) &&
    left.frequency === right.frequency &&
    left.quietFrom === right.quietFrom &&
    left.quietUntil === right.quietUntil &&
    left.phone === right.phone
  );
}

function findProblems(draft: NotificationSettings): Problems {
  const problems: Problems = {};
  if (draft.channels.sms && draft.phone.trim() === '') {
    problems.phone = 'Text messages need a phone number.';
  }
  if (draft.quietFrom !== '' && !TIME.test(draft.quietFrom)) {
    problems.quietFrom = 'Write the time as hh:mm.';
  }
  if (draft.quietUntil !== '' && !TIME.test(draft.quietUntil)) {
    problems.quietUntil = 'Write the time as hh:mm.';
  }
  if (draft.quietFrom !== '' && draft.quietUntil === '') {
    problems.quietUntil = 'Quiet hours need an end.';
  }
  return problems;
}

export function NotificationForm({ saved, onSave }: Props) {
  const [draft, setDraft] = useState(saved);
  const [saving, setSaving] = useState(false);
  const toast = useToast();

  // Another tab may have saved; take its values over unless the user is typing.
  useEffect(() => setDraft(saved), [saved]);

  const problems = useMemo(() => findProblems(draft), [draft]);
  const dirty = !sameSettings(saved, draft);
  const valid = Object.keys(problems).length === 0;

  function change(patch: Partial<NotificationSettings>) {
    setDraft((current) => ({ ...current, ...patch }));
  }

  function toggle(channel: Channel) {
    change({ channels: { ...draft.channels, [channel]: !draft.channels[channel] } });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!dirty || !valid) {
      return;
    }
    setSaving(true);
    try {
      await onSave(draft);
      toast.success('Your settings are saved.');
    } catch {
      toast.error('Saving failed. Your changes are still here.');
    } finally {
      setSaving(false);
    }
  }

  return (
    <form onSubmit={submit} aria-busy={saving}>
      <fieldset>
        <legend>Where should we reach you?</legend>
        {CHANNELS.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" checked={draft.channels[id]} onChange={() => toggle(id)} />
            {label}
          </label>
        ))}
      </fieldset>

      <Field label="Phone number" problem={problems.phone} disabled={!draft.channels.sms}>
        <input
          type="tel"
          value={draft.phone}
          onChange={(event) => change({ phone: event.target.value })}
        />
      </Field>

      <fieldset>
        <legend>How often?</legend>
        {FREQUENCIES.map(({ id, label }) => (
          <label key={id}>
            <input
              type="radio"
              name="frequency"
              checked={draft.frequency === id}
              onChange={() => change({ frequency: id })}
            />
            {label}
          </label>
        ))}
      </fieldset>

      <Field label="Quiet from" problem={problems.quietFrom}>
        <input
          placeholder="22:00"
          value={draft.quietFrom}
          onChange={(event) => change({ quietFrom: event.target.value })}
        />
      </Field>
      <Field label="Quiet until" problem={problems.quietUntil}>
        <input
          placeholder="07:00"
          value={draft.quietUntil}
          onChange={(event) => change({ quietUntil: event.target.value })}
        />
      </Field>

      <Button type="submit" disabled={!dirty || !valid || saving}>
        {saving ? 'Saving…' : 'Save'}
      </Button>
      <Button type="button" variant="quiet" disabled={!dirty} onClick={() => setDraft(saved)}>
        Discard changes
      </Button>
    </form>
  );
}

import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { ChangeEvent, FormEvent } from 'react';

export type Channel = 'email' | 'push' | 'sms';
export type Frequency = 'instantly' | 'hourly' | 'daily' | 'never';

export interface Preferences {
  channels: Record<Channel, boolean>;
  frequency: Frequency;
  quietFrom: string;
  quietUntil: string;
  mentionsOnly: boolean;
  weekendDigest: boolean;
}

export interface PreferencesApi {
  load(userId: string, signal: AbortSignal): Promise<Preferences>;
  save(userId: string, preferences: Preferences): Promise<void>;
}

interface State {
  status: 'loading' | 'ready' | 'saving' | 'saved' | 'failed';
  saved: Preferences | null;
  draft: Preferences | null;
  error: string | null;
  dirty: boolean;
}

type Action =
  | { type: 'load-started' }
  | { type: 'loaded'; preferences: Preferences }
  | { type: 'edited'; change: Partial<Preferences> }
  | { type: 'channel-toggled'; channel: Channel }
  | { type: 'reverted' }
  | { type: 'save-started' }
  | { type: 'save-finished' }
  | { type: 'load-failed'; error: string }
  | { type: 'save-failed'; error: string };

const INITIAL: State = { status: 'loading', saved: null, draft: null, error: null, dirty: false };

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'load-started':
      return INITIAL;
    case 'loaded':
      return {
        ...state,
        status: 'ready',
        saved: action.preferences,
        draft: action.preferences,
        dirty: false,
      };
    case 'edited':
      if (!state.draft) {
        return state;
      }
      return {
        ...state,
        status: 'ready',
        draft: { ...state.draft, ...action.change },
        dirty: true,
      };
    case 'channel-toggled': {
      if (!state.draft) {
        return state;
      }
      const { channels } = state.draft;
      const toggled = { ...channels, [action.channel]: !channels[action.channel] };
      return {
        ...state,
        status: 'ready',
        draft: { ...state.draft, channels: toggled },
        dirty: true,
      };
    }
    case 'reverted':
      return { ...state, status: 'ready', draft: state.saved, error: null, dirty: false };
    case 'save-started':
      return { ...state, status: 'saving', error: null };
    case 'save-finished':
      return { ...state, status: 'saved', saved: state.draft, dirty: false };
    case 'load-failed':
    case 'save-failed':
      return { ...state, status: 'failed', error: action.error };
  }
}

const CLOCK = /^(?:[01]?[0-9]|2[0-3]):[0-5][0-9]$/;

export function problemsWith(draft: Preferences): string[] {
  const problems: string[] = [];
  const hasChannel = Object.values(draft.channels).some(Boolean);
  const isOff = draft.frequency === 'never';
  if (!hasChannel && !isOff) {
    problems.push('Choose at least one channel, or turn notifications off');
  }
  if (draft.quietFrom && !CLOCK.test(draft.quietFrom)) {
    problems.push('The start of the quiet hours is not a time');
  }
  if (draft.quietUntil && !CLOCK.test(draft.quietUntil)) {
    problems.push('The end of the quiet hours is not a time');
  }
  if (draft.quietFrom && draft.quietFrom === draft.quietUntil) {
    problems.push('Quiet hours must not begin and end at the same time');
  }
  return problems;
}

const CHANNELS: ReadonlyArray<{ id: Channel; label: string; hint: string }> = [
  { id: 'email', label: 'E-mail', hint: 'To the address of your account' },
  { id: 'push', label: 'Push', hint: 'On every device that is signed in' },
  { id: 'sms', label: 'Text message', hint: 'Only for urgent, opt-in alerts' },
];

interface Props {
  userId: string;
  api: PreferencesApi;
  readOnly?: boolean;
  onSaved?: (preferences: Preferences) => void;
}

export function NotificationPreferences({ userId, api, readOnly = false, onSaved }: Props) {
  const [state, dispatch] = useReducer(reduce, INITIAL);
  const messageRef = useRef<HTMLParagraphElement>(null);
  const { draft, status } = state;

  useEffect(() => {
    const controller = new AbortController();
    dispatch({ type: 'load-started' });
    api
      .load(userId, controller.signal)
      .then((preferences) => dispatch({ type: 'loaded', preferences }))
      .catch((error: Error) => {
        if (!controller.signal.aborted) {
          dispatch({ type: 'load-failed', error: error.message });
        }
      });
    return () => controller.abort();
  }, [api, userId]);

  useEffect(() => {
    if (status === 'failed' || status === 'saved') {
      messageRef.current?.focus();
    }
  }, [status]);

  const edit = useCallback((change: Partial<Preferences>) => {
    dispatch({ type: 'edited', change });
  }, []);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!draft || problemsWith(draft).length > 0) {
      return;
    }
    dispatch({ type: 'save-started' });
    try {
      await api.save(userId, draft);
      dispatch({ type: 'save-finished' });
      onSaved?.(draft);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'Unknown error';
      dispatch({ type: 'save-failed', error: reason });
    }
  }

  if (!draft) {
    return status === 'failed' ? (
      <p role="alert">{state.error ?? 'Your preferences could not be loaded'}</p>
    ) : (
      <p aria-busy="true">Loading your preferences…</p>
    );
  }

  const problems = problemsWith(draft);
  const isOff = draft.frequency === 'never';
  const locked = readOnly || status === 'saving';

  return (
    <form className="preferences-form" onSubmit={handleSubmit}>
      <fieldset disabled={locked}>
        <legend>Where should we reach you?</legend>
        {CHANNELS.map(({ id, label, hint }) => (
          <label key={id} className="preferences-channel">
            <input
              type="checkbox"
              checked={draft.channels[id]}
              onChange={() => dispatch({ type: 'channel-toggled', channel: id })}
            />
            <span>{label}</span>
            <small>{hint}</small>
          </label>
        ))}
      </fieldset>

      <fieldset disabled={locked}>
        <legend>How often?</legend>
        <select
          value={draft.frequency}
          onChange={(event) => edit({ frequency: event.target.value as Frequency })}
        >
          <option value="instantly">As it happens</option>
          <option value="hourly">Once an hour</option>
          <option value="daily">Once a day</option>
          <option value="never">Not at all</option>
        </select>
        <label>
          <input
            type="checkbox"
            checked={draft.mentionsOnly}
            disabled={isOff}
            onChange={(event) => edit({ mentionsOnly: event.target.checked })}
          />
          <span>Only when somebody mentions me</span>
        </label>
        <label>
          <input
            type="checkbox"
            checked={draft.weekendDigest}
            disabled={isOff}
            onChange={(event) => edit({ weekendDigest: event.target.checked })}
          />
          <span>One digest for the whole week-end</span>
        </label>
      </fieldset>

      <fieldset disabled={locked}>
        <legend>Quiet hours</legend>
        <input
          type="time"
          aria-label="Start of the quiet hours"
          value={draft.quietFrom}
          onChange={(event: ChangeEvent<HTMLInputElement>) =>
            edit({ quietFrom: event.target.value })
          }
        />
        <input
          type="time"
          aria-label="End of the quiet hours"
          value={draft.quietUntil}
          onChange={(event: ChangeEvent<HTMLInputElement>) =>
            edit({ quietUntil: event.target.value })
          }
        />
      </fieldset>

      {problems.length > 0 && (
        <ul className="preferences-problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}

      <p ref={messageRef} tabIndex={-1} role="status">
        {status === 'saved' ? 'Saved' : (state.error ?? '')}
      </p>
      <button type="submit" disabled={locked || !state.dirty || problems.length > 0}>
        {status === 'saving' ? 'Saving…' : 'Save changes'}
      </button>
      <button
        type="button"
        disabled={locked || !state.dirty}
        onClick={() => dispatch({ type: 'reverted' })}
      >
        Undo changes
      </button>
    </form>
  );
}

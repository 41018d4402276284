import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChangeEvent, FormEvent, ReactNode } from 'react';

export interface AddressFields {
  name: string;
  company: string;
  street: string;
  extra: string;
  postcode: string;
  city: string;
  country: string;
  phone: string;
}

export interface CardFields {
  number: string;
  holder: string;
  expiry: string;
  code: string;
}

export interface CheckoutValues {
  email: string;
  shipping: AddressFields;
  billing: AddressFields;
  sameBilling: boolean;
  delivery: 'standard' | 'express' | 'pick-up';
  payment: 'card' | 'invoice' | 'wallet';
  card: CardFields;
  newsletter: boolean;
  acceptTerms: boolean;
}

export type Errors = Record<string, string>;

export interface CheckoutFormProps {
  initial?: Partial<CheckoutValues>;
  currency?: string;
  total: number;
  countries: ReadonlyArray<{ code: string; name: string }>;
  disabled?: boolean;
  onSubmit: (values: CheckoutValues) => Promise<{ ok: boolean; errors?: Errors }>;
  onStepChange?: (step: Step) => void;
}

export type Step = 'contact' | 'shipping' | 'billing' | 'delivery' | 'payment' | 'review';

const STEPS: readonly Step[] = ['contact', 'shipping', 'billing', 'delivery', 'payment', 'review'];

const EMPTY_ADDRESS: AddressFields = {
  name: '',
  company: '',
  street: '',
  extra: '',
  postcode: '',
  city: '',
  country: '',
  phone: '',
};

const EMPTY_VALUES: CheckoutValues = {
  email: '',
  shipping: EMPTY_ADDRESS,
  billing: EMPTY_ADDRESS,
  sameBilling: true,
  delivery: 'standard',
  payment: 'card',
  card: { number: '', holder: '', expiry: '', code: '' },
  newsletter: false,
  acceptTerms: false,
};

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const EXPIRY = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/;
const NOT_DIGITS = /\D+/g;

/** The sum that card numbers carry against slips of the finger (Luhn). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  let double = false;
  for (let i = number.length - 1; i >= 0; i--) {
    let digit = Number(number[i]);
    if (double) {
      digit *= 2;
      if (digit > 9) {
        digit -= 9;
      }
    }
    sum += digit;
    double = !double;
  }
  return number.length > 0 && sum % 10 === 0;
}

export function cardBrand(number: string): 'visa' | 'mastercard' | 'amex' | 'unknown' {
  switch (number.slice(0, 2)) {
    case '34':
    case '37':
      return 'amex';
    case '51':
    case '52':
    case '53':
    case '54':
    case '55':
      return 'mastercard';
    default:
      return number.startsWith('4') ? 'visa' : 'unknown';
  }
}

/** Groups of four while typing; American Express has its own pattern. */
export function formatCardNumber(text: string): string {
  const digits = text.replace(NOT_DIGITS, '').slice(0, 19);
  const groups = cardBrand(digits) === 'amex' ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const parts: string[] = [];
  let offset = 0;
  for (const length of groups) {
    if (offset >= digits.length) {
      break;
    }
    parts.push(digits.slice(offset, offset + length));
    offset += length;
  }
  return parts.join(' ');
}

function addressErrors(address: AddressFields, prefix: 'shipping' | 'billing'): Errors {
  const errors: Errors = {};
  if (address.name.trim().length < 2) {
    errors[`${prefix}.name`] = 'Please enter a name';
  }
  if (address.street.trim() === '') {
    errors[`${prefix}.street`] = 'Please enter a street';
  } else if (!/\d+/.test(address.street)) {
    errors[`${prefix}.street`] = 'Is the house number missing?';
  }
  if (address.postcode.trim() === '') {
    errors[`${prefix}.postcode`] = 'Please enter a postcode';
  }
  if (address.city.trim() === '') {
    errors[`${prefix}.city`] = 'Please enter a town';
  }
  if (address.country === '') {
    errors[`${prefix}.country`] = 'Please choose a country';
  }
  return errors;
}

function cardErrors(card: CardFields, now: Date): Errors {
  const errors: Errors = {};
  const number = card.number.replace(/[\s-]+/g, '');
  if (number.length < 12 || !passesLuhn(number)) {
    errors['card.number'] = 'This card number is not valid';
  }
  if (card.holder.trim() === '') {
    errors['card.holder'] = 'Please enter the name on the card';
  }
  const expiry = EXPIRY.exec(card.expiry.trim());
  if (!expiry) {
    errors['card.expiry'] = 'Write it as MM/YY';
  } else {
    const month = Number(expiry[1]);
    const year = 2000 + Number(expiry[2]);
    const isPast =
      year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1);
    if (isPast) {
      errors['card.expiry'] = 'This card has expired';
    }
  }
  const length = cardBrand(number) === 'amex' ? 4 : 3;
  if (card.code.replace(NOT_DIGITS, '').length === length) {
    errors['card.code'] = `The security code has ${length} digits`;
  }
  return errors;
}

export function errorsFor(step: Step, values: CheckoutValues, now = new Date()): Errors {
  switch (step) {
    case 'contact':
      return EMAIL.test(values.email.trim()) ? {} : { email: 'Please enter your e-mail address' };
    case 'shipping':
      return values.delivery === 'pick-up' ? {} : addressErrors(values.shipping, 'shipping');
    case 'billing':
      return values.sameBilling ? {} : addressErrors(values.billing, 'billing');
    case 'delivery':
      if (values.delivery === 'express' && values.shipping.country !== 'AT') {
        return { delivery: 'Express delivery is not offered in this country' };
      }
      return {};
    case 'payment':
      if (values.payment === 'card') {
        return cardErrors(values.card, now);
      }
      if (values.payment === 'invoice' && values.shipping.company.trim() === '') {
        return { payment: 'Invoices are for companies only' };
      }
      return {};
    case 'review':
      return values.acceptTerms ? {} : { acceptTerms: 'Please accept the terms' };
  }
}

/** What may be shown of a card: its brand and the last four digits. */
export function maskCard(card: CardFields): string {
  const number = card.number.replace(/[\s-]+/g, '');
  if (number.length < 4) {
    return 'no card';
  } else {
    return `${cardBrand(number)} ****-${number.slice(-4)}`;
  }
}

function stepOfField(field: string): Step {
  const head = field.split('.')[0];
  switch (head) {
    case 'shipping':
      return 'shipping';
    case 'billing':
    case 'sameBilling':
      return 'billing';
    case 'delivery':
      return 'delivery';
    case 'card':
    case 'payment':
      return 'payment';
    case 'newsletter':
    case 'acceptTerms':
      return 'review';
    default:
      return 'contact';
  }
}

interface FieldProps {
  id: string;
  label: string;
  value: string;
  error?: string;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  required?: boolean;
  inputMode?: 'text' | 'numeric';
  onChange: (value: string) => void;
}

function Field({ id, label, value, error, required = true, onChange, ...rest }: FieldProps) {
  const hintId = `${id}-hint`;
  return (
    <div className={error ? 'field has-error' : 'field'}>
      <label htmlFor={id}>
        {label}
        {required ? null : <small> (optional)</small>}
      </label>
      <input
        {...rest}
        id={id}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error ? hintId : undefined}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
      />
      {error && (
        <p id={hintId} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

interface AddressProps {
  prefix: 'shipping' | 'billing';
  value: AddressFields;
  errors: Errors;
  countries: CheckoutFormProps['countries'];
  onChange: (value: AddressFields) => void;
}

function AddressSection({ prefix, value, errors, countries, onChange }: AddressProps) {
  const set = (change: Partial<AddressFields>) => onChange({ ...value, ...change });
  return (
    <>
      <Field
        id={`${prefix}-name`}
        label="Full name"
        autoComplete={`${prefix} name`}
        value={value.name}
        error={errors[`${prefix}.name`]}
        onChange={(name) => set({ name })}
      />
      <Field
        id={`${prefix}-company`}
        label="Company"
        autoComplete={`${prefix} organization`}
        required={false}
        value={value.company}
        error={errors[`${prefix}.company`]}
        onChange={(company) => set({ company })}
      />
      <Field
        id={`${prefix}-street`}
        label="Street and number"
        autoComplete={`${prefix} address-line1`}
        value={value.street}
        error={errors[`${prefix}.street`]}
        onChange={(street) => set({ street })}
      />
      <Field
        id={`${prefix}-extra`}
        label="Floor, door, c/o"
        autoComplete={`${prefix} address-line2`}
        required={false}
        value={value.extra}
        onChange={(extra) => set({ extra })}
      />
      <Field
        id={`${prefix}-postcode`}
        label="Postcode"
        autoComplete={`${prefix} postal-code`}
        value={value.postcode}
        error={errors[`${prefix}.postcode`]}
        onChange={(postcode) => set({ postcode: postcode.toUpperCase() })}
      />
      <Field
        id={`${prefix}-city`}
        label="Town"
        autoComplete={`${prefix} address-level2`}
        value={value.city}
        error={errors[`${prefix}.city`]}
        onChange={(city) => set({ city })}
      />
      <div className={errors[`${prefix}.country`] ? 'field has-error' : 'field'}>
        <label htmlFor={`${prefix}-country`}>Country</label>
        <select
          id={`${prefix}-country`}
          autoComplete={`${prefix} country`}
          value={value.country}
          onChange={(event) => set({ country: event.target.value })}
        >
          <option value="">Please choose</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Field
        id={`${prefix}-phone`}
        label="Phone, for the driver"
        type="tel"
        autoComplete={`${prefix} tel`}
        required={false}
        value={value.phone}
        onChange={(phone) => set({ phone })}
      />
    </>
  );
}

interface CardProps {
  value: CardFields;
  errors: Errors;
  onChange: (value: CardFields) => void;
}

function CardSection({ value, errors, onChange }: CardProps) {
  const set = (change: Partial<CardFields>) => onChange({ ...value, ...change });
  return (
    <div className={`card-fields card-${cardBrand(value.number)}`}>
      <Field
        id="card-number"
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        value={value.number}
        error={errors['card.number']}
        onChange={(number) => set({ number: formatCardNumber(number) })}
      />
      <Field
        id="card-holder"
        label="Name on the card"
        autoComplete="cc-name"
        value={value.holder}
        error={errors['card.holder']}
        onChange={(holder) => set({ holder })}
      />
      <Field
        id="card-expiry"
        label="Valid until"
        inputMode="numeric"
        autoComplete="cc-exp"
        value={value.expiry}
        error={errors['card.expiry']}
        onChange={(expiry) => set({ expiry })}
      />
      <Field
        id="card-code"
        label="Security code"
        inputMode="numeric"
        autoComplete="cc–csc"
        value={value.code}
        error={errors['card.code']}
        onChange={(code) => set({ code })}
      />
    </div>
  );
}

interface SectionProps {
  step: Step;
  current: Step;
  title: string;
  summary: string;
  children: ReactNode;
  onEdit: (step: Step) => void;
}

function Section({ step, current, title, summary, children, onEdit }: SectionProps) {
  const isOpen = step === current;
  const isDone = STEPS.indexOf(step) < STEPS.indexOf(current);
  return (
    <section className={isOpen ? 'checkout-section is-open' : 'checkout-section'}>
      <header>
        <h2>{title}</h2>
        {isDone && (
          <button type="button" className="checkout-edit" onClick={() => onEdit(step)}>
            Change
          </button>
        )}
      </header>
      {isOpen ? <div className="checkout-fields">{children}</div> : <p>{isDone ? summary : ''}</p>}
    </section>
  );
}

export function CheckoutForm({
  initial,
  currency = 'EUR',
  total,
  countries,
  disabled = false,
  onSubmit,
  onStepChange,
}: CheckoutFormProps) {
  const [values, setValues] = useState<CheckoutValues>({ ...EMPTY_VALUES, ...initial });
  const [step, setStep] = useState<Step>('contact');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const mountedRef = useRef(true);

  const money = useMemo(
    () => new Intl.NumberFormat(undefined, { style: 'currency', currency }),
    [currency],
  );

  useEffect(() => {
    mountedRef.current = true;
    return () => {
      mountedRef.current = false;
    };
  }, []);

  useEffect(() => {
    onStepChange?.(step);
    formRef.current?.querySelector<HTMLElement>('.is-open input, .is-open select')?.focus();
  }, [step, onStepChange]);

  const change = useCallback((part: Partial<CheckoutValues>) => {
    setValues((known) => ({ ...known, ...part }));
    setErrors({});
    setFailure(null);
  }, []);

  function goTo(target: Step) {
    setErrors({});
    setStep(target);
  }

  function goNext() {
    const found = errorsFor(step, values);
    if (Object.keys(found).length > 0) {
      setErrors(found);
      formRef.current?.scrollIntoView({ block: 'start' });
      return;
    }
    let index = STEPS.indexOf(step) + 1;
    if (STEPS[index] === 'billing' && values.sameBilling) {
      index++;
    }
    goTo(STEPS[Math.min(index, STEPS.length - 1)]);
  }

  function goBack() {
    let index = STEPS.indexOf(step) + 1;
    if (STEPS[index] === 'billing' && values.sameBilling) {
      index--;
    }
    goTo(STEPS[Math.max(index, 0)]);
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (step !== 'review') {
      goNext();
      return;
    }

    for (const candidate of STEPS) {
      const found = errorsFor(candidate, values);
      if (Object.keys(found).length > 0) {
        setStep(candidate);
        setErrors(found);
        formRef.current?.scrollIntoView({ block: 'start' });
        return;
      }
    }

    setBusy(true);
    setFailure(null);
    try {
      const result = await onSubmit(values);
      if (!mountedRef.current) {
        return;
      }
      if (!result.ok) {
        const found = result.errors ?? {};
        const fields = Object.keys(found);
        if (fields.length > 0) {
          setErrors(found);
          setStep(stepOfField(fields[0]));
        } else {
          setFailure('Your order could not be placed. Nothing was charged.');
        }
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown reason';
      setFailure(`Your order could not be placed (${reason}). Nothing was charged.`);
    } finally {
      if (mountedRef.current) {
        setBusy(false);
      }
    }
  }

  const locked = disabled || busy;
  const { shipping, billing, card } = values;
  const shippingSummary = [shipping.name, shipping.street, shipping.city]
    .filter(Boolean)
    .join(', ');
  const billingSummary = values.sameBilling ? 'Same as the delivery address' : billing.name;

  return (
    <form ref={formRef} className="checkout" noValidate onSubmit={handleSubmit}>
      <fieldset disabled={locked}>
        <Section
          step="contact"
          current={step}
          title="How can we reach you?"
          summary={values.email}
          onEdit={goTo}
        >
          <Field
            id="email"
            label="E-mail address"
            type="email"
            autoComplete="email"
            value={values.email}
            error={errors.email}
            onChange={(email) => change({ email })}
          />
          <label className="checkbox">
            <input
              type="checkbox"
              checked={values.newsletter}
              onChange={(event) => change({ newsletter: event.target.checked })}
            />
            Tell me about new things, at most once a month
          </label>
        </Section>

        <Section
          step="shipping"
          current={step}
          title="Where shall we send it?"
          summary={shippingSummary}
          onEdit={goTo}
        >
          <AddressSection
            prefix="shipping"
            value={shipping}
            errors={errors}
            countries={countries}
            onChange={(address) => change({ shipping: address })}
          />
          <label className="checkbox">
            <input
              type="checkbox"
              checked={values.sameBilling}
              onChange={(event) => change({ sameBilling: event.target.checked })}
            />
            The invoice goes to the same address
          </label>
        </Section>

        <Section
          step="billing"
          current={step}
          title="Who gets the invoice?"
          summary={billingSummary}
          onEdit={goTo}
        >
          <AddressSection
            prefix="billing"
            value={billing}
            errors={errors}
            countries={countries}
            onChange={(address) => change({ billing: address })}
          />
        </Section>

        <Section
          step="delivery"
          current={step}
          title="How fast do you need it?"
          summary={values.delivery}
          onEdit={goTo}
        >
          {(['standard', 'express', 'pick-up'] as const).map((delivery) => (
            <label key={delivery} className="radio">
              <input
                type="radio"
                name="delivery"
                checked={values.delivery === delivery}
                onChange={() => change({ delivery })}
              />
              {delivery}
            </label>
          ))}
          {errors.delivery && <p className="field-error">{errors.delivery}</p>}
        </Section>

        <Section
          step="payment"
          current={step}
          title="How would you like to pay?"
          summary={values.payment === 'card' ? maskCard(card) : values.payment}
          onEdit={goTo}
        >
          {(['card', 'invoice', 'wallet'] as const).map((payment) => (
            <label key={payment} className="radio">
              <input
                type="radio"
                name="payment"
                checked={values.payment === payment}
                onChange={() => change({ payment })}
              />
              {payment}
            </label>
          ))}
          {values.payment === 'card' && (
            <CardSection
              value={card}
              errors={errors}
              onChange={(fields) => change({ card: fields })}
            />
          )}
          {errors.payment && <p className="field-error">{errors.payment}</p>}
        </Section>

        <Section step="review" current={step} title="All set?" summary="" onEdit={goTo}>
          <p className="checkout-total">{money.format(total / 100)}</p>
          <label className="checkbox">
            <input
              type="checkbox"
              checked={values.acceptTerms}
              onChange={(event) => change({ acceptTerms: event.target.checked })}
            />
            I have read the terms and agree to them
          </label>
          {errors.acceptTerms && <p className="field-error">{errors.acceptTerms}</p>}
        </Section>
      </fieldset>

      {failure && <p role="alert">{failure}</p>}
      <footer className="checkout-buttons">
        {step !== 'contact' && (
          <button type="button" disabled={locked} onClick={goBack}>
            Back
          </button>
        )}
        <button type="submit" disabled={locked}>
          {step === 'review' ? 'Buy now' : 'Continue'}
        </button>
      </footer>
    </form>
  );
}

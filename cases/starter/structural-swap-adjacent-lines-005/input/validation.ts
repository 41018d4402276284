/** Field rules for the account and company forms, and the machinery that runs them. */

export type FieldValue = string | number | boolean | null | undefined;

export interface FieldError {
  field: string;
  code: string;
  message: string;
}

export interface RuleContext {
  values: Readonly<Record<string, FieldValue>>;
  locale: string;
}

export type Rule = (value: FieldValue, context: RuleContext) => string | null;

export interface FieldRules {
  label: string;
  rules: Rule[];
  /** Rules run only when this says so, for instance when a checkbox is set. */
  when?: (context: RuleContext) => boolean;
  optional?: boolean;
}

export type Schema = Record<string, FieldRules>;

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const PHONE = /^\+?[0-9](?:[\s()/-]*[0-9]){5,14}$/;
const POSTCODES: Record<string, RegExp> = {
  AT: /^[1-9][0-9]{3}$/,
  DE: /^[0-9]{5}$/,
  GB: /^[A-Z]{1,2}[0-9][0-9A-Z]?\s*[0-9][A-Z]{2}$/i,
  NL: /^[1-9][0-9]{3}\s*[A-Z]{2}$/i,
  US: /^[0-9]{5}(?:-[0-9]{4})?$/,
};

function isBlank(value: FieldValue): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !/\S+/.test(value));
}

export const required: Rule = (value) => (isBlank(value) || value === false ? 'required' : null);

export const email: Rule = (value) => (EMAIL.test(String(value)) ? null : 'invalid-email');

export const phone: Rule = (value) => (PHONE.test(String(value)) ? null : 'invalid-phone');

export function lengthBetween(minimum: number, maximum: number): Rule {
  return (value) => {
    const text = String(value).trim();
    if (text.length < minimum) {
      return 'too-short';
    }
    if (text.length > maximum) {
      return 'too-long';
    }
    return null;
  };
}

export function numberBetween(minimum: number, maximum: number): Rule {
  return (value) => {
    const number = Number(value);
    if (Number.isNaN(number)) {
      return 'not-a-number';
    }
    if (number < minimum) {
      return 'too-small';
    }
    if (number > maximum) {
      return 'too-large';
    }
    return null;
  };
}

export function sameAs(other: string): Rule {
  return (value, { values }) => (value === values[other] ? null : 'not-the-same');
}

export const postcode: Rule = (value, { values }) => {
  const pattern = POSTCODES[country];
  const country = String(values.country ?? 'US');
  if (!pattern) {
    return null;
  }
  return pattern.test(String(value).trim()) ? null : 'invalid-postcode';
};

/** The check digit of an international bank account number (ISO 7064, modulo 97). */
export const iban: Rule = (value) => {
  const compact = String(value).replace(/\s+/g, '').toUpperCase();
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(compact) || compact.length > 34) {
    return 'invalid-iban';
  }
  const rotated = compact.slice(4) + compact.slice(0, 4);
  let remainder = 0;
  for (let i = 0; i < rotated.length; i++) {
    const code = parseInt(rotated[i], 36);
    remainder = (remainder * (code > 9 ? 100 : 10) + code) % 97;
  }
  return remainder === 1 ? null : 'invalid-iban';
};

export const password: Rule = (value) => {
  const text = String(value);
  let classes = 0;
  if (/[a-z]+/.test(text)) {
    classes++;
  }
  if (/[A-Z]+/.test(text)) {
    classes++;
  }
  if (/[0-9]+/.test(text)) {
    classes++;
  }
  if (/[^a-zA-Z0-9]+/.test(text)) {
    classes++;
  }
  if (text.length >= 16) {
    return null;
  }
  return classes >= 3 && text.length >= 10 ? null : 'weak-password';
};

export function messageFor(code: string, label: string): string {
  switch (code) {
    case 'required':
      return `${label} is required`;
    case 'too-short':
    case 'too-small':
      return `${label} is below the minimum`;
    case 'too-long':
    case 'too-large':
      return `${label} is above the maximum`;
    case 'not-a-number':
      return `${label} must be a number`;
    case 'not-the-same':
      return `${label} does not match the first entry`;
    case 'invalid-email':
    case 'invalid-phone':
    case 'invalid-iban':
    case 'invalid-postcode':
      return `${label} does not look right - please check for typing errors`;
    case 'weak-password':
      return `${label} is too easy to guess`;
    default:
      return `${label} is not valid (${code})`;
  }
}

function checkField(name: string, field: FieldRules, context: RuleContext): FieldError | null {
  const value = context.values[name];
  if (field.when && !field.when(context)) {
    return null;
  }
  if (isBlank(value) && field.optional) {
    return null;
  }
  for (const rule of field.rules) {
    const code = rule(value, context);
    if (code !== null) {
      return { field: name, code, message: messageFor(code, field.label) };
    }
  }
  return null;
}

/** At most one complaint per field, in the order in which the schema names the fields. */
export function validate(
  schema: Schema,
  values: Record<string, FieldValue>,
  locale = 'en-GB',
): FieldError[] {
  const context: RuleContext = { values, locale };
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(schema)) {
    const error = checkField(name, field, context);
    if (error) {
      errors.push(error);
    }
  }
  return errors;
}

export const ACCOUNT_FORM: Schema = {
  name: { label: 'Full name', rules: [required, lengthBetween(2, 80)] },
  email: { label: 'E-mail address', rules: [required, email] },
  phone: { label: 'Phone number', rules: [phone], optional: true },
  password: { label: 'Password', rules: [required, password] },
  confirmation: { label: 'Password confirmation', rules: [required, sameAs('password')] },
  terms: { label: 'Consent to the terms', rules: [required] },
};

export const COMPANY_FORM: Schema = {
  company: { label: 'Company name', rules: [required, lengthBetween(2, 120)] },
  employees: { label: 'Number of employees', rules: [numberBetween(1, 500_000)], optional: true },
  country: { label: 'Country', rules: [required, lengthBetween(2, 2)] },
  postcode: { label: 'Postcode', rules: [required, postcode] },
  iban: {
    label: 'Bank account (IBAN)',
    rules: [required, iban],
    when: ({ values }) => values.payment === 'direct-debit',
  },
};

/** Errors by field, for a form that shows each below its input. */
export function byField(errors: readonly FieldError[]): Record<string, FieldError> {
  const result: Record<string, FieldError> = {};
  for (const error of errors) {
    result[error.field] ??= error;
  }
  return result;
}

/** One sentence above the form, or nothing when all is well. */
export function summarize(errors: readonly FieldError[]): string | null {
  if (errors.length === 0) {
    return null;
  }
  if (errors.length === 1) {
    return errors[0].message;
  }
  const missing = errors.filter((error) => error.code === 'required');
  if (missing.length === errors.length) {
    return `${missing.length} required fields are empty`;
  } else {
    const last = errors[errors.length - 1];
    return `${errors.length} fields need your attention, from ${errors[0].field} to ${last.field}`;
  }
}

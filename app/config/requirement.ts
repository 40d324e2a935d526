import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const KINDS: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

const FORMATS: Record<string, string> = {
  email: 'must be an email address',
  url: 'must be a URL',
  date: 'must be a date such as 2026-11-01',
  datetime: 'must be a time such as 2026-11-01T09:30:00Z',
};

const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

const isBound = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;

/** The rules for a number from all checks of its schema, so that one message names them all. */
function numberNeeded({ minValue, maxValue, format }: z.ZodNumber): string {
  const kind = `must be a ${format?.includes('int') ? 'whole ' : ''}number`;
  if (isBound(minValue) && isBound(maxValue)) return `${kind} from ${minValue} to ${maxValue}`;
  if (isBound(minValue)) return `${kind} of at least ${minValue}`;
  return isBound(maxValue) ? `${kind} of at most ${maxValue}` : kind;
}

function choiceNeeded(values: readonly unknown[]): string {
  const choices = values.filter((value) => value !== '').map(String);
  return choices.length === 1 ? `must be ${choices[0]}` : `must be one of ${choices.join(', ')}`;
}

const lengthNeeded = (bound: string, length: number | bigint, origin: string) =>
  `must have ${bound} ${length}${UNITS[origin] ?? ''}`;

/**
 * The rule of a failed check: 'must be a number from 1 to 100'. Does not repeat the value.
 * @param issue a failed check whose schema has no message
 */
export function requirement(issue: Issue): string {
  if (issue.schema instanceof z.ZodNumber) return numberNeeded(issue.schema);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'is required';
      return KINDS[issue.expected] ?? 'is not valid';
    case 'invalid_value':
      return choiceNeeded(issue.values);
    case 'too_small':
      if (issue.origin === 'string' && issue.input === '') return 'is required';
      return lengthNeeded('at least', issue.minimum, issue.origin);
    case 'too_big':
      return lengthNeeded('at most', issue.maximum, issue.origin);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is not valid';
    case 'unrecognized_keys':
      return 'does not exist';
    default:
      return 'is not valid';
  }
}

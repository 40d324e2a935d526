import { z } from 'zod';
import { t } from '#messages';

type Issue = z.core.$ZodRawIssue;

const isBound = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;

/** The rules for a number from all checks of its schema, so that one message names them all. */
function aboutNumber(field: string, { minValue: min, maxValue: max, format }: z.ZodNumber): string {
  if (format?.includes('int')) {
    if (isBound(min) && isBound(max)) return t('plainMessages.wholeNumberFromTo', { field, min, max });
    if (isBound(min)) return t('plainMessages.wholeNumberOfAtLeast', { field, min });
    if (isBound(max)) return t('plainMessages.wholeNumberOfAtMost', { field, max });
    return t('plainMessages.wholeNumber', { field });
  }
  if (isBound(min) && isBound(max)) return t('plainMessages.numberFromTo', { field, min, max });
  if (isBound(min)) return t('plainMessages.numberOfAtLeast', { field, min });
  if (isBound(max)) return t('plainMessages.numberOfAtMost', { field, max });
  return t('plainMessages.number', { field });
}

function aboutChoice(field: string, values: readonly unknown[]): string {
  const choices = values.filter((value) => value !== '').map(String);
  return choices.length === 1
    ? t('plainMessages.mustBeChoice', { field, choice: String(choices[0]) })
    : t('plainMessages.mustBeOneOf', { field, choices: choices.join(', ') });
}

function aboutType(field: string, expected: string): string {
  switch (expected) {
    case 'string':
      return t('plainMessages.text', { field });
    case 'number':
      return t('plainMessages.number', { field });
    case 'int':
      return t('plainMessages.wholeNumber', { field });
    case 'boolean':
      return t('plainMessages.trueOrFalse', { field });
    case 'array':
      return t('plainMessages.list', { field });
    case 'object':
    case 'record':
      return t('plainMessages.object', { field });
    default:
      return t('plainMessages.notValid', { field });
  }
}

function aboutFormat(field: string, format: string): string {
  switch (format) {
    case 'email':
      return t('plainMessages.emailAddress', { field });
    case 'url':
      return t('plainMessages.url', { field });
    case 'date':
      return t('plainMessages.date', { field });
    case 'datetime':
      return t('plainMessages.time', { field });
    default:
      return t('plainMessages.notValid', { field });
  }
}

function tooShort(field: string, minimum: number, origin: string): string {
  if (origin === 'string') return t('plainMessages.atLeastCharacters', { field, count: minimum });
  return t('plainMessages.atLeastEntries', { field, count: minimum });
}

function tooLong(field: string, maximum: number, origin: string): string {
  if (origin === 'string') return t('plainMessages.atMostCharacters', { field, count: maximum });
  return t('plainMessages.atMostEntries', { field, count: maximum });
}

function subjectOf({ code, path = [], ...issue }: Issue): string {
  if (code === 'unrecognized_keys' && Array.isArray(issue.keys)) return issue.keys.join(', ');
  const last = path.findLastIndex((part) => typeof part === 'string');
  if (last < 0) return t('plainMessages.theInput');
  const index = path[last + 1];
  const list = String(path[last]);
  return typeof index === 'number' ? t('plainMessages.entryOfList', { number: index + 1, list }) : list;
}

/**
 * The error map for all input: a sentence with the field and its rule, without the value. It replaces the
 * validator's texts where a schema has no message.
 * @example schema.safeParse(input, { error: plainMessage })
 */
export function plainMessage(issue: Issue): string {
  const field = subjectOf(issue);
  if (issue.schema instanceof z.ZodNumber) return aboutNumber(field, issue.schema);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return t('plainMessages.required', { field });
      return aboutType(field, issue.expected);
    case 'invalid_value':
      return aboutChoice(field, issue.values);
    case 'too_small':
      if (issue.origin === 'string' && issue.input === '') return t('plainMessages.required', { field });
      return tooShort(field, Number(issue.minimum), issue.origin);
    case 'too_big':
      return tooLong(field, Number(issue.maximum), issue.origin);
    case 'invalid_format':
      return aboutFormat(field, issue.format);
    case 'unrecognized_keys':
      return t('plainMessages.doesNotExist', { field });
    default:
      return t('plainMessages.notValid', { field });
  }
}

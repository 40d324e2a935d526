import { z } from 'zod';
import { checkbox, line, optional, requiredText, wholeNumber } from '#app/shared/fields.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { whyUnprintable } from '#app/shared/printable.ts';
import { fold } from '#db/folding.ts';
import { VISIBILITIES } from '#db/schema/fields.ts';
import { t } from '#messages';
import { type DeclarationName, declarationLabels } from './field-labels.ts';
import {
  type FieldRules,
  KEY,
  LONGEST_CHOICE,
  MOST_CHOICES,
  MOST_LETTERS,
  type OwnField,
  type OwnKind,
} from './own-fields.ts';
import { readValue } from './read-value.server.ts';
import { HIGHEST_START, LONGEST_PATTERN, PER, patternProblem } from './running-numbers.ts';

export { VISIBILITIES } from '#db/schema/fields.ts';

/** The kinds that can be declared. */
export const DECLARED_KINDS = [
  'text',
  'number',
  'date',
  'choice',
  'boolean',
  'picture',
  'running',
] as const satisfies OwnKind[];

const label = (name: DeclarationName) => () => declarationLabels('text')[name];

const oneOf = (name: DeclarationName, values: readonly string[]) => ({
  error: () => t('design.labelMustBeOneOfValues', { label: label(name)(), values: values.join(', ') }),
});

/** A number or a date as people or programs write it. Its kind decides how it is read. */
const bound = optional(
  z.union([z.string(), z.number()], { error: () => t('ownFields.aBoundMustBeANumberOrADate') }),
);

const notChoices = { error: () => t('ownFields.choicesMustBeAList') };

/** Lines of a form, and a list of the API. */
const choices = z.preprocess(
  (entered) => {
    const list = typeof entered === 'string' ? entered.split(/\r?\n/).filter((text) => text.trim()) : entered;
    return Array.isArray(list) && list.length === 0 ? undefined : (list ?? undefined);
  },
  z
    .array(line(label('choices'), LONGEST_CHOICE), notChoices)
    .max(MOST_CHOICES, {
      error: () => t('ownFields.aFieldHasAtMostChoices', { most: MOST_CHOICES }),
      abort: true,
    })
    .superRefine((texts, context) => {
      const known = new Set<string>();
      for (const text of texts) {
        const folded = fold(text, { ignoreCase: true });
        if (known.has(folded))
          context.addIssue({
            code: 'custom',
            message: t('ownFields.choicesHasChoiceTwice', { choice: text }),
          });
        known.add(folded);
      }
    })
    .optional(),
);

/** What is declared of a field, each member for itself. */
export const declarationMembers = z.object({
  key: z
    .string(requiredText(label('key')))
    .regex(KEY, { error: () => t('ownFields.keyMustBeLettersAndDigits') })
    .meta({ description: 'For lists, placeholders and programs. It never changes' }),
  name: line(label('name'), 100),
  kind: z.enum(DECLARED_KINDS, oneOf('kind', DECLARED_KINDS)).meta({ description: 'It never changes' }),
  required: checkbox(label('required')),
  visibility: z
    .array(z.enum(VISIBILITIES, oneOf('visibility', VISIBILITIES)), oneOf('visibility', VISIBILITIES))
    .max(VISIBILITIES.length, oneOf('visibility', VISIBILITIES))
    .default([])
    .meta({ description: 'Who sees values besides the issuer: nobody if it is empty. It never changes' }),
  min: bound.meta({ description: 'Lowest number or earliest date' }),
  max: bound.meta({ description: 'Highest number or latest date' }),
  maxLength: optional(wholeNumber(label('maxLength'), 1, MOST_LETTERS)).meta({
    description: 'Most characters of a text. 200 by default',
  }),
  choices: choices.meta({ description: 'Of a choice' }),
  default: optional(
    z.union([z.string(), z.number(), z.boolean()], { error: () => t('ownFields.defaultMustBeAValue') }),
  ).meta({ description: 'The value of certificates for which the field is left out' }),
  pattern: optional(line(label('pattern'), LONGEST_PATTERN)).meta({
    description:
      'Of a running number: text with {number} or {number:5}, {year} of the issue date, with which the count begins anew, and {course}. It never changes',
  }),
  start: optional(wholeNumber(label('start'), 0, HIGHEST_START)).meta({
    description: 'The first running number. 1 by default. It never changes',
  }),
  per: optional(z.enum(PER, oneOf('per', PER))).meta({
    description: 'What a running number is counted for. The organisation by default. It never changes',
  }),
  searchable: checkbox(label('searchable')).meta({
    description: 'Whether searches of lists find certificates by it',
  }),
});

type Entered = z.output<typeof declarationMembers>;
type RuleName = Extract<keyof FieldRules, keyof Entered>;
export type Declaration = Omit<OwnField, 'id'>;

const RULES: Record<OwnKind, readonly RuleName[]> = {
  text: ['maxLength', 'default'],
  number: ['min', 'max', 'default'],
  date: ['min', 'max', 'default'],
  choice: ['choices', 'default'],
  boolean: ['default'],
  picture: [],
  running: ['pattern', 'start', 'per'],
};
const RULE_NAMES: readonly RuleName[] = [
  'min',
  'max',
  'maxLength',
  'choices',
  'default',
  'pattern',
  'start',
  'per',
];

function readRunning({ pattern, start = 1, per = 'organisation' }: Entered, isPrinted: boolean) {
  const labelled = label('pattern');
  const problem =
    pattern === undefined
      ? t('common.labelIsRequired', { label: labelled() })
      : (patternProblem(pattern, per) ?? (isPrinted ? whyUnprintable(labelled, pattern) : null));
  return { problem, rules: { pattern, start, per } };
}

function readDeclaration(entered: Entered, context: z.RefinementCtx): Declaration {
  const { key, name, kind, required: isRequired, searchable: isSearched } = entered;
  const labels = declarationLabels(kind);
  const visibility = VISIBILITIES.filter((each) => entered.visibility.includes(each));
  const rules: FieldRules = {};
  const problem = (path: RuleName | 'searchable', message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const readAs = (rule: 'min' | 'max' | 'default') => {
    const value = entered[rule];
    if (value === undefined) return undefined;
    const ofKind = { kind, visibility, name: labels[rule], rules: rule === 'default' ? rules : {} };
    const read = readValue(ofKind, value);
    if ('value' in read) return read.value;
    for (const message of read.problems) problem(rule, message);
    return undefined;
  };

  for (const rule of RULE_NAMES)
    if (entered[rule] !== undefined && !RULES[kind].includes(rule))
      problem(rule, t('ownFields.labelIsForOtherKinds', { label: labels[rule] }));
  if (RULES[kind].includes('min')) {
    const [min, max] = [readAs('min'), readAs('max')] as (string | number | undefined)[];
    if (min !== undefined) rules.min = min;
    if (max !== undefined) rules.max = max;
    if (min !== undefined && max !== undefined && max < min)
      problem('max', t('ownFields.maxMustNotBeBelowMin', { max: labels.max, min: labels.min }));
  }
  if (kind === 'text' && entered.maxLength !== undefined) rules.maxLength = entered.maxLength;
  if (kind === 'choice') {
    rules.choices = entered.choices ?? [];
    if (rules.choices.length === 0)
      problem('choices', t('common.labelIsRequired', { label: labels.choices }));
    const isPrinted = visibility.includes('certificate');
    const why = isPrinted ? rules.choices.map((each) => whyUnprintable(labels.choices, each)) : [];
    for (const message of why) if (message !== null) problem('choices', message);
  }
  if (kind === 'running') {
    const running = readRunning(entered, visibility.includes('certificate'));
    if (running.problem !== null) problem('pattern', running.problem);
    Object.assign(rules, running.rules);
  }
  if (kind === 'picture' && isSearched)
    problem('searchable', t('ownFields.labelIsForOtherKinds', { label: labels.searchable }));
  const byDefault = context.issues.length === 0 ? readAs('default') : undefined;
  if (byDefault !== undefined) rules.default = byDefault;
  return { key, name, kind, isRequired, visibility, isSearched, rules };
}

const { shape } = declarationMembers;

/** What can be changed of a field. Null removes a rule. */
export const changeableMembers = z.object({
  name: shape.name.optional(),
  required: shape.required,
  searchable: shape.searchable,
  min: shape.min.nullable(),
  max: shape.max.nullable(),
  maxLength: shape.maxLength.nullable(),
  choices: shape.choices.nullable(),
  default: shape.default.nullable(),
});

/** A field as its form was filled in. */
const asEntered = ({ isRequired, isSearched, rules, ...same }: Declaration) => ({
  ...same,
  required: isRequired,
  searchable: isSearched,
  ...rules,
});

/** Input for a field. What is blank or null is not declared. */
export const declarationSchema = declarationMembers.transform(readDeclaration);

/**
 * A field with changes, which are read together with what stays of its declaration.
 * @param entered members of `declarationSchema`
 * @throws AppError invalid, naming members
 */
export const withChanges = (field: Declaration, entered: Record<string, unknown>): Declaration =>
  parseInput(declarationMembers.transform(readDeclaration), { ...asEntered(field), ...entered });

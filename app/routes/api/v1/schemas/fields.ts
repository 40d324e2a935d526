import { z } from 'zod';
import { DECLARED_KINDS, VISIBILITIES } from '#app/certificates/field.schema.server.ts';
import type { FieldRules, OwnField } from '#app/certificates/own-fields.ts';
import { PER } from '#app/certificates/running-numbers.ts';
import { _id, column, derived, object, text } from '#app/routes/api/v1/object.ts';

/** A rule of a field, null where it has none. */
const rule = <Schema extends z.ZodType>(name: keyof FieldRules, schema: Schema, description: string) =>
  derived(
    schema.nullable().meta({ description }),
    ({ rules }: Pick<OwnField, 'rules'>) => (rules[name] ?? null) as never,
  );

const bound = z.union([z.string(), z.number()]);

export const fieldObject = object('Field', {
  _id,
  key: text('hours', 'The key of its values in `fields`'),
  name: text('Hours'),
  kind: z.enum(DECLARED_KINDS).meta({ examples: ['number'] }),
  required: column(
    'isRequired',
    z.boolean().meta({ description: 'Whether every certificate needs a value' }),
  ),
  visibility: z
    .enum(VISIBILITIES)
    .array()
    .meta({
      description: 'Who sees values: readers of the page, readers of the file, and those of the shared page',
      examples: [['certificate', 'verifiers']],
    }),
  min: rule('min', bound, 'Lowest number or earliest date'),
  max: rule('max', bound, 'Highest number or latest date'),
  maxLength: rule('maxLength', z.int(), 'Most characters of a text'),
  choices: rule('choices', z.array(z.string()), 'Of a choice'),
  default: rule('default', z.union([z.string(), z.number(), z.boolean()]), 'Where the field is left out'),
  pattern: rule('pattern', z.string(), 'Of a running number'),
  start: rule('start', z.int(), 'The first running number'),
  per: rule('per', z.enum(PER), 'What a running number is counted for'),
  searchable: column(
    'isSearched',
    z.boolean().meta({ description: 'Whether searches find certificates by it' }),
  ),
});

/** A stored photograph. Its `_id` is the value of a field. */
export const pictureObject = object('FieldPicture', {
  _id: column(
    'id',
    z.string().meta({
      description: 'SHA-256 of the stored picture, the value of a field',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  ),
});

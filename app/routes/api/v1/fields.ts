import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import {
  changeField,
  declareField,
  listFields,
  retireField,
} from '#app/certificates/declare-fields.server.ts';
import {
  changeableMembers,
  DECLARED_KINDS,
  declarationMembers,
  declarationSchema,
  VISIBILITIES,
} from '#app/certificates/field.schema.server.ts';
import type { FieldRules, OwnField } from '#app/certificates/own-fields.ts';
import { PER } from '#app/certificates/running-numbers.ts';
import { MOST_PICTURE_FORM, thumbnailTooLarge } from '#app/files/media/texts.ts';
import { readPicture } from '#app/routes/certificates/read-certificate-form.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { _id, column, derived, object, text } from './object.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED, success, TOO_MANY } from './schemas/responses.ts';

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

export const api = resource();

api('fields')
  .get({
    auth: 'bearer',
    scope: 'certificates:read',
    admits: issuersWho('read'),
    summary: 'The issuer’s own fields that are in use, in the order of their declaration',
    responses: { 200: success({ fields: fieldObject.array() }) },
    failures: { 403: NOT_ALLOWED },
    handle: ({ actor }) => ({
      body: { success: true, fields: listFields(actor).map(fieldObject.serialize) },
    }),
  })
  .post({
    auth: 'bearer',
    scope: 'designs:write',
    admits: issuersWho('certificates'),
    summary: 'Declare a field for the issuer’s certificates',
    body: declarationMembers,
    example: { key: 'hours', name: 'Hours', kind: 'number', visibility: ['certificate'], min: 0 },
    responses: { 201: success({ field: fieldObject }) },
    failures: { 403: NOT_ALLOWED, 409: 'You already use 30 fields. Retire one of them first.' },
    handle: async ({ actor, json }) => declareField(actor, parseInput(declarationSchema, await json())),
    answer: (field) => ({ status: 201, body: { success: true, field: fieldObject.serialize(field) } }),
  });

api('fields/pictures').post({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary:
    'Store a photograph, as multipart, for a field of the kind picture. It is turned upright, cut to 35 by 45 mm and kept without metadata, and deleted after a day unless a certificate has it',
  body: z.object({}),
  example: {},
  files: { picture: 'PNG, JPEG, WebP, GIF or AVIF, at most 10 MB' },
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: thumbnailTooLarge },
  responses: { 201: success({ picture: pictureObject }) },
  failures: {
    403: NOT_ALLOWED,
    429: TOO_MANY,
    507: 'You have 20,000 photographs that no certificate has yet. Issue some of these first, or try again tomorrow.',
  },
  handle: async ({ actor, upload }) => readPicture(actor, upload),
  answer: (id) => ({ status: 201, body: { success: true, picture: pictureObject.serialize({ id }) } }),
});

const RETIRED = 'Field retired.';

api('fields/:fieldId')
  .patch({
    auth: 'bearer',
    scope: 'designs:write',
    admits: issuersWho('certificates'),
    summary:
      'Change a field. What is left out stays, and null removes a rule. Key, kind and visibility never change, and neither do certificates',
    body: changeableMembers,
    example: { name: 'Hours of instruction', max: 400 },
    responses: { 200: success({ field: fieldObject }) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This field is retired.' },
    handle: async ({ actor, params, json }) => changeField(actor, params.fieldId, await json()),
    answer: (field) => ({ body: { success: true, field: fieldObject.serialize(field) } }),
  })
  .delete({
    auth: 'bearer',
    scope: 'designs:write',
    admits: issuersWho('certificates'),
    summary: 'Retire a field. New certificates no longer have it; issued ones keep their values',
    responses: { 200: done(RETIRED) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This field is already retired.' },
    handle({ actor, params }) {
      retireField(actor, params.fieldId);
      return { body: { success: true, message: RETIRED } };
    },
  });

import { issuersWho } from '#app/accounts/actor.server.ts';
import {
  changeField,
  declareField,
  listFields,
  retireField,
} from '#app/certificates/declare-fields.server.ts';
import {
  changeableMembers,
  declarationMembers,
  declarationSchema,
} from '#app/certificates/field.schema.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { resource } from './respond.ts';
import { fieldObject } from './schemas/fields.ts';
import { done, NOT_ALLOWED, success } from './schemas/responses.ts';

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

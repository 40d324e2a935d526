import { issuersWho } from '#app/accounts/actor.server.ts';
import { removeDefaultDesign, setDefaultDesign } from '#app/designs/default-design.server.ts';
import { defaultSchema, noDefaultSchema } from '#app/designs/design.schema.server.ts';
import { api } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

const SAVED = 'Default saved.';
const REMOVED = 'Default removed.';

const resource = api('designs/:designId/default')
  .put({
    auth: 'bearer',
    scope: 'designs:write',
    admits: issuersWho('certificates'),
    summary: 'Make a design the default of a course or, without courseName, of the issuer',
    body: defaultSchema,
    example: { courseName: 'Distributed Systems' },
    responses: { 200: done(SAVED) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This design is retired.' },
    act({ actor, params, input }) {
      setDefaultDesign(actor, params.designId, input);
      return { body: { success: true, message: SAVED } };
    },
  })
  .delete({
    auth: 'bearer',
    scope: 'designs:write',
    admits: issuersWho('certificates'),
    summary: 'Remove a design as the default of a course or, without courseName, of the issuer',
    body: noDefaultSchema,
    example: { courseName: 'Distributed Systems' },
    responses: { 200: done(REMOVED) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    act({ actor, params, input }) {
      removeDefaultDesign(actor, params.designId, input);
      return { body: { success: true, message: REMOVED } };
    },
  });

export const loader = resource.loader;
export const action = resource.action;

import { issuersWho } from '#app/accounts/actor.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { duplicateDesign } from '#app/designs/save-design.server.ts';
import { serializeWholeDesign } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { wholeDesignSchema } from './schemas/designs.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

const resource = api('designs/:designId/copy').post({
  auth: 'bearer',
  scope: 'designs:write',
  admits: issuersWho('certificates'),
  summary: 'Copy a design, which may be retired',
  responses: { 201: success({ design: wholeDesignSchema }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: 'You already use 100 designs. Retire one of them first.',
  },
  handle({ actor, params }) {
    const copy = findDesign(actor, duplicateDesign(actor, params.designId));
    return { status: 201, body: { success: true, design: serializeWholeDesign(copy) } };
  },
});

export const loader = resource.loader;
export const action = resource.action;

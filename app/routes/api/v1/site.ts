import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { retryMailSchema } from '#app/operations/mail-queue.schema.ts';
import { mailQueue, retryMail } from '#app/operations/mail-queue.server.ts';
import { siteStatus } from '#app/operations/site-status.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { resource } from './respond.ts';
import { laneObject, statusObject, troubledMailObject } from './schemas/operation.ts';
import { listOf, NOT_ALLOWED, success, told } from './schemas/responses.ts';

export const api = resource();

api('mail')
  .get({
    auth: 'bearer',
    admits: requireSuperAdmin,
    summary:
      'The queues of mail, and messages whose latest attempt failed, newest first, 50 a page, for super admins',
    query: listQuerySchema,
    since: { list: 'messages', at: 'at', inOrder: false },
    responses: { 200: listOf('messages', troubledMailObject, { lanes: laneObject.array() }) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor, query }) {
      const { lanes, troubled, nextCursor } = mailQueue(actor, query);
      return {
        body: {
          success: true,
          lanes: lanes.map(laneObject.serialize),
          messages: troubled.map(troubledMailObject.serialize),
          nextCursor,
        },
      };
    },
  })
  .post({
    auth: 'bearer',
    admits: requireSuperAdmin,
    summary: 'Try a message that was not delivered again at once, or all of them, for super admins',
    body: retryMailSchema,
    example: { mailId: 'all' },
    responses: { 200: told('3 messages are being sent now.') },
    failures: { 403: NOT_ALLOWED, 409: 'No such message is waiting for another attempt.' },
    act: ({ actor, input }) => ({ body: { success: true, ...retryMail(actor, input) } }),
  });

api('status').get({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'The state of the site, for super admins',
  responses: { 200: success({ status: statusObject }) },
  failures: { 403: NOT_ALLOWED },
  handle: async ({ actor }) => ({
    body: { success: true, status: statusObject.serialize(await siteStatus(actor)) },
  }),
});

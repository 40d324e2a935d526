import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { markMessage } from '#app/support/mark-message.server.ts';
import { markMessageSchema } from '#app/support/support.schema.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

api('messages/:messageId').patch({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Mark a message to support as handled or as open, for super admins',
  body: markMessageSchema.omit({ messageId: true }),
  example: { mark: 'handled' },
  responses: { 200: told('The message was marked as handled.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  act: ({ actor, params, input }) => ({
    body: { success: true, ...markMessage(actor, { ...params, ...input }) },
  }),
});

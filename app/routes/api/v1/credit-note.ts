import { creditNoteOf } from '#app/payments/credit-note.server.ts';
import { serializeCreditNote } from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { creditNoteSchema } from './schemas/billing.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('payments/credit-notes/:creditNoteId').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The credit note of a refund, for the payer and super admins',
  responses: { 200: success({ creditNote: creditNoteSchema }) },
  failures: { 404: 'Not found.' },
  handle: ({ actor, params }) => ({
    body: { success: true, creditNote: serializeCreditNote(creditNoteOf(actor, params.creditNoteId)) },
  }),
});

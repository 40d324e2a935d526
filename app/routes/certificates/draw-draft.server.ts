import type { Actor } from '#app/accounts/actor.server.ts';
import { draftSchema } from '#app/certificates/certificate.schema.ts';
import { todayUtc } from '#app/certificates/certificate.server.ts';
import { type DrawnDraft, draftSoFar } from '#app/certificates/draft-certificate.server.ts';
import { findScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { form, type Submission } from '#app/routes/form.server.ts';
import { pictureUrl } from '#app/routes/pieces/pictures.server.ts';
import { enteredFields } from '#app/routes/read-form.server.ts';

/** The own fields of the certificate that a form is about, if it waits: some may be retired, and have no control. */
function valuesThatWait(actor: Actor, fields: FormData) {
  const uniqueId = fields.get('scheduled');
  return typeof uniqueId === 'string' ? (findScheduled(actor, uniqueId)?.fields ?? []) : [];
}

/** Handles the form of a new certificate, or of one that waits, by drawing what is entered so far. */
export const drawDraft = <Outcome>(outcome: (draft: DrawnDraft, submission: Submission) => Outcome) =>
  form({
    schema: () => draftSchema(todayUtc()),
    perform: (input, { actor, form: fields }) =>
      draftSoFar(actor, { ...input, fields: enteredFields(fields) }, valuesThatWait(actor, fields)),
    details: () => ({ duplicateOf: null }),
    outcome,
  });

/** What a page shows after 'Preview', without JavaScript. */
export const shownDraft = ({ png, size }: DrawnDraft, { form: fields }: Submission) => ({
  ok: true as const,
  draft: { src: pictureUrl(png), ...size },
  entered: Object.fromEntries([...fields].filter(([, value]) => typeof value === 'string')),
  toast: undefined,
});

import { draftSchema } from '#app/certificates/certificate.schema.ts';
import { todayUtc } from '#app/certificates/certificate.server.ts';
import { type DrawnDraft, draftSoFar } from '#app/certificates/draft-certificate.server.ts';
import { form, type Submission } from '#app/routes/form.server.ts';
import { pictureUrl } from '#app/routes/pieces/pictures.server.ts';
import { enteredFields } from '#app/routes/read-form.server.ts';

/** Handles the form of a new certificate by drawing what is entered so far. */
export const drawDraft = <Outcome>(outcome: (draft: DrawnDraft, submission: Submission) => Outcome) =>
  form({
    schema: () => draftSchema(todayUtc()),
    perform: (input, { actor, form: fields }) =>
      draftSoFar(actor, { ...input, fields: enteredFields(fields) }),
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

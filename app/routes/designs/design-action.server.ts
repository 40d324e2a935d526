import { data } from 'react-router';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { type DesignInput, designSchema } from '#app/designs/design.schema.server.ts';
import { followLanguage } from '#app/designs/design-languages.server.ts';
import { previewMail } from '#app/designs/mail-of-design.server.ts';
import { checkedDesign, withPage } from '#app/designs/own-artwork/check-design.server.ts';
import { chosenSample } from '#app/designs/own-rows.server.ts';
import { previewDesign } from '#app/designs/preview-design.server.ts';
import { pictureUrl } from '#app/routes/pieces/pictures.server.ts';
import { type UploadSubmission, uploadAction } from '#app/routes/upload-action.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { readDesignForm } from './read-design-form.server.ts';

type Fields = Record<string, string>;

/** A preview of the entered design and of its mail. */
async function preview(actor: Actor, fields: Fields) {
  const input = parseInput(designSchema, withPage(actor, fields));
  const sample = chosenSample(actor, fields.sample);
  const png = await previewDesign(actor, input, sample);
  return { ok: true as const, fields, preview: pictureUrl(png), mail: previewMail(actor, input, sample) };
}

/**
 * The action of a design's form: the intent 'preview' shows the entered design, all others save it.
 * @param save saves the design
 */
export function designAction(save: (input: DesignInput, submission: UploadSubmission) => Response) {
  const action = uploadAction({
    async read({ actor, upload }) {
      requireIssuer(actor, 'certificates');
      const { fields, error } = await readDesignForm(actor, upload);
      return { fields: followLanguage(fields), error };
    },
    perform: async ({ fields }, submission) => {
      const { actor } = submission;
      if (fields.intent === 'preview') return data(await preview(actor, fields));
      return save(await checkedDesign(actor, parseInput(designSchema, withPage(actor, fields))), submission);
    },
    outcome: (result) => result,
    // After a conflict, the form has the newest version, so that saving again overwrites it.
    shownFields(fields, error) {
      const { version, draftNumber } = (error?.code === 'conflict' && error.details) || {};
      return {
        ...fields,
        ...(typeof version === 'number' && { version: String(version) }),
        ...(typeof draftNumber === 'number' && { draftNumber: String(draftNumber) }),
      };
    },
  });
  return Object.assign(action, { intents: ['preview', 'save'] });
}

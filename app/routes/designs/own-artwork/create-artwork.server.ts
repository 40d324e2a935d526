import { requireIssuer } from '#app/accounts/actor.server.ts';
import { findBackground } from '#app/designs/background.server.ts';
import { designSchema } from '#app/designs/design.schema.server.ts';
import { checkedDesign } from '#app/designs/own-artwork/check-design.server.ts';
import { createDesign } from '#app/designs/save-design.server.ts';
import { ARTWORK_PAGE_NAMES } from '#app/drawing/own-artwork/artwork.ts';
import { readDesignForm } from '#app/routes/designs/read-design-form.server.ts';
import { redirectWithToast } from '#app/routes/form.server.ts';
import { uploadAction } from '#app/routes/upload-action.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { firstBoxes } from './artwork-operations.server.ts';

/** The action of the form that begins a design with own artwork. Its page is that of its background. */
export const createArtworkAction = uploadAction({
  async read({ actor, upload }) {
    requireIssuer(actor, 'certificates');
    return await readDesignForm(actor, upload);
  },
  async perform({ fields }, { actor }) {
    const { backgroundImage } = fields;
    const background = backgroundImage ? findBackground(actor, backgroundImage) : null;
    const page = background?.page ?? ARTWORK_PAGE_NAMES.find((known) => known === fields.page) ?? 'a4';
    const boxes = JSON.stringify(firstBoxes(page, (background?.words.length ?? 0) > 0));
    const input = parseInput(designSchema, { ...fields, base: 'artwork', page, boxes, draft: 'on' });
    return createDesign(actor, await checkedDesign(actor, input));
  },
  outcome: (id) => redirectWithToast(`/admin/designs/${id}`, t('boxEditor.draftSaved')),
});

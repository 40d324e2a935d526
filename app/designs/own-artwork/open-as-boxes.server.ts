import { type Actor, clientOf, requireIssuer } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { imagesOf } from '#app/certificates/certificate-design.server.ts';
import { storeBackground } from '#app/designs/background.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { photoKeys } from '#app/designs/design-texts.server.ts';
import { drawingOfSample, sampleDay } from '#app/designs/preview-design.server.ts';
import { freeName, insertDesign } from '#app/designs/save-design.server.ts';
import type { LeftOut } from '#app/drawing/own-artwork/from-layout.server.ts';
import { renderAsBoxes } from '#app/drawing/render.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { t } from '#messages';
import { checkedDesign } from './check-design.server.ts';

const leftTexts = (): Record<LeftOut, string> => ({
  seal: t('openAsBoxes.theSealIsPartOfTheBackground'),
  ornament: t('openAsBoxes.theOrnamentsArePartOfTheBackground'),
  spacing: t('openAsBoxes.lettersAreNoLongerSetApart'),
  capitals: t('openAsBoxes.namesAreNoLongerInCapitals'),
  photo: t('openAsBoxes.thereIsNoFieldForThePhotograph'),
});

/** The new design, and what its boxes cannot do as the layout did, in the reader's words. */
export type OpenedDesign = { id: string; left: string[] };

/**
 * Makes a draft with own artwork from a design of a layout, which stays as it is. Its frame becomes the background.
 * @throws AppError as `findDesign`; conflict for a design that has own artwork, or with too many designs; storage-full; rate-limited; busy
 */
export async function openAsBoxes(actor: Actor, id: string): Promise<OpenedDesign> {
  requireIssuer(actor, 'certificates');
  const { organisation } = actor;
  const { name, design, expiresAfter, mail } = findDesign(actor, id);
  if (design.artwork) throw new AppError('conflict', t('openAsBoxes.thisDesignHasBoxesAlready'));
  await limit(actor, 'design-pictures');
  const opens = drawingOfSample(organisation, design, 'usual', sampleDay());
  const images = imagesOf(organisation.id, design);
  const photo = photoKeys(organisation.id)[0] ?? null;
  const { pdf, page, boxes, left } = await renderAsBoxes(
    { opens, images, texts: design.texts, photo },
    clientOf(actor),
  );
  const background = await storeBackground(actor, 'design', pdf);
  const { title } = design.texts;
  const { pageSize: _, ...kept } = design;
  const { name: free, ...content } = await checkedDesign(actor, {
    name: freeName(organisation.id, name),
    design: {
      ...kept,
      base: 'artwork',
      texts: { title, subtitle: '', beforeName: '', beforeCourse: '', statement: '' },
      seal: false,
      artwork: { page, background: background.id, boxes },
    },
    expiresAfter,
    version: 0,
    draftNumber: undefined,
    isDraft: true,
    mail,
  });
  return transaction((tx) =>
    storeAnswer(tx, {
      id: insertDesign(tx, actor, free, content),
      left: left.map((what) => leftTexts()[what]),
    }),
  );
}

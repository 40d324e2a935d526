import { type Actor, clientOf, requireIssuer } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { imagesOf } from '#app/certificates/certificate-design.server.ts';
import { storeBackground } from '#app/designs/background.server.ts';
import type { DesignInput } from '#app/designs/design.schema.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { photoKeys } from '#app/designs/design-texts.server.ts';
import { drawingOfSample, sampleDay } from '#app/designs/preview-design.server.ts';
import { freeName, insertDesign } from '#app/designs/save-design.server.ts';
import { artworkDesign } from '#app/designs/to-design.server.ts';
import { strengthened } from '#app/drawing/contrast.ts';
import type { ArtworkBox, ArtworkProblem, LeftOut } from '#app/drawing/own-artwork/artwork.ts';
import { renderAsBoxes } from '#app/drawing/render.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { t } from '#messages';
import { checkedDesign, problemsOf } from './check-design.server.ts';

/** The new design, and what its boxes cannot do as the layout did, for `leftText`. */
export type OpenedDesign = { id: string; left: LeftOut[] };

/** Layouts have a watermark or a pattern under texts that are just readable. Weaker ones stand where colours cannot help. */
const LEAST_TO_STRENGTHEN = 2.5;
/** Somewhat more than texts must have, because colours are rounded. */
const WANTED_CONTRAST = 4.6;

/** The boxes with stronger colours where they have too little contrast. */
const readableBoxes = (boxes: readonly ArtworkBox[], problems: readonly ArtworkProblem[]) =>
  boxes.map((box, index) => {
    const found = problems.find((each) => each.box === index && each.problem === 'contrast');
    if (found?.problem !== 'contrast' || found.ratio < LEAST_TO_STRENGTHEN) return box;
    return { ...box, colour: strengthened(box.colour, found.ratio, WANTED_CONTRAST) };
  });

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
  const draftWith = (shown: ArtworkBox[]): DesignInput => ({
    name: freeName(organisation.id, name),
    design: artworkDesign(design, design.texts.title, { page, background: background.id, boxes: shown }),
    expiresAfter,
    version: 0,
    draftNumber: undefined,
    isDraft: true,
    mail,
  });
  const problems = await problemsOf(actor, draftWith(boxes));
  const stronger = readableBoxes(boxes, problems);
  const isStronger = stronger.some((box, index) => box !== boxes[index]);
  const { name: free, ...content } = isStronger
    ? await checkedDesign(actor, draftWith(stronger))
    : { ...draftWith(boxes), problems };
  return transaction((tx) =>
    storeAnswer(tx, {
      id: insertDesign(tx, actor, free, content),
      left: isStronger ? [...left, 'colours' as const] : left,
    }),
  );
}

import type { Design } from '#app/drawing/design.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { preparedSql, type Transaction } from '#db/client.ts';
import { designImages } from '#db/schema/designs.ts';
import { t } from '#messages';
import { keepBackground, releaseBackground } from './background.server.ts';
import { ownImage } from './design-image.server.ts';

/** The pictures of a design with the form fields that name them. */
const picturesOf = ({ logo, signatories }: Design): [field: string, hash: string][] => {
  const signatures = signatories.map(({ signature }, index) => [`signature${index + 1}`, signature] as const);
  return [['logo', logo] as const, ...signatures].flatMap(([field, hash]) => (hash ? [[field, hash]] : []));
};

/** Keeps the pictures of a version or a draft. @throws AppError invalid for a picture that this issuer has not stored */
export function keepImages(tx: Transaction, issuerId: string, design: Design) {
  for (const [field, hash] of picturesOf(design)) {
    const own = ownImage(issuerId, hash);
    const image = tx.select({ draftSince: designImages.draftSince }).from(designImages).where(own).get();
    if (!image) {
      const message = t('saveDesign.thisPictureIsNoLongerStored');
      throw invalid(message, { [field]: [message] });
    }
    if (image.draftSince !== null) tx.update(designImages).set({ draftSince: null }).where(own).run();
  }
  if (design.artwork) keepBackground(tx, issuerId, design.artwork);
  for (const { kind: page, background } of design.artwork?.faces ?? [])
    keepBackground(tx, issuerId, { page, background }, 'faces');
}

const isReferredTo = preparedSql<{ found: number }>(
  `select 1 as found from design_versions v join designs d on d.seq = v.design_seq
   where d.issuer_id = @issuerId and instr(v.design, @hash) > 0
   union all select 1 from designs where issuer_id = @issuerId and instr(draft, @hash) > 0 limit 1`,
);

/** Lets the sweep delete the pictures of a draft that is no longer stored, unless another design has them. */
export function releaseImages(tx: Transaction, issuerId: string, design: Design) {
  for (const [, hash] of picturesOf(design)) {
    if (isReferredTo().get({ issuerId, hash })) continue;
    tx.update(designImages).set({ draftSince: now() }).where(ownImage(issuerId, hash)).run();
  }
  const { artwork } = design;
  for (const background of [artwork, ...(artwork?.faces ?? [])].flatMap((each) => each?.background ?? [])) {
    if (!isReferredTo().get({ issuerId, hash: background })) releaseBackground(tx, issuerId, background);
  }
}

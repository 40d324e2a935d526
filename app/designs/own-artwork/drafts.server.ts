import { eq } from 'drizzle-orm';
import type { Design } from '#app/drawing/design.ts';
import {
  type ArtworkBox,
  type ArtworkProblem,
  FACE_KINDS,
  type FaceKind,
  type OwnArtwork,
} from '#app/drawing/own-artwork/artwork.ts';
import { AppError } from '#app/shared/errors.server.ts';
import type { Transaction } from '#db/client.ts';
import { designs } from '#db/schema/designs.ts';
import { t } from '#messages';
import { faceLabels } from './texts.ts';

/** An unpublished design with its problems. */
export type DraftContent = { design: Design; expiresAfter: string | null; problems: ArtworkProblem[] };

export const readDraft = (draft: string | null) =>
  draft === null ? null : (JSON.parse(draft) as DraftContent);

/** Stores a draft, or removes it when its design is published. */
export function setDraft(
  tx: Transaction,
  { seq, draftNumber }: { seq: number; draftNumber: number },
  draft: DraftContent | null,
) {
  tx.update(designs)
    .set({ draft: draft && JSON.stringify(draft), draftNumber: draftNumber + 1 })
    .where(eq(designs.seq, seq))
    .run();
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const faceIn = (artwork: OwnArtwork | undefined, kind: FaceKind) =>
  artwork?.faces?.find((face) => face.kind === kind) ?? null;

/** What differs between two designs, in words: 'box 2', 'background'. */
function differences(one: Design, other: Design): string[] {
  const [before, after] = [one.artwork, other.artwork];
  const boxes: readonly (ArtworkBox | undefined)[] = before?.boxes ?? [];
  const others: readonly (ArtworkBox | undefined)[] = after?.boxes ?? [];
  const numbers = Array.from({ length: Math.max(boxes.length, others.length) }, (_, index) => index);
  const { artwork: _, ...rest } = one;
  const { artwork: __, ...otherRest } = other;
  return [
    ...numbers
      .filter((index) => !isSame(boxes[index], others[index]))
      .map((index) => t('ownArtwork.boxNumber', { number: index + 1 })),
    ...(before?.background === after?.background ? [] : [t('ownArtwork.background')]),
    ...(before?.page === after?.page ? [] : [t('ownArtwork.page')]),
    ...FACE_KINDS.filter((kind) => !isSame(faceIn(before, kind), faceIn(after, kind))).map(
      (kind) => faceLabels()[kind],
    ),
    ...(isSame(rest, otherRest) ? [] : [t('ownArtwork.otherSettings')]),
  ];
}

type Saved = { version: number; draftNumber: number; design: Design };
type Opened = { version: number; draftNumber?: number | undefined; design: Design };

/** @throws AppError conflict when the design or its draft was saved after it was opened, saying what differs */
export function requireNothingNewer(saved: Saved, opened: Opened) {
  const { version, draftNumber } = saved;
  const isOlder = opened.draftNumber !== undefined && opened.draftNumber !== draftNumber;
  if (opened.version === version && !isOlder) return;
  const changed = saved.design.artwork ? differences(saved.design, opened.design) : [];
  const message = saved.design.artwork
    ? t('ownArtwork.thisDesignWasSavedMeanwhile', {
        differences: changed.join(t('page.betweenNames')) || t('ownArtwork.nothing'),
      })
    : t('saveDesign.versionVersionOfThisDesignWasSavedMeanwhile', { version });
  throw new AppError('conflict', message, {
    details: { version, ...(saved.design.artwork && { draftNumber, changed }) },
  });
}

import { boxLabels } from '#app/designs/own-artwork/texts.ts';
import type { ArtworkBox, BoxKind } from '#app/drawing/own-artwork/artwork.ts';
import { writtenNumber } from '#app/shared/entered-numbers.ts';
import { t } from '#messages';
import { MILLIMETRE } from './place-boxes.ts';

/* What the editor says of a box. */

/** Thousandths of a millimetre in millimetres. */
export const inMillimetres = (microns: number) => microns / MILLIMETRE;

export const kindLabels = (): Record<BoxKind, string> => ({
  text: boxLabels().text,
  picture: boxLabels().picture,
  qr: t('boxEditor.qrCode'),
  id: t('common.certificateId'),
  line: t('boxEditor.line'),
  date: t('common.date'),
});

/** Name of a picture of the design or of an own field. */
export type PictureOption = { value: string; label: string };

/** A box by its text as typed, or else by what it is. */
export function boxName({ kind, text, picture }: ArtworkBox, pictures: readonly PictureOption[]): string {
  if (text.trim() !== '') return text;
  if (kind !== 'picture') return kindLabels()[kind];
  return pictures.find(({ value }) => value === picture)?.label ?? kindLabels().picture;
}

/** Kind and place of a box in millimetres. */
export const boxPlace = ({ kind, x, y, width, height }: ArtworkBox): string =>
  t('boxEditor.kindAtPlace', {
    kind: kindLabels()[kind],
    x: writtenNumber(inMillimetres(x)),
    y: writtenNumber(inMillimetres(y)),
    width: writtenNumber(inMillimetres(width)),
    height: writtenNumber(inMillimetres(height)),
  });

import { t } from '#messages';

/** Names of a box's properties for people. Pages load them, so they need no schema. */
export const boxLabels = () => ({
  kind: t('ownFields.kind'),
  x: t('ownArtwork.x'),
  y: t('ownArtwork.y'),
  width: t('ownArtwork.width'),
  height: t('ownArtwork.height'),
  text: t('ownArtwork.text'),
  picture: t('ownArtwork.picture'),
  align: t('ownArtwork.alignment'),
  typeface: t('ownArtwork.typeface'),
  size: t('ownArtwork.size'),
  minSize: t('ownArtwork.smallestSize'),
  colour: t('ownArtwork.colour'),
  long: t('ownArtwork.longValues'),
  lines: t('ownArtwork.lines'),
});
export type BoxProperty = keyof ReturnType<typeof boxLabels>;

/** A problem with the number of its box. @param index place in the list of boxes */
export const ofBox = (index: number, problem: string) =>
  t('ownArtwork.boxNumberProblem', { number: index + 1, problem });

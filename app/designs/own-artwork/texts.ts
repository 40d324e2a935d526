import {
  type ArtworkProblem,
  type FaceKind,
  LEAST_ID_SIZE,
  LEAST_QR,
  type LeftOut,
} from '#app/drawing/own-artwork/artwork.ts';
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

/** Names of the faces for people. */
export const faceLabels = (): Record<FaceKind, string> => ({
  card: t('faces.card'),
  wide: t('faces.widePicture'),
  square: t('faces.squarePicture'),
});

/** A problem of a face, with its name. */
export const ofFace = (face: FaceKind, problem: string) =>
  t('page.labelValue', { label: faceLabels()[face], value: problem });

/** The message of a problem. */
export function problemText(problem: ArtworkProblem): string {
  switch (problem.problem) {
    case 'no-qr':
      return t('ownArtwork.aQrCodeIsMissing');
    case 'no-id':
      return t('ownArtwork.theIdIsMissing');
    case 'small-qr':
      return t('ownArtwork.theQrCodeIsSmallerThanLeast', { least: LEAST_QR / 1000 });
    case 'small-id':
      return t('ownArtwork.theIdIsSmallerThanLeast', { least: LEAST_ID_SIZE });
    case 'no-picture':
      return t('ownArtwork.thisPictureIsMissing');
    case 'no-room':
      return t('ownArtwork.atItsSmallestSizeTextDoesNotFit', { text: problem.text });
    case 'overlap':
      return t('ownArtwork.itOverlapsBoxNumber', { number: problem.other + 1 });
    case 'word':
      return t('ownArtwork.itLiesOnAWordOfTheBackground', { word: problem.word });
    case 'contrast':
      return t('ownArtwork.itsColourIsTooCloseToTheBackground', { ratio: problem.ratio.toFixed(1) });
  }
}

/** The same with the face and the number of the box. */
export function numberedProblem(problem: ArtworkProblem): string {
  const text = problem.box === null ? problemText(problem) : ofBox(problem.box, problemText(problem));
  return problem.face ? ofFace(problem.face, text) : text;
}

/** What the boxes of an opened design cannot do as its layout did. */
export function leftText(what: LeftOut): string {
  switch (what) {
    case 'seal':
      return t('openAsBoxes.theSealIsPartOfTheBackground');
    case 'ornament':
      return t('openAsBoxes.theOrnamentsArePartOfTheBackground');
    case 'spacing':
      return t('openAsBoxes.lettersAreNoLongerSetApart');
    case 'capitals':
      return t('openAsBoxes.namesAreNoLongerInCapitals');
    case 'photo':
      return t('openAsBoxes.thereIsNoFieldForThePhotograph');
    case 'colours':
      return t('openAsBoxes.coloursBecameStronger');
  }
}

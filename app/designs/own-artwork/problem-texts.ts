import { LEAST_ID_SIZE, LEAST_QR } from '#app/drawing/own-artwork/artwork.ts';
import type { ArtworkProblem } from '#app/drawing/own-artwork/problems.ts';
import { t } from '#messages';
import { ofBox } from './box-labels.ts';

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

/** The same with the number of the box. */
export const numberedProblem = (problem: ArtworkProblem): string =>
  problem.box === null ? problemText(problem) : ofBox(problem.box, problemText(problem));

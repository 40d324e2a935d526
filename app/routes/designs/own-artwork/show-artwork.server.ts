import type { Issuer } from '#app/accounts/actor.server.ts';
import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { fieldsInUse } from '#app/certificates/field-values.server.ts';
import { findBackground } from '#app/designs/background.server.ts';
import type { OwnDesign } from '#app/designs/design.server.ts';
import { toFields } from '#app/designs/design-form.ts';
import { designLanguages } from '#app/designs/design-languages.server.ts';
import { ownPlaceholders } from '#app/designs/design-texts.server.ts';
import { numberedProblem, problemText } from '#app/designs/own-artwork/texts.ts';
import type { ArtworkProblem, FaceKind } from '#app/drawing/own-artwork/artwork.ts';
import { PLACEHOLDERS } from '#app/drawing/placeholders.ts';
import { durationToEnter } from '#app/shared/entered-durations.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import { artworkOfFace } from './face-form.server.ts';
import type { ShownArtwork, ShownProblem } from './shown-artwork.ts';

/** The words of a background. None of one that is no longer stored. */
function wordsOf(actor: Issuer, background: string) {
  if (background === '') return [];
  try {
    return findBackground(actor, background).words.map(({ text }) => ({ text }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return [];
    throw error;
  }
}

/** The problems of what is shown, by its boxes, and after them the others. */
function shownProblems({ problems }: OwnDesign, face: FaceKind | null): ShownProblem[] {
  const isShown = (problem: ArtworkProblem) => (problem.face ?? null) === face;
  const onPage = (message: string) => t('page.labelValue', { label: t('ownArtwork.page'), value: message });
  const named = (problem: ArtworkProblem) =>
    problem.face ? numberedProblem(problem) : onPage(numberedProblem(problem));
  return [
    ...problems.filter(isShown).map((problem) => ({ box: problem.box, message: problemText(problem) })),
    ...problems
      .filter((problem) => !isShown(problem))
      .map((problem) => ({ box: null, message: named(problem) })),
  ];
}

/** A design with own artwork, for the editor. @param face which is shown instead of the page */
export function shownArtwork(actor: Issuer, own: OwnDesign, face: FaceKind | null): ShownArtwork {
  const { design, name, version, expiresAfter, mail } = own;
  const shown = face ? artworkOfFace(actor, design, face) : { ...design.artwork, isOwn: true };
  const { page = 'a4', background = null, boxes = [], isOwn } = shown;
  return {
    face: face && { kind: face, isOwn },
    number: own.draftNumber,
    page,
    background: background ?? '',
    words: wordsOf(actor, background ?? ''),
    boxes,
    problems: shownProblems(own, face),
    fields: {
      ...toFields(design, mail),
      name,
      expiresAfter: durationToEnter(expiresAfter ?? ''),
      version: String(version),
    },
  };
}

/** What the editor offers to choose from. */
export const artworkChoices = (actor: Issuer) => ({
  languages: designLanguages(),
  placeholders: [...PLACEHOLDERS.map((name) => `{${name}}`), ...ownPlaceholders(actor)],
  ownPictures: fieldsInUse(actor.organisation.id)
    .filter(({ kind }) => kind === 'picture')
    .map(({ key, name }) => ({ value: key, label: name })),
  hasOwnMail: isReviewedIssuer(actor.organisation.id),
});

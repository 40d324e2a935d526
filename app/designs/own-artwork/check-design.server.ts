import { type Actor, clientOf, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { imagesOf } from '#app/certificates/certificate-design.server.ts';
import { LINE_NAMES, type Lines } from '#app/certificates/fields.ts';
import { findBackground } from '#app/designs/background.server.ts';
import type { DesignInput } from '#app/designs/design.schema.server.ts';
import { longFields, requireTexts } from '#app/designs/design-texts.server.ts';
import { drawingOfSample, sampleDay } from '#app/designs/preview-design.server.ts';
import type { Design } from '#app/drawing/design.ts';
import { type ArtworkProblem, isFace, LONGEST_HELD_VALUE } from '#app/drawing/own-artwork/artwork.ts';
import { ownFace } from '#app/drawing/own-artwork/faces.server.ts';
import { findProblems } from '#app/drawing/render.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { isBlank } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import scripts from './scripts.json' with { type: 'json' };
import { numberedProblem } from './texts.ts';

/** A name in each of six scripts, from which the longest values are made, and the shortest. Wide letters count as two. */
type Script = { name: string; shortest: string; isWide?: boolean };

const longest = ({ name, isWide }: Script) => {
  const letters = isWide ? LONGEST_HELD_VALUE / 2 : LONGEST_HELD_VALUE;
  const repeated = name.repeat(Math.ceil(letters / name.length));
  return repeated.slice(0, letters).trim();
};

/** By box: its texts with the longest and the shortest values. */
function textsOf({ organisation }: Issuer, design: Design): string[][] {
  const values = (scripts as Script[]).flatMap((script) => [longest(script), script.shortest]);
  const filled = values.map((value) => {
    const names = Object.fromEntries(LINE_NAMES.map((name) => [name, value])) as Lines;
    const drawn = drawingOfSample(
      organisation,
      design,
      names,
      sampleDay(),
      longFields(organisation.id, value),
    );
    return drawn.design?.artwork?.boxes ?? [];
  });
  return (design.artwork?.boxes ?? []).map((_, index) => [
    ...new Set(filled.map((boxes) => boxes[index]?.text ?? '')),
  ]);
}

/** The background that was entered, if it is stored. */
function enteredBackground(actor: Actor, entered: object) {
  const id: unknown = Reflect.get(entered, 'backgroundImage');
  if (typeof id !== 'string' || id === '') return null;
  try {
    return findBackground(actor, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}

/**
 * Adds the page of the background to own artwork without a page. Call it before `designSchema` parses the input.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer
 */
export function withPage(actor: Actor, entered: object): object {
  const namesPage = Reflect.get(entered, 'base') !== 'artwork' || !isBlank(Reflect.get(entered, 'page'));
  const page = namesPage ? undefined : enteredBackground(actor, entered)?.page;
  return page ? { ...entered, page } : entered;
}

/** The words of a background. @throws AppError invalid for one that is not stored */
function wordsOf(actor: Actor, id: string, field: 'background' | 'faces') {
  try {
    return findBackground(actor, id).words;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not-found')) throw error;
    const message = t('background.thisBackgroundIsNoLongerStored');
    throw invalid(message, { [field]: [message] });
  }
}

/**
 * What keeps own artwork from being published. Nothing for the layouts.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; invalid, naming boxes; rate-limited; busy
 */
export async function problemsOf(actor: Actor, { design, mail }: DesignInput): Promise<ArtworkProblem[]> {
  requireIssuer(actor, 'certificates');
  requireTexts(actor.organisation.id, { design, mail });
  const problems = await problemsOfPage(actor, design);
  for (const { kind: face } of design.artwork?.faces ?? []) {
    const found = await problemsOfPage(actor, ownFace(design, face));
    problems.push(...found.map((problem) => ({ ...problem, face })));
  }
  return problems;
}

/** The problems of the page of a design, which may be a face. */
async function problemsOfPage(actor: Issuer, design: Design): Promise<ArtworkProblem[]> {
  if (!design.artwork) return [];
  const { organisation } = actor;
  const drawing = drawingOfSample(organisation, design, 'usual', sampleDay());
  const { background, page } = design.artwork;
  const words = background === null ? [] : wordsOf(actor, background, isFace(page) ? 'faces' : 'background');
  const check = { texts: textsOf(actor, design), words };
  await limit(actor, 'design-previews');
  return await findProblems(drawing, imagesOf(organisation.id, design), check, clientOf(actor));
}

/**
 * A design that can be saved: own artwork with its problems, of which one that is published has none.
 * @throws AppError as `problemsOf`; invalid, naming boxes, for problems of a design that is no draft
 */
export async function checkedDesign(actor: Actor, input: DesignInput): Promise<DesignInput> {
  const problems = await problemsOf(actor, input);
  if (input.isDraft || problems.length === 0) return { ...input, problems };
  const messages = (those: ArtworkProblem[]) => those.map(numberedProblem);
  const [inBoxes, inFaces] = [problems.filter(({ face }) => !face), problems.filter(({ face }) => face)];
  throw invalid(messages(problems)[0] ?? '', {
    ...(inBoxes.length > 0 && { boxes: messages(inBoxes) }),
    ...(inFaces.length > 0 && { faces: messages(inFaces) }),
  });
}

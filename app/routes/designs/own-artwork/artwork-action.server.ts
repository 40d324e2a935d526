import { data } from 'react-router';
import { type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { findBackground, removeWords } from '#app/designs/background.server.ts';
import { designSchema } from '#app/designs/design.schema.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { checkedDesign } from '#app/designs/own-artwork/check-design.server.ts';
import { chosenSample } from '#app/designs/own-rows.server.ts';
import { previewDesign } from '#app/designs/preview-design.server.ts';
import { createDesign, updateDesign } from '#app/designs/save-design.server.ts';
import {
  ARTWORK_PAGE_NAMES,
  type Face,
  type FaceKind,
  type OwnArtwork,
} from '#app/drawing/own-artwork/artwork.ts';
import { readDesignForm } from '#app/routes/designs/read-design-form.server.ts';
import { redirectWithToast } from '#app/routes/form.server.ts';
import { pictureUrl } from '#app/routes/pieces/pictures.server.ts';
import { type UploadSubmission, uploadAction } from '#app/routes/upload-action.server.ts';
import { AppError, type ErrorCode, invalid } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import {
  boxesToShow,
  boxOfWords,
  enteredBoxes,
  firstBoxes,
  OPERATIONS,
  onPage,
  operate,
} from './box-form.server.ts';
import { firstFieldOf, tickedWords } from './box-form.ts';
import { artworkOfFace, readFace, wholeFields, withFace } from './face-form.server.ts';
import { shownArtwork } from './show-artwork.server.ts';
import type { ShownArtwork } from './shown-artwork.ts';

type Fields = Record<string, string>;
type Acting = { actor: Issuer; id: string };

const INTENT = /^([a-z]{2,10})(?: (\d{1,4}))?$/;

/** The draft that was entered: what the form shows, and the rest as it is stored. @throws AppError invalid; not-found */
function draftOf({ actor, id }: Acting, fields: Fields) {
  const whole = wholeFields(actor, fields, findDesign(actor, id).design);
  return parseInput(designSchema, { ...whole, base: 'artwork', draft: 'on' });
}
type Draft = ReturnType<typeof draftOf>;

const NONE: OwnArtwork = { page: 'a4', background: null, boxes: [] };

/** What the form shows of a draft. @param face of the form; null for the page */
function artworkOf(actor: Issuer, { design }: Draft, face: FaceKind | null): OwnArtwork {
  return face ? artworkOfFace(actor, design, face) : (design.artwork ?? NONE);
}

/** A draft with another background or other boxes of what the form shows. */
function withArtwork(
  actor: Issuer,
  draft: Draft,
  face: FaceKind | null,
  changed: Partial<Pick<OwnArtwork, 'background' | 'boxes'>>,
): Draft {
  const { design } = draft;
  const { artwork = NONE } = design;
  const { background, boxes } = { ...artworkOf(actor, draft, face), ...changed };
  const surface = face ? { faces: withFace(artwork, face, { background, boxes }) } : { background, boxes };
  return { ...draft, design: { ...design, artwork: { ...artwork, ...surface } as OwnArtwork } };
}

/** A draft one of whose faces the site makes again. */
function withoutFace(draft: Draft, face: FaceKind): Draft {
  const { faces: _, ...artwork } = draft.design.artwork ?? NONE;
  const faces = withFace(draft.design.artwork ?? NONE, face, null) as Face[];
  return {
    ...draft,
    design: { ...draft.design, artwork: { ...artwork, ...(faces.length > 0 && { faces }) } },
  };
}

async function save({ actor, id }: Acting, draft: Draft) {
  updateDesign(actor, id, await checkedDesign(actor, draft));
  return findDesign(actor, id);
}

/** Saves what was entered, and publishes it unless it has problems. */
async function publish({ actor, id }: Acting, draft: Draft) {
  const checked = await checkedDesign(actor, draft);
  updateDesign(actor, id, checked);
  const { draftNumber, version, problems } = findDesign(actor, id);
  if (problems.length > 0)
    throw new AppError('invalid', t('boxEditor.solveTheProblemsFirst'), {
      details: { savedNumber: draftNumber },
    });
  updateDesign(actor, id, { ...checked, isDraft: false, draftNumber, version });
  return findDesign(actor, id).version;
}

/** Makes the ticked words of the background one box. Returns a note about those that could not be taken out. */
async function takeWords(acting: Acting, draft: Draft, fields: Fields) {
  const face = readFace(fields.face);
  const { background: before, boxes, page } = artworkOf(acting.actor, draft, face);
  const all = before === null ? [] : findBackground(acting.actor, before).words;
  const ticked = tickedWords(fields);
  const words = ticked.flatMap((index) => all[index] ?? []);
  if (before === null || words.length === 0) throw invalid(t('boxEditor.tickAWordFirst'));
  const { background, left } = await removeWords(acting.actor, before, ticked);
  const box = boxOfWords(words, page, [...all.filter((word) => !words.includes(word)), ...boxes]);
  const changed = { background: background.id, boxes: [...boxes, box] };
  await save(acting, withArtwork(acting.actor, draft, face, changed));
  if (left.length === 0) return undefined;
  const texts = left.map(({ text }) => text).join(' ');
  return t('boxEditor.theWordCouldNotBeTakenOut', { word: texts });
}

async function perform({ fields }: { fields: Fields }, { actor, params }: UploadSubmission) {
  requireIssuer(actor, 'certificates');
  const acting = { actor, id: params.id ?? '' };
  const face = readFace(fields.face);
  const path = `/admin/designs/${acting.id}${face ? `?face=${face}` : ''}`;
  const [, intent = '', number = ''] = INTENT.exec(fields.intent ?? '') ?? [];
  const draft = draftOf(acting, fields);
  const at = Number(number) - 1;
  switch (intent) {
    case 'preview': {
      const png = await previewDesign(actor, draft, chosenSample(actor, fields.sample), face);
      return data({ ok: true as const, shown: entered(acting, fields), preview: pictureUrl(png) });
    }
    case 'draft':
      return data({ ok: true as const, shown: shownArtwork(actor, await save(acting, draft), face) });
    case 'publish': {
      const version = await publish(acting, draft);
      return redirectWithToast(path, t('boxEditor.versionVersionIsPublished', { version }));
    }
    case 'word': {
      const note = await takeWords(acting, draft, fields);
      const boxes = artworkOf(actor, draft, face).boxes.length + 1;
      const to = `${path}#${firstFieldOf(boxes)}`;
      return note ? redirectWithToast(to, note, { kind: 'info' }) : redirectWithToast(to);
    }
    case 'site': {
      await save(acting, face ? withoutFace(draft, face) : draft);
      return redirectWithToast(path, t('boxEditor.draftSaved'));
    }
    default: {
      const operation = OPERATIONS.find((known) => known === intent);
      if (!operation) {
        await save(acting, draft);
        return redirectWithToast(path, t('boxEditor.draftSaved'));
      }
      const changed = operate(operation, artworkOf(actor, draft, face), at, fields.kind);
      await save(acting, withArtwork(actor, draft, face, { boxes: changed.boxes }));
      return redirectWithToast(`${path}#${firstFieldOf(changed.at + 1)}`);
    }
  }
}

/** What was entered, for a form that is shown again. */
function entered({ actor, id }: Acting, fields: Fields): ShownArtwork {
  const stored = shownArtwork(actor, findDesign(actor, id), readFace(fields.face));
  return {
    ...stored,
    number: Number(fields.draftNumber ?? stored.number),
    boxes: boxesToShow(fields),
    fields: { ...stored.fields, ...fields },
  };
}

/** Stores the chosen files. The page follows a new background, and the boxes follow the page. */
async function read({ actor, upload }: UploadSubmission) {
  requireIssuer(actor, 'certificates');
  const { fields, error } = await readDesignForm(actor, upload);
  const boxes = enteredBoxes(fields);
  const [first] = Object.values(boxes?.errors ?? {});
  const unreadable = first && invalid(first[0] ?? '', boxes?.errors);
  const list = boxes ? JSON.stringify(boxes.boxes) : (fields.boxes ?? '');
  return { fields: { ...fields, ...followPage(actor, fields, list) }, error: error ?? unreadable ?? null };
}

function followPage(actor: Issuer, fields: Fields, boxes: string): Fields {
  const { backgroundImage = '' } = fields;
  const page = backgroundImage && findBackground(actor, backgroundImage).page;
  // A face has one size.
  if (!page || page === fields.page || readFace(fields.face)) return { boxes };
  return { page, boxes: JSON.stringify(onPage(boxesToShow({ boxes }), page)) };
}

/** Errors after which the page shows nothing of the design. */
const HIDDEN: ErrorCode[] = ['not-found', 'forbidden', 'unauthenticated'];

/** After an error, the page shows what was entered; after a conflict, also what was saved meanwhile. */
function details(error: AppError | null, fields: Fields, { actor, params }: UploadSubmission) {
  if (error && HIDDEN.includes(error.code)) return {};
  requireIssuer(actor, 'certificates');
  const acting = { actor, id: params.id ?? '' };
  const saved = error?.details?.savedNumber;
  const isSaved = typeof saved === 'number';
  return {
    shown: entered(acting, isSaved ? { ...fields, draftNumber: String(saved) } : fields),
    isSaved,
    ...(error?.code === 'conflict' && {
      conflict: shownArtwork(actor, findDesign(actor, acting.id), readFace(fields.face)),
    }),
  };
}

/** The action of the editor: 'preview' shows what was entered, and all others save it as a draft first. */
export const artworkAction = Object.assign(
  uploadAction({ read, perform, outcome: (result) => result, details }),
  {
    intents: ['draft', 'save', 'publish', 'preview', 'word', 'site', ...OPERATIONS],
  },
);

/** The action of the form that begins a design with own artwork. Its page is that of its background. */
export const createArtworkAction = uploadAction({
  async read({ actor, upload }) {
    requireIssuer(actor, 'certificates');
    return await readDesignForm(actor, upload);
  },
  async perform({ fields }, { actor }) {
    const { backgroundImage } = fields;
    const background = backgroundImage ? findBackground(actor, backgroundImage) : null;
    const page = background?.page ?? ARTWORK_PAGE_NAMES.find((known) => known === fields.page) ?? 'a4';
    const boxes = JSON.stringify(firstBoxes(page, (background?.words.length ?? 0) > 0));
    const input = parseInput(designSchema, { ...fields, base: 'artwork', page, boxes, draft: 'on' });
    return createDesign(actor, await checkedDesign(actor, input));
  },
  outcome: (id) => redirectWithToast(`/admin/designs/${id}`, t('boxEditor.draftSaved')),
});

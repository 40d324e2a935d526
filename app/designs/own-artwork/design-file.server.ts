import { isObject } from '@certrace/verify';
import { z } from 'zod';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { backgroundFile, findBackground, storeBackground } from '#app/designs/background.server.ts';
import type { DesignInput } from '#app/designs/design.schema.server.ts';
import { findDesign, type OwnDesign } from '#app/designs/design.server.ts';
import { DESIGN_FILE, SIGNATORIES, toFields } from '#app/designs/design-form.ts';
import { designImage, storeDesignImage } from '#app/designs/design-image.server.ts';
import { createDesign, freeName } from '#app/designs/save-design.server.ts';
import { FACE_KINDS, type Face, type FaceKind } from '#app/drawing/own-artwork/artwork.ts';
import { isUnreadable, MAX_LETTERS, MAX_WORDS } from '#app/files/images/background/words.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { safeParse } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { checkedDesign } from './check-design.server.ts';
import {
  BACKGROUND,
  DESIGN_JSON,
  faceFile,
  LOGO,
  readDesignZip,
  refusedFile,
  signatureFile,
  writeDesignZip,
} from './design-zip.server.ts';

const FORMAT = 'certrace-design';
/** Increase it when an earlier server cannot read the file any more. */
const VERSION = 1;

/** The fields of the form that name stored pictures, with the files that have them. */
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['logoImage', LOGO],
  ...SIGNATORIES.map((number) => [`signature${number}Image`, signatureFile(number)] as const),
  ['backgroundImage', BACKGROUND],
]);

/** The fields of a design as the form has them. Those that name pictures name files of the ZIP. */
function fieldsOf({ name, design, expiresAfter, mail }: OwnDesign): Record<string, unknown> {
  const { seal, ...fields } = toFields(design, mail);
  const named = Object.entries({ name, ...fields, expiresAfter: expiresAfter ?? '', seal: seal ?? '' });
  return Object.fromEntries(
    named
      .filter(([, value]) => value !== '')
      .map(([field, value]) => {
        const file = PICTURES.get(field);
        if (field === 'faces') return [field, (JSON.parse(value) as Face[]).map(withFile)];
        return [field, file ?? (field === 'boxes' ? JSON.parse(value) : value)];
      }),
  );
}

const withFile = (face: Face): Face => ({ ...face, background: face.background && faceFile(face.kind) });

/**
 * A design as a ZIP of `design.json` and its pictures: of its draft, if it has one.
 * @throws AppError as `findDesign`
 */
export function exportDesign(actor: Actor, id: string): ReadableStream<Uint8Array> {
  const own = findDesign(actor, id);
  const { design } = own;
  const pictures = [
    { name: LOGO, hash: design.logo },
    ...design.signatories.map(({ signature }, index) => ({
      name: signatureFile(index + 1),
      hash: signature,
    })),
  ];
  const { background = null, faces = [] } = design.artwork ?? {};
  const filled = faces.flatMap(({ kind, background: id }) => (id ? [{ kind, id }] : []));
  const wordsOf = (id: string) => findBackground(actor, id).words;
  const json = JSON.stringify(
    {
      format: FORMAT,
      version: VERSION,
      design: fieldsOf(own),
      ...(background && { words: wordsOf(background) }),
      ...(filled.length > 0 && {
        faceWords: Object.fromEntries(filled.map(({ kind, id }) => [kind, wordsOf(id)])),
      }),
    },
    null,
    2,
  );
  return writeDesignZip([
    { name: DESIGN_JSON, input: Buffer.from(`${json}\n`) },
    ...pictures.flatMap(({ name, hash }) => (hash ? [{ name, input: designImage(actor, hash) }] : [])),
    ...(background ? [{ name: BACKGROUND, input: backgroundFile(actor, background) }] : []),
    ...filled.map(({ kind, id }) => ({ name: faceFile(kind), input: backgroundFile(actor, id) })),
  ]);
}

/** More thousandths of a millimetre than a page has. */
const MOST_LENGTH = 1_000_000;
const length = z.int().min(0).max(MOST_LENGTH);

/** The words of a background in the file of a design. */
const carriedWordsSchema = z
  .array(
    z.object({
      text: z
        .string()
        .min(1)
        .max(MAX_LETTERS)
        .refine((text) => !isUnreadable(text)),
      x: length,
      y: length,
      width: length.min(1),
      height: length.min(1),
      baseline: z.int().min(-MOST_LENGTH).max(MOST_LENGTH),
      size: z.number().positive().max(MOST_LENGTH),
    }),
  )
  .max(MAX_WORDS);

const documentSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  design: z.record(z.string(), z.unknown()),
  words: carriedWordsSchema.optional(),
  faceWords: z.partialRecord(z.enum(FACE_KINDS), carriedWordsSchema).optional(),
});
type Document = z.output<typeof documentSchema>;

/** What design.json says. @throws AppError invalid */
function readJson(bytes: Buffer | undefined): Pick<Document, 'design' | 'words' | 'faceWords'> {
  if (!bytes) throw refusedFile(t('designFile.nameIsMissing', { name: DESIGN_JSON }));
  let json: unknown = null;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The schema rejects null.
  }
  const document = safeParse(documentSchema, json);
  if (!document.success) throw refusedFile(t('designFile.nameDescribesNoDesign', { name: DESIGN_JSON }));
  const { version, ...content } = document.data;
  if (version !== VERSION) {
    throw refusedFile(t('designFile.nameIsOfAnotherVersion', { name: DESIGN_JSON, version, known: VERSION }));
  }
  return content;
}

/** Passes errors of a file in the ZIP on, with its name. */
async function naming<Result>(name: string, read: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'invalid' && error.code !== 'too-large')) throw error;
    const reasons = Object.values(error.fields ?? {}).flat();
    const named = (problem: string) => t('designFile.nameProblem', { name, problem });
    const all = (reasons.length > 0 ? reasons : [error.message]).map(named);
    throw refusedFile(all[0] as string, ...all);
  }
}

/** Where a design names a file of the ZIP. */
type Place = { name: string; holder: Record<string, unknown>; field: string; face?: FaceKind };

/** Among the fields of the form, and in its faces. */
function placesOf(fields: Record<string, unknown>): Place[] {
  const faces: unknown[] = Array.isArray(fields.faces) ? fields.faces : [];
  return [
    ...[...PICTURES].map(([field, name]) => ({ name, holder: fields, field })),
    ...FACE_KINDS.map((face) => ({
      name: faceFile(face),
      holder: faces.filter(isObject).find(({ kind }) => kind === face) ?? {},
      field: 'background',
      face,
    })),
  ];
}

/** Stores the pictures of the ZIP, and puts their IDs where the design names them. */
async function storePictures(
  actor: Actor,
  { design, words, faceWords }: Pick<Document, 'design' | 'words' | 'faceWords'>,
  files: ReadonlyMap<string, Buffer>,
) {
  for (const { name, holder, field, face } of placesOf(design)) {
    // A face without a background says null.
    const wanted = face ? (holder[field] ?? undefined) : holder[field];
    const bytes = files.get(name);
    if (wanted !== undefined && wanted !== name)
      throw refusedFile(t('designFile.fieldIsNotName', { field, name }));
    if (wanted === undefined && bytes) throw refusedFile(t('designFile.designJsonDoesNotUseName', { name }));
    if (wanted === undefined) continue;
    if (!bytes) throw refusedFile(t('designFile.nameIsMissing', { name }));
    await limit(actor, 'design-pictures');
    const carried = face ? faceWords?.[face] : words;
    holder[field] = await naming(name, async () =>
      face || name === BACKGROUND
        ? (await storeBackground(actor, DESIGN_FILE, bytes, { face, words: carried })).id
        : await storeDesignImage(actor, DESIGN_FILE, bytes),
    );
  }
}

/**
 * Makes a design from the ZIP of another: a draft if it has own artwork, and otherwise its first version.
 * @param parse reads the fields of the form
 * @returns its id
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; invalid, naming the file in the ZIP; conflict with
 *   too many designs; storage-full; rate-limited; busy
 */
export async function importDesign(
  actor: Actor,
  zip: Buffer | null,
  parse: (fields: object) => DesignInput,
): Promise<string> {
  requireIssuer(actor, 'certificates');
  if (!zip) throw refusedFile(t('designFile.pleaseChooseTheZipOfADesign'));
  const files = await readDesignZip(zip);
  const document = readJson(files.get(DESIGN_JSON));
  await storePictures(actor, document, files);
  const { version: _, draftNumber: __, ...entered } = document.design;
  const isOwnArtwork = entered.base === 'artwork';
  const input = await naming(DESIGN_JSON, () => parse({ ...entered, ...(isOwnArtwork && { draft: 'on' }) }));
  return await naming(DESIGN_JSON, async () =>
    createDesign(
      actor,
      await checkedDesign(actor, { ...input, name: freeName(actor.organisation.id, input.name) }),
    ),
  );
}

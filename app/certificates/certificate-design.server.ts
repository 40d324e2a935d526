import { hash } from 'node:crypto';
import type { Design, DesignImages } from '#app/drawing/design.ts';
import { MAX_FILLED_LENGTH, pageOf, textLabels } from '#app/drawing/design.ts';
import { type CertificateDrawing, LANDSCAPE, type Page } from '#app/drawing/drawing.ts';
import type { FaceKind, OwnArtwork } from '#app/drawing/own-artwork/artwork.ts';
import { areAsStored, backgroundImages } from '#app/drawing/own-artwork/background.server.ts';
import { ownFace } from '#app/drawing/own-artwork/faces.server.ts';
import {
  fillFormatted,
  fillPlaceholders,
  isBuiltIn,
  isVarying,
  type Placeholder,
  type PlaceholderValues,
} from '#app/drawing/placeholders.ts';
import { printedDate } from '#app/drawing/printed-date.ts';
import type { BackgroundBytes } from '#app/files/images/background/background-id.server.ts';
import { ENGLISH, inLanguage } from '#app/messages/reader-language.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { prepared, sqlite, transaction } from '#db/client.ts';
import { t } from '#messages';
import { pictureOf } from './field-pictures.server.ts';
import { type FrozenField, photosOf, valueText, visibleTo, type Wording, yesOrNo } from './own-fields.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

type VersionRow = { design: string; expiresAfter: string | null; hash: string | null; issuerId: string };

const statements = prepared(() => ({
  version: sqlite().prepare<[number], VersionRow>(
    `select design_versions.design, expires_after as expiresAfter, hash, designs.issuer_id as issuerId from design_versions
     join designs on designs.seq = design_versions.design_seq where design_versions.id = ?`,
  ),
  designOf: sqlite()
    .prepare<[string], string>(
      `select design_versions.design from certificates join design_versions on design_versions.id = design_version_id
       where unique_id = ?`,
    )
    .pluck(),
  image: sqlite()
    .prepare<[string, string], Buffer>('select bytes from design_images where issuer_id = ? and hash = ?')
    .pluck(),
  background: sqlite().prepare<[string, string], BackgroundBytes>(
    'select png, pdf from design_backgrounds where issuer_id = ? and id = ?',
  ),
}));

/** The size of a picture in pixels. */
export type PictureSize = Pick<Page, 'width' | 'height'>;

/** The size of a certificate's PNG, for pages that keep its place until it has loaded. */
export function pictureSize(uniqueId: string): PictureSize {
  const design = statements().designOf.get(parseUniqueId(uniqueId) ?? '');
  const { width, height } = design === undefined ? LANDSCAPE : pageOf(JSON.parse(design) as Design);
  return { width, height };
}

/** The images that a design refers to. */
export function imagesOf(issuerId: string, design: Design): DesignImages {
  const { logo, signatories, artwork } = design;
  const names = [logo, ...signatories.map(({ signature }) => signature)];
  const images: DesignImages = {};
  for (const name of names) {
    const bytes = name === null ? undefined : statements().image.get(issuerId, name);
    if (name !== null && bytes) images[name] = new Uint8Array(bytes);
  }
  if (!artwork?.background) return images;
  const background = statements().background.get(issuerId, artwork.background);
  return background ? { ...images, ...backgroundImages(artwork.background, background) } : images;
}

type Shown = Omit<CertificateDrawing, 'design'>;

const numbers = new Map<string, Intl.NumberFormat>();

function printedNumber(language: string, value: number, decimals: number | undefined): string {
  const key = `${language} ${decimals}`;
  const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals };
  const format =
    numbers.get(key) ??
    new Intl.NumberFormat(`${language}-u-nu-latn`, { maximumFractionDigits: decimals ?? 10, ...digits });
  numbers.set(key, format);
  return format.format(value);
}

/** How a design prints the values of own fields. */
const inWordsOf = (
  { language = ENGLISH, dateStyle }: Pick<Design, 'language' | 'dateStyle'>,
  format: string | undefined,
): Wording => ({
  number: (value) => printedNumber(language, value, format === undefined ? undefined : Number(format)),
  date: (value) => printedDate(language, value, format === 'long' ? 'words' : dateStyle),
  boolean: (value) => inLanguage(language, () => yesOrNo(value)),
});

/**
 * Fills in the placeholders of a text.
 * @param label its name for people
 * @throws AppError unprocessable if it becomes too long, as in designs of earlier versions
 */
function filled(
  label: () => string,
  text: string,
  { values, valueFor }: { values: PlaceholderValues; valueFor: ((of: Placeholder) => string) | null },
): string {
  const whole = valueFor ? fillFormatted(text, valueFor) : fillPlaceholders(text, values);
  if (whole.length <= MAX_FILLED_LENGTH) return whole;
  throw new AppError('unprocessable', () =>
    t('certificateDesign.labelOfTheDesignHasCount', {
      label: label(),
      count: whole.length,
      maxFilledLength: MAX_FILLED_LENGTH,
    }),
  );
}

type Named = Pick<
  Shown,
  'studentName' | 'courseName' | 'issuerName' | 'issueDate' | 'expiryDate' | 'uniqueId'
>;

/** What the placeholders of a design stand for in the texts of a certificate and of its mail, the built-in ones and all with formats. */
export function placeholderValues(
  certificate: Named,
  design: Pick<Design, 'language' | 'dateStyle'>,
  frozen: readonly FrozenField[],
) {
  const { language = ENGLISH, dateStyle } = design;
  const { issueDate, expiryDate } = certificate;
  const values: PlaceholderValues = {
    student: certificate.studentName,
    course: certificate.courseName,
    issuer: certificate.issuerName,
    issueDate: printedDate(language, issueDate, dateStyle),
    expiryDate: expiryDate === null ? '' : printedDate(language, expiryDate, dateStyle),
    id: formatUniqueId(certificate.uniqueId),
  };
  const own = new Map(visibleTo('certificate', frozen).map((each) => [each.key, each]));
  const dates: Record<string, string | null> = { issueDate, expiryDate };
  const valueFor = ({ name, format }: Placeholder): string => {
    const date = dates[name];
    if (date && format === 'long') return printedDate(language, date, 'words');
    if (isBuiltIn(name)) return values[name];
    const field = own.get(name);
    return field ? valueText(field, inWordsOf(design, format)) : '';
  };
  return { values, valueFor };
}

type Fill = Parameters<typeof filled>[2];

/** Own artwork with its placeholders filled in, and what differs between its certificates. */
function inBoxes(artwork: OwnArtwork, fill: Fill, frozen: readonly FrozenField[]) {
  const boxes = artwork.boxes.map((box, index) => ({
    ...box,
    text: filled(() => t('ownArtwork.boxNumber', { number: index + 1 }), box.text, fill),
  }));
  const named = new Set(artwork.boxes.map(({ picture }) => picture));
  const photos = photosOf(frozen).filter(({ key }) => named.has(key));
  return {
    artwork: { ...artwork, boxes },
    varying: {
      varyingBoxes: [...boxes.keys()].filter((index) => isVarying(artwork.boxes[index]?.text ?? '')),
      ...(photos.length > 0 && {
        photos: Object.fromEntries(photos.map(({ key, value }) => [key, String(value)])),
      }),
    },
  };
}

/**
 * Adds a design, with its placeholders filled in, to a drawing.
 * @param frozen the values of own fields, of which designs print those on the certificate, and draw the first photograph
 * @throws AppError unprocessable if a text becomes too long
 */
export function inDesign(
  drawing: Shown,
  design: Design | null,
  frozen: readonly FrozenField[] = [],
): CertificateDrawing {
  if (design === null) return { ...drawing, design };
  const { values, valueFor } = placeholderValues(drawing, design, frozen);
  const [photo] = photosOf(frozen);
  const texts = Object.entries(design.texts) as [keyof Design['texts'], string][];
  const fill = { values, valueFor: design.fields ? valueFor : null };
  const shown = texts.map(([name, text]) => [name, filled(() => textLabels()[name], text, fill)]);
  const own = design.artwork && inBoxes(design.artwork, fill, frozen);
  return {
    ...drawing,
    design: {
      ...design,
      texts: Object.fromEntries(shown) as Design['texts'],
      ...(own && { artwork: own.artwork }),
    },
    varyingTexts: texts.filter(([, text]) => isVarying(text)).map(([name]) => name),
    ...(own ? own.varying : photo && { photo: String(photo.value) }),
  };
}

/** All images of an issuer's drawing. Null if a photograph is missing or is not the one that was frozen. */
export function withPhoto(
  { photo, photos = {} }: CertificateDrawing,
  issuerId: string,
  images: DesignImages,
): DesignImages | null {
  const all = { ...images };
  for (const name of new Set([...(photo === undefined ? [] : [photo]), ...Object.values(photos)])) {
    const bytes = pictureOf(issuerId, name);
    if (!bytes || hash('sha256', bytes) !== name) return null;
    all[name] = new Uint8Array(bytes);
  }
  return all;
}

/** Hash of a design version's content, recorded when the version is saved. */
export const designHash = (design: string, expiresAfter: string | null) =>
  hash('sha256', JSON.stringify([design, expiresAfter]));

/** Records the hashes of versions that were saved before version 0.5.0. */
export function recordDesignHashes() {
  const lacking = sqlite().prepare<[], { id: number; design: string; expiresAfter: string | null }>(
    'select id, design, expires_after as expiresAfter from design_versions where hash is null',
  );
  const record = sqlite().prepare('update design_versions set hash = ? where id = ?');
  transaction(() => {
    for (const { id, design, expiresAfter } of lacking.all())
      record.run(designHash(design, expiresAfter), id);
  });
}

type DesignOfVersion = { design: Design | null; images: DesignImages; isAsSaved: boolean };

/**
 * A version's design with its images, and whether they are as they were saved, by this issuer. The design is null for the built-in layout.
 * @param face whose images are needed instead of those of the page
 */
export function designOfVersion(
  versionId: number | null,
  issuerId: string,
  face?: FaceKind,
): DesignOfVersion {
  if (versionId === null) return { design: null, images: {}, isAsSaved: true };
  const row = statements().version.get(versionId);
  if (!row) return { design: null, images: {}, isAsSaved: false };
  const design = JSON.parse(row.design) as Design;
  const drawn = face ? ownFace(design, face) : design;
  const images = imagesOf(row.issuerId, drawn);
  const isAsSaved =
    row.issuerId === issuerId &&
    (row.hash === null || row.hash === designHash(row.design, row.expiresAfter)) &&
    areAsStored(drawn, images);
  return { design, images, isAsSaved };
}

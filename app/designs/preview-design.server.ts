import { createHash } from 'node:crypto';
import { type Actor, clientOf, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { todayUtc } from '#app/certificates/certificate.server.ts';
import { imagesOf, inDesign, withPhoto } from '#app/certificates/certificate-design.server.ts';
import type { FrozenField } from '#app/certificates/own-fields.ts';
import { env } from '#app/config/env.server.ts';
import { BASES, baseDefaults, type Design } from '#app/drawing/design.ts';
import { type CertificateDrawing, LAYOUT_VERSION, SILHOUETTE } from '#app/drawing/drawing.ts';
import { cachedFile } from '#app/drawing/file-cache.server.ts';
import { type FaceKind, isPhoto } from '#app/drawing/own-artwork/artwork.ts';
import { inFace } from '#app/drawing/own-artwork/faces.server.ts';
import { renderPreview } from '#app/drawing/render.server.ts';
import { isMarkedPale } from '#app/files/images/pale.ts';
import { ENGLISH, readerLanguage } from '#app/messages/reader-language.server.ts';
import { invalid, notFound } from '#app/shared/errors.server.ts';
import { type Client, patientFor } from '#app/shared/fair-queue.server.ts';
import { t } from '#messages';
import type { DesignInput } from './design.schema.server.ts';
import { ownDesign } from './design.server.ts';
import { hasPhotos, requireTexts, sampleFields } from './design-texts.server.ts';
import type { OwnRow, Sample } from './own-rows.server.ts';
import { SAMPLES, type SampleName } from './samples.ts';

/** Of own artwork, in whose editor a place must be the printed one: as wide as the PNG of any page. */
const WHOLE_PAGE = 1754;
/** Widths of previews in pixels: for lists, for the form, and for the editor of own artwork. */
export const PREVIEW_WIDTHS = [480, 960, WHOLE_PAGE] as const;
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];

/** Part of a cached preview's name. Increase it when previews change. */
const PREVIEW_VERSION = 3;
const SAMPLE_ID = '7K3M9QZX2HVB4TND';

/** The names on the certificate of a sample. */
type Names = (typeof SAMPLES)[SampleName];

/** The certificate of a sample. With the values of an issued one it has another ID, since it is not that certificate. */
export function sampleCertificate(
  issuerName: string,
  sample: SampleName | Names | OwnRow['content'],
  issueDate: string,
) {
  const [year = ''] = issueDate.split('-');
  return {
    issueDate,
    expiryDate: issueDate.replace(year, String(Number(year) + 2)) as string | null,
    ...(typeof sample === 'string' ? SAMPLES[sample] : sample),
    uniqueId: SAMPLE_ID,
    issuerName,
  };
}

/** The day of issue of samples that are shown now. */
export const sampleDay = () => `${todayUtc().slice(0, 4)}-06-30`;

/** Silhouettes for the photographs that a design has on its certificates. */
function samplePhotos(issuerId: string, { artwork }: Design) {
  if (!artwork) return hasPhotos(issuerId) && { photo: SILHOUETTE };
  const keys = artwork.boxes.flatMap(({ picture }) => picture ?? []).filter(isPhoto);
  return keys.length > 0 && { photos: Object.fromEntries(keys.map((key) => [key, SILHOUETTE])) };
}

/** A certificate of `sampleCertificate` in a design, with values of own fields. */
const inSampleDesign = (
  certificate: ReturnType<typeof sampleCertificate>,
  design: Design,
  fields: readonly FrozenField[] | undefined,
): CertificateDrawing =>
  inDesign(
    {
      ...certificate,
      verifyUrl: `${env().APP_URL}/verify?id=${SAMPLE_ID}`,
      layoutVersion: LAYOUT_VERSION,
      revokedAt: null,
    },
    design,
    fields,
  );

/**
 * A drawing of a sample in a design.
 * @param fields values of own fields, by default examples
 * @throws AppError unprocessable if a text becomes too long
 */
export const drawingOfSample = (
  issuer: { id: string; name: string },
  design: Design,
  sample: SampleName | Names,
  issueDate: string,
  fields = design.fields && sampleFields(issuer.id),
): CertificateDrawing => ({
  ...inSampleDesign(sampleCertificate(issuer.name, sample, issueDate), design, fields),
  ...samplePhotos(issuer.id, design),
});

/** The drawing of a certificate of the issuer's own list, and its images. @throws AppError invalid for a damaged photograph */
function drawnRow({ id, name }: Issuer['organisation'], design: Design, { content, fields }: OwnRow) {
  const drawing = inSampleDesign(sampleCertificate(name, content, content.issueDate), design, fields);
  const images = withPhoto(drawing, id, imagesOf(id, design));
  if (!images) throw invalid(t('saveDesign.thisPictureIsNoLongerStored'));
  return { drawing, images };
}

function draw(
  client: Client,
  { organisation }: Issuer,
  design: Design,
  sample: Sample,
  width: PreviewWidth,
  issueDate: string,
) {
  const { drawing, images } =
    typeof sample === 'string'
      ? {
          drawing: drawingOfSample(organisation, design, sample, issueDate),
          images: imagesOf(organisation.id, design),
        }
      : drawnRow(organisation, design, sample);
  return renderPreview(drawing, images, width, client);
}

/** A design whose page is one of its faces, as certificates with all that it can show have it. */
export function sampleFace({ organisation }: Issuer, design: Design, kind: FaceKind): Design {
  const pictures = design.artwork?.boxes.flatMap(({ picture }) => picture ?? []) ?? [];
  const logo = design.logo === null ? undefined : imagesOf(organisation.id, design)[design.logo];
  return inFace(design, kind, {
    hasExpiry: true,
    photo: pictures.find(isPhoto) ?? null,
    isLogoPale: logo !== undefined && isMarkedPale(logo),
  });
}

/**
 * Draws a PNG preview of an unsaved design.
 * @param face which is drawn instead of the page
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; rate-limited; busy
 */
export async function previewDesign(
  actor: Actor,
  input: DesignInput,
  sample: Sample,
  face: FaceKind | null = null,
): Promise<Uint8Array> {
  requireIssuer(actor, 'certificates');
  requireTexts(actor.organisation.id, input);
  await limit(actor, 'design-previews');
  const width = input.design.artwork ? WHOLE_PAGE : 960;
  const drawn = face ? sampleFace(actor, input.design, face) : input.design;
  return draw(patientFor(clientOf(actor)), actor, drawn, sample, width, sampleDay());
}

/** Part of a cached preview's name, because previews show the issuer's. */
export const issuerMark = ({ organisation }: Issuer) =>
  createHash('sha256').update(organisation.name).digest('hex').slice(0, 8);

/** A cached preview as a file to serve. */
function picture(actor: Issuer, key: string, design: Design, width: PreviewWidth) {
  const photo = hasPhotos(actor.organisation.id) ? '-photo' : '';
  const name = `${key}-p${PREVIEW_VERSION}-${issuerMark(actor)}${photo}-${width}.png`;
  const read = () =>
    cachedFile(clientOf(actor), name, (client) => draw(client, actor, design, 'usual', width, '2026-06-30'));
  return { read, etag: `"${name}"`, name, contentType: 'image/png' };
}

/**
 * A preview of one of the actor's designs.
 * @param face which is drawn instead of the page
 * @throws AppError as `ownDesign`
 */
export function designPicture(actor: Actor, id: string, width: PreviewWidth, face: FaceKind | null = null) {
  requireIssuer(actor, 'read');
  const { record, version, draft, current } = ownDesign(actor, id);
  const name = draft ? `draft-${id}-${record.draftNumber}` : `design-${version?.id}`;
  if (!face) return picture(actor, name, current.design, width);
  return picture(actor, `${name}-${face}`, sampleFace(actor, current.design, face), width);
}

/**
 * A preview of a base layout with its default colours, in the reader's language.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; not-found
 */
export function basePicture(actor: Actor, name: string, width: PreviewWidth) {
  requireIssuer(actor, 'read');
  const base = BASES.find((known) => known === name);
  if (!base) throw notFound();
  const language = readerLanguage();
  const design = {
    ...baseDefaults(base),
    ...(language !== ENGLISH && { language }),
    logo: null,
    signatories: [],
  };
  return picture(actor, `base-${base}${language === ENGLISH ? '' : `-${language}`}`, design, width);
}

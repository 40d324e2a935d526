import { onlyShown, type Shown, sha256 } from '@certrace/verify';
import { type Actor, clientOf, SYSTEM } from '#app/accounts/actor.server.ts';
import { env } from '#app/config/env.server.ts';
import { credentialOf } from '#app/credentials/certificate-credential.server.ts';
import { revokedVersionOf, signerOf } from '#app/credentials/file-signer.server.ts';
import { timestamp } from '#app/credentials/issuer-keys.server.ts';
import type { Design, DesignImages } from '#app/drawing/design.ts';
import { cachedFile } from '#app/drawing/file-cache.server.ts';
import type { FaceKind } from '#app/drawing/own-artwork/artwork.ts';
import { inFace } from '#app/drawing/own-artwork/faces.server.ts';
import { type Embedded, renderCertificate } from '#app/drawing/render.server.ts';
import { isMarkedPale } from '#app/files/images/pale.ts';
import type { Holder } from '#app/holders/holder-sessions.server.ts';
import { hasCosignedProof, proveSubject } from '#app/log/prove-entry.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import type { UrlSignature } from '#app/shared/signed-urls.server.ts';
import type { CertificateRow } from './certificate.server.ts';
import { designOfVersion, inDesign, withPhoto } from './certificate-design.server.ts';
import { fileNameOf } from './fields.ts';
import { findByUniqueId } from './find-certificate.server.ts';
import { findHeld } from './held-certificates.server.ts';
import { requireHolder } from './managed-certificate.server.ts';
import { type FrozenField, photosOf, readFrozen } from './own-fields.ts';
import { timestampedPdf } from './pdf-timestamps.server.ts';
import { isOwnScheduled } from './scheduled/scheduled-certificate.server.ts';
import { refuseChanged, requireLoggedCredential, signedFacts } from './signed-record.server.ts';
import { opensCertificate } from './signed-urls.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

export type FileFormat = 'png' | 'pdf';

/** A page or a face of a certificate. Faces are also JPEGs. */
type Part = { format: FileFormat } | { format: FileFormat | 'jpg'; face: FaceKind };

/** @param signed what its credential says; null for a certificate from before there were credentials */
const toDrawing = (row: CertificateRow, signed: Shown | null) => ({
  ...onlyShown(row),
  ...signed,
  uniqueId: row.uniqueId,
  verifyUrl: `${env().APP_URL}/verify?id=${formatUniqueId(row.uniqueId)}`,
  layoutVersion: row.layoutVersion,
  revokedAt: row.revokedAt === null ? null : new Date(row.revokedAt).toISOString().slice(0, 10),
});

/** Part of a cached file's name. Increase it when the format of the files changes. */
const FILE_VERSION = 5;
/** Part of the name of a cached face. Increase it when the look of the site's faces changes. */
const FACE_VERSION = 1;

/** Part of a PDF's cache name that identifies the certificate of its PAdES signature, and whether it has space for a timestamp. */
function signerMark(format: Part['format']): string {
  const signer = format === 'pdf' ? env().pdfSigner : null;
  const [certificate] = signer?.certificates ?? [];
  if (!certificate) return '';
  return `-${Buffer.from(sha256(certificate)).toString('hex', 0, 4)}${signer?.isTimestamped ? '-t' : ''}`;
}

/** Part of a cache name that changes when a key of the issuer was revoked, so that no new file is signed with it. */
function keyMark({ issuerId }: CertificateRow): string {
  const revoked = revokedVersionOf(issuerId);
  return revoked === null ? '' : `-k${revoked}`;
}

/** Part of a cache name that changes once witnesses have cosigned the log proof, so that the file is drawn again with it. */
const proofMark = ({ seq }: CertificateRow) =>
  env().witnesses.length > 0 && hasCosignedProof(seq) ? '-w' : '';

/** Cache name that contains everything on which the file's content depends, including its credential and its signer. */
function cacheName(row: CertificateRow, part: Part, isSigned: boolean, isFaceless = false) {
  const { format } = part;
  const face = 'face' in part ? `-${part.face}${FACE_VERSION}` : '';
  const design = row.designVersionId === null ? '' : `-d${row.designVersionId}`;
  const marks = `${face}${design}${isFaceless ? '-faceless' : ''}${row.revokedAt === null ? '' : '-revoked'}${isSigned ? `-signed${keyMark(row)}${signerMark(format)}${proofMark(row)}` : ''}`;
  return `${row.uniqueId}-v${row.layoutVersion}-f${FILE_VERSION}${marks}.${format}`;
}

/** The credential and proof to embed, or undefined when the certificate has no credential or its signing key is lost. */
function embeddedIn(row: CertificateRow): Embedded | undefined {
  const credential = credentialOf(row.seq);
  const signer = credential && signerOf(credential);
  if (!credential || !signer) return undefined;
  const proof = proveSubject('issue', row.seq);
  return {
    carried: { credential, proof: proof === null ? null : Buffer.from(proof) },
    signer,
    time: timestamp(),
    documentSigner: env().pdfSigner,
  };
}

type Drawn = {
  row: CertificateRow;
  signed: Shown | null;
  part: Part;
  embed?: Embedded | undefined;
  isFaceless?: boolean;
};

/** The photograph that a design draws, by the key of its field. */
function photoIn(design: Design | null, frozen: readonly FrozenField[]): string | null {
  const isDrawn = ({ key }: FrozenField) =>
    design?.artwork ? design.artwork.boxes.some(({ picture }) => picture === key) : design !== null;
  return photosOf(frozen).find(isDrawn)?.key ?? null;
}

/** The design with a face as its page. */
function inFaceOf(
  { expiryDate, fields }: CertificateRow,
  { design, images, face }: { design: Design | null; images: DesignImages; face: FaceKind },
): Design {
  const logo = images[design?.logo ?? ''];
  return inFace(design, face, {
    hasExpiry: expiryDate !== null,
    photo: photoIn(design, readFrozen(fields)),
    isLogoPale: logo !== undefined && isMarkedPale(logo),
  });
}

/** @throws AppError busy when the design or the photograph is not as it was saved; unprocessable when its texts become too long */
export function drawingOf(row: CertificateRow, signed: Shown | null, face?: FaceKind) {
  const { design, images, isAsSaved } = designOfVersion(row.designVersionId, row.issuerId, face);
  if (!isAsSaved) throw refuseChanged(row, ['design']);
  const look = face ? inFaceOf(row, { design, images, face }) : design;
  const drawing = inDesign(toDrawing(row, signed), look, readFrozen(row.fields));
  const all = withPhoto(drawing, row.issuerId, images);
  if (!all) throw refuseChanged(row, ['photo']);
  return { drawing, images: all };
}

/** @throws AppError as `drawingOf` and `renderCertificate` */
function draw(client: Client, { row, signed, part, embed, isFaceless }: Drawn) {
  const { drawing, images } = drawingOf(row, signed, 'face' in part ? part.face : undefined);
  const { photo: _, photos: __, ...faceless } = drawing;
  return renderCertificate(isFaceless ? faceless : drawing, part.format, embed, images, client);
}

export type CertificateFile = {
  /** Reads the file, and draws it first when it is not cached. @throws AppError busy; storage-full */
  read: () => Promise<Uint8Array>;
  /** Weak, because redrawing a PDF changes its bytes but not its appearance. */
  etag: string;
  /** File name for downloads. */
  name: string;
};

/** Who reads a file: an actor, also as the holder of certificates, or anyone with a signed URL. */
export type FileReader = {
  actor: Actor;
  holder?: Holder | null;
  signature?: UrlSignature;
  /** Whose turn drawing takes, by default the actor's. */
  client?: Client;
};

/**
 * The row of a certificate if the reader may read its files: its issuer, a super admin, a verifier who paid, its holder, or
 * anyone with a signed URL (docs/product.md, Certificate files).
 * @param id from the URL
 * @throws AppError forbidden for everybody else, whether or not the ID exists; not-found while it waits; conflict once the holder was erased
 */
function readableRow({ actor, holder, signature }: FileReader, id: string): CertificateRow {
  const uniqueId = parseUniqueId(id);
  if (uniqueId === null) throw forbidden();
  const signed = signature && opensCertificate(uniqueId, signature);
  const reader = signed ? SYSTEM : actor;
  const read = reader.kind === 'visitor' ? undefined : findByUniqueId(reader, uniqueId);
  const row = read ?? (holder ? findHeld(holder, uniqueId) : undefined);
  // Only its issuer learns that it waits.
  if (!row && (signed || isOwnScheduled(actor, uniqueId))) throw notFound();
  if (!row) throw forbidden();
  requireHolder(row);
  return row;
}

/**
 * A certificate as PNG or PDF, drawn from its signed credential.
 * @param id from the URL
 * @throws AppError forbidden for everybody who may not read it, whether or not the ID exists; busy when its row is not as it was
 *   signed
 */
export function certificateFile(reader: FileReader, id: string, format: FileFormat): CertificateFile {
  const row = readableRow(reader, id);
  const signed = signedFacts(row);
  const isSigned = signed !== null;
  const cached = cacheName(row, { format }, isSigned);
  const readDrawn = () =>
    cachedFile(reader.client ?? clientOf(reader.actor), cached, (client) =>
      draw(client, { row, signed, part: { format }, embed: embeddedIn(row) }),
    );
  const hasTimestamp = format === 'pdf' && isSigned && env().pdfSigner?.isTimestamped;
  const { read, version } = hasTimestamp
    ? timestampedPdf(cached, row.seq, readDrawn)
    : { read: readDrawn, version: cached };
  return {
    read,
    etag: `W/"${version}"`,
    name: fileNameOf({ ...row, uniqueId: formatUniqueId(row.uniqueId) }, format),
  };
}

/** A file without credential and signature, which proves nothing. @throws AppError busy when its row is not as it was signed */
function unsignedFile(client: Client, row: CertificateRow, part: Part, isFaceless = false): CertificateFile {
  const cached = cacheName(row, part, false, isFaceless);
  const signed = signedFacts(row);
  const face = 'face' in part ? `${part.face}.` : '';
  return {
    read: () => cachedFile(client, cached, (by) => draw(by, { row, signed, part, isFaceless })),
    etag: `W/"${cached}"`,
    name: fileNameOf({ ...row, uniqueId: formatUniqueId(row.uniqueId) }, `${face}${part.format}`),
  };
}

/** A face of a certificate, for those who may read its files. @throws AppError as `certificateFile` */
export const certificateFace = (
  reader: FileReader,
  id: string,
  face: FaceKind,
  format: FileFormat | 'jpg',
): CertificateFile =>
  unsignedFile(reader.client ?? clientOf(reader.actor), readableRow(reader, id), { face, format });

/**
 * The picture on the public page of a certificate, or the wide face for its link previews. Other services keep the previews, so they
 * have the photograph only if the holder shows it as a field, too.
 * @param row of a certificate that its holder shares
 * @param fields the own fields that the holder shows
 * @throws AppError busy when it is not as it was signed
 */
export function sharedPicture(
  client: Client,
  { row, fields }: { row: CertificateRow; fields: readonly FrozenField[] },
  format: 'png' | 'jpg',
): CertificateFile {
  if (format === 'png') return unsignedFile(client, row, { format });
  const isShown = ({ key }: FrozenField) => fields.some((field) => field.key === key);
  const isFaceless = !photosOf(readFrozen(row.fields)).every(isShown);
  return unsignedFile(client, row, { face: 'wide', format }, isFaceless);
}

/**
 * A certificate's signed credential, byte for byte as logged.
 * @throws AppError forbidden as for its files; not-found when it was issued before credentials existed; busy when the log has another one
 */
export function certificateCredential(reader: FileReader, id: string): Buffer {
  const row = readableRow(reader, id);
  requireLoggedCredential(row);
  const credential = credentialOf(row.seq);
  if (!credential) throw notFound();
  return credential;
}

/**
 * Proves that the log contains a certificate's credential, against the latest checkpoint.
 * @throws AppError forbidden as for its files; not-found when it was issued before the log existed
 */
export function certificateLogProof(reader: FileReader, id: string): string {
  const proof = proveSubject('issue', readableRow(reader, id).seq);
  if (proof === null) throw notFound();
  return proof;
}

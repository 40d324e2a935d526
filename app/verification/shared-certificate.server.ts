import { type Check, onlyShown, type Shown } from '@certrace/verify';
import { type Actor, SYSTEM } from '#app/accounts/actor.server.ts';
import type { CertificateRow, CertificateStatus } from '#app/certificates/certificate.server.ts';
import { currentStatus, earliestDateOnEarth } from '#app/certificates/certificate.server.ts';
import { type PictureSize, pictureSize } from '#app/certificates/certificate-design.server.ts';
import type { CertificateFile } from '#app/certificates/certificate-file.server.ts';
import { certificateFile, sharedPicture } from '#app/certificates/certificate-file.server.ts';
import type { FrozenField } from '#app/certificates/own-fields.ts';
import { findShared } from '#app/certificates/share-links.server.ts';
import { countOpen } from '#app/certificates/share-opens.server.ts';
import { signedFacts } from '#app/certificates/signed-record.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { credentialOf } from '#app/credentials/certificate-credential.server.ts';
import { placeOfSubject } from '#app/log/prove-entry.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { type Client, patientFor } from '#app/shared/fair-queue.server.ts';
import { authenticateFile } from './authentication/authenticate-file.server.ts';

/** A certificate on the page that its holder shares. */
export type SharedCertificate = Shown & {
  status: CertificateStatus;
  isReplaced: boolean;
  /** Empty while too many checks run. */
  checks: Check[];
  entry: { index: number; origin: string } | null;
  picture: PictureSize;
  allowsPdf: boolean;
  allowsSearch: boolean;
  url: string;
  issuerId: string;
  /** The values of own fields that the holder shows. */
  fields: FrozenField[];
};

/** How many certificates' checks are remembered. */
const MOST_REMEMBERED = 1_000;
const REMEMBER_MS = 60_000;

/** By certificate, state, day and language. */
const remembered = new Map<string, { at: number; checks: Promise<Check[]> }>();

/** Drawing and checking for a shared page take the turn of its certificate, because anyone may open it. */
const accountFor = ({ uniqueId }: CertificateRow) => `certificate ${uniqueId}`;

async function check(client: Client, seq: number): Promise<Check[]> {
  const credential = credentialOf(seq);
  if (!credential) return [];
  // A copy, because the bytes are transferred to the thread.
  const { checks } = await authenticateFile(client, Buffer.from(credential));
  // There is no page or picture to check.
  return checks.filter(({ id }) => id !== 'file');
}

/** The checks of a certificate's credential, made once a minute. */
function checksOf(row: CertificateRow, state: string): Promise<Check[]> {
  const { seq } = row;
  const key = `${seq} ${state} ${earliestDateOnEarth()} ${readerLanguage()}`;
  const known = remembered.get(key);
  if (known && performance.now() - known.at < REMEMBER_MS) return known.checks;
  // Without the visitor's signal, because others may wait for the same checks.
  const checks = check(patientFor({ account: accountFor(row) }), seq);
  remembered.delete(key);
  remembered.set(key, { at: performance.now(), checks });
  checks.catch(() => remembered.delete(key));
  for (const [oldest] of remembered) {
    if (remembered.size <= MOST_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return checks;
}

/**
 * The certificate behind a link that its holder shares.
 * @param isOpened whether this counts as an opening of the page
 * @throws AppError not-found, for a wrong and for a closed link alike; busy when it is not as it was signed
 */
export async function sharedCertificate(
  token: string,
  { isOpened }: { isOpened: boolean },
): Promise<SharedCertificate> {
  const { row, ...link } = findShared(token);
  signedFacts(row);
  if (isOpened) countOpen(row.id);
  const status = currentStatus(row);
  const place = placeOfSubject('issue', row.seq);
  const checks = await checksOf(row, status).catch((error: unknown) => {
    if (error instanceof AppError) return [];
    throw error;
  });
  return {
    ...onlyShown({ ...row, uniqueId: formatUniqueId(row.uniqueId) }),
    status,
    isReplaced: row.replacedBy !== null,
    checks,
    picture: pictureSize(row.uniqueId),
    entry: place && { index: place.index, origin: place.origin },
    issuerId: row.issuerId,
    ...link,
  };
}

/**
 * The picture, the card of link previews or, where the holder allows it, the PDF behind a link.
 * @throws AppError not-found, for a wrong and for a closed link alike, and for a PDF that is not allowed
 */
export function sharedFile(actor: Actor, token: string, format: 'png' | 'jpg' | 'pdf'): CertificateFile {
  const { row, allowsPdf, fields } = findShared(token);
  const client = { account: accountFor(row), signal: actor.signal };
  if (format !== 'pdf') return sharedPicture(client, { row, fields }, format);
  if (!allowsPdf) throw notFound();
  return certificateFile({ actor: SYSTEM, client }, formatUniqueId(row.uniqueId), 'pdf');
}

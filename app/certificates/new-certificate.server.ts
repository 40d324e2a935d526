import { sql } from 'drizzle-orm';
import type { CompletedCourse } from '#app/credentials/badge.server.ts';
import type {
  CredentialContent,
  ReservedCredential,
  SignedCredential,
} from '#app/credentials/certificate-credential.server.ts';
import {
  releaseCredential,
  reserveCredential,
  signCredential,
  signReserved,
  storeCredential,
} from '#app/credentials/certificate-credential.server.ts';
import { LAYOUT_VERSION } from '#app/drawing/drawing.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { issueHolderLink } from '#app/holders/holder-sessions.server.ts';
import type { Lane } from '#app/mail/compose.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { type FieldErrors, invalid } from '#app/shared/errors.server.ts';
import { fewRandomBytes, newId } from '#app/shared/ids.server.ts';
import { whyUnprintable } from '#app/shared/printable.ts';
import { db, prepared, type Transaction } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { t } from '#messages';
import { keepPictures } from './field-pictures.server.ts';
import { type Content, contentOf, FIELDS, LINE_NAMES, type Lines, mapContent } from './fields.ts';
import { giveNumbers } from './give-numbers.server.ts';
import { issuedMail } from './issued-mail.server.ts';
import { type FrozenField, searchedText, toColumn } from './own-fields.ts';
import { awaitsNumber } from './running-numbers.ts';
import { formatUniqueId, uniqueIdFromBytes } from './unique-id.ts';

const insertCertificate = prepared(() =>
  db()
    .insert(certificates)
    .values({
      id: sql.placeholder('id'),
      uniqueId: sql.placeholder('uniqueId'),
      issuerId: sql.placeholder('issuerId'),
      issuerName: sql.placeholder('issuerName'),
      issuerUsername: sql.placeholder('issuerUsername'),
      ...mapContent((name) => sql.placeholder(name)),
      layoutVersion: sql.placeholder('layoutVersion'),
      createdAt: sql.placeholder('createdAt'),
      designVersionId: sql.placeholder('designVersionId'),
      issuedBy: sql.placeholder('issuedBy'),
      fields: sql.placeholder('fields'),
      searchedFields: sql.placeholder('searchedFields'),
      designSeq: sql`(select design_seq from design_versions where id = ${sql.placeholder('designVersionId')})`,
    })
    .prepare(),
);

/** The issuer as its certificate names it, and the member who issues it unless it is the account that registered the issuer. */
export type Issuer = { id: string; name: string; username: string; issuedBy?: string | null };

/** Texts, dates and own fields of a certificate. */
export type CertificateContent = Content & {
  designVersionId: number | null;
  frozen?: readonly FrozenField[];
};

type NewRow = Omit<typeof certificates.$inferSelect, 'seq' | 'designSeq'> & {
  /** The values in its column `fields`. */
  frozen: readonly FrozenField[];
};

/** A certificate that is not stored yet. It is signed unless it awaits running numbers, which are signed too. */
export type NewCertificate = { certificate: NewRow } & (
  | { credential: SignedCredential }
  | { credential: ReservedCredential; completed: CompletedCourse | undefined }
);

/**
 * The problems of names that no font covers, by field, or null. Parsing checks input, but stored names may be older than that check.
 * @param issuer null for the content alone
 */
export function unprintableIn(issuer: Pick<Issuer, 'name'> | null, lines: Lines): FieldErrors | null {
  const problems = [
    ...LINE_NAMES.map((name) => [name, whyUnprintable(FIELDS[name].label, lines[name])] as const),
    ['issuerName', issuer && whyUnprintable(() => t('members.nameOfTheOrganisation'), issuer.name)] as const,
  ];
  const found = problems.flatMap(([field, message]) => (message ? [[field, [message]]] : []));
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** @throws AppError invalid, naming the field and the character that no font covers */
export function requirePrintable(issuer: Pick<Issuer, 'name'>, lines: Lines) {
  const fields = unprintableIn(issuer, lines);
  if (fields) throw invalid(Object.values(fields)[0]?.[0] ?? '', fields);
}

type Ids = Pick<NewCertificate['certificate'], 'id' | 'uniqueId'>;

/** The IDs of a new certificate. */
export const newIds = (): Ids => ({ id: newId(), uniqueId: uniqueIdFromBytes(fewRandomBytes(10)) });

/** Own fields as they are stored. */
const columnsOf = (frozen: readonly FrozenField[]) => ({
  frozen,
  fields: toColumn(frozen),
  searchedFields: searchedText(frozen),
});

/** What the credential says, and no other column, because all of it is copied to the thread that signs. */
const contentToSign = (certificate: NewRow, completed: CompletedCourse | undefined): CredentialContent => ({
  ...contentOf(certificate),
  uniqueId: formatUniqueId(certificate.uniqueId),
  issuerId: certificate.issuerId,
  issuerName: certificate.issuerName,
  fields: certificate.fields,
  completed,
});

/**
 * Signs a certificate before the transaction that stores it, unless only that can give its running numbers. Then call `storeCertificate` to store it, and always
 * `releaseCertificate` to free its reserved place in the status list.
 * @param layoutVersion the layout to draw; a renewal keeps that of the old certificate
 * @param completed the completed course that it is for, which its credential names
 * @param ids those that it has had while it waited
 * @throws AppError busy when the log cannot be continued
 */
export async function signCertificate(
  issuer: Issuer,
  content: CertificateContent,
  layoutVersion = LAYOUT_VERSION,
  completed?: CompletedCourse,
  ids: Ids = newIds(),
): Promise<NewCertificate> {
  const { frozen = [] } = content;
  const certificate = {
    ...ids,
    issuerId: issuer.id,
    issuerName: issuer.name,
    issuerUsername: issuer.username,
    ...contentOf(content),
    layoutVersion,
    designVersionId: content.designVersionId,
    createdAt: now(),
    issuedBy: issuer.issuedBy ?? null,
    ...columnsOf(frozen),
  };
  if (frozen.some(awaitsNumber)) return { certificate, credential: reserveCredential(issuer.id), completed };
  return { certificate, credential: await signCredential(contentToSign(certificate, completed)) };
}

/** Gives a certificate the running numbers that it awaits, and signs it with them. */
function numberAndSign(made: NewCertificate): { certificate: NewRow; credential: SignedCredential } {
  if (!('completed' in made)) return made;
  const frozen = giveNumbers(made.certificate, made.certificate.frozen);
  const certificate = { ...made.certificate, ...columnsOf(frozen) };
  return {
    certificate,
    credential: signReserved(made.credential, contentToSign(certificate, made.completed)),
  };
}

type StoreOptions = {
  lane?: Lane;
  /** ID of the certificate that this one corrects or renews, in groups of four. */
  replaces?: string;
  renews?: string;
};

/**
 * Stores a certificate, logs it, mails the student and appends its event, in one transaction. Call it after all checks, because it uses
 * up running numbers.
 * @returns the certificate with its numbers
 */
export function storeCertificate(tx: Transaction, made: NewCertificate, options: StoreOptions = {}): NewRow {
  keepPictures(made.certificate.issuerId, made.certificate.frozen);
  const { certificate, credential } = numberAndSign(made);
  const seq = Number(insertCertificate().run(certificate).lastInsertRowid);
  storeCredential(tx, seq, credential);
  const token = issueHolderLink(tx, { email: certificate.studentEmail, uniqueId: certificate.uniqueId });
  enqueueMail(tx, issuedMail(certificate, { ...options, token }), { seq, issuerId: certificate.issuerId });
  appendEvent(tx, 'certificate.issued', { objectId: certificate.id, accountId: certificate.issuerId });
  return certificate;
}

/** Frees the resources that `signCertificate` reserved, whether or not the certificate was stored. */
export const releaseCertificate = ({ credential }: NewCertificate) => releaseCredential(credential);

/**
 * Waits for certificates that are being signed. If one fails, releases the others.
 * @throws errors of `signCertificate`
 */
export async function signAll(signing: Promise<NewCertificate>[]): Promise<NewCertificate[]> {
  const results = await Promise.allSettled(signing);
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return made;
  made.forEach(releaseCertificate);
  throw failure.reason;
}

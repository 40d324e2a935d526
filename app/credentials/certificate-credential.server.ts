import { hexHash, STATUS_LIST_LENGTH } from '@certrace/verify';
import { count, eq, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { appendDigest, appendEntry } from '#app/log/append-entry.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { fewRandomBytes } from '#app/shared/ids.server.ts';
import { db, prepared, preparedSql, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { certificateCredentials, statusLists } from '#db/schema/credentials.ts';
import { t } from '#messages';
import type { CertificateFacts } from './badge.server.ts';
import type { IssuerKey } from './issuer-keys.server.ts';
import { currentIssuerKey, requireCurrentKey, signStatement, timestamp } from './issuer-keys.server.ts';
import { signAtOnce, signTogether } from './sign-together.server.ts';
import type { SignedBadge, SignTask } from './sign-worker.server.ts';

/** The certificate's data for its credential. `uniqueId` is in groups of four. */
export type CredentialContent = CertificateFacts & { uniqueId: string; issuerId: string; issuerName: string };

type Place = { statusList: number; statusIndex: number };
/** A place in its issuer's status list for a credential that is not signed yet. */
export type ReservedCredential = Place & { key: IssuerKey };
/** A signed credential that is not stored yet, with the key that signed it. */
export type SignedCredential = SignedBadge & Place & { signer: { owner: string; multikey: string } };

/** Lists are filled by half, so that a random index is usually free at the first or second try. */
const LIST_CAPACITY = STATUS_LIST_LENGTH / 2;
const MAX_TRIES = 20;

export const statusListUrl = (number: number) => `${env().APP_URL}/credentials/status/${number}`;
/** URL of a credential, which is also its ID. */
export const credentialUrl = (uniqueId: string) => `${env().APP_URL}/certificates/${uniqueId}.json`;

const latestList = preparedValue<number | null>('select max(number) from status_lists where issuer_id = ?');
const countInList = prepared(() =>
  db()
    .select({ count: count() })
    .from(certificateCredentials)
    .where(eq(certificateCredentials.statusList, sql.placeholder('list')))
    .prepare(),
);
const isTaken = preparedValue(
  'select 1 from certificate_credentials where status_list = ? and status_index = ?',
);
const credentialBytes = preparedValue<Buffer>(
  // Empty once the holder was erased.
  'select bytes from certificate_credentials where certificate_seq = ? and length(bytes) > 0',
);
const credentialPlace = preparedSql<{ seq: number; bytes: Buffer }>(
  'select certificate_seq as seq, bytes from certificate_credentials where status_list = ? and status_index = ?',
);
const insertCredential =
  preparedSql(`insert into certificate_credentials (certificate_seq, bytes, status_list, status_index) values (?, ?, ?, ?)
     on conflict (status_list, status_index) do nothing`);

type List = { number: number; used: number };

/**
 * How often the used indexes are counted again, because other processes use the list too. Counting an almost full list takes 1
 * ms.
 */
const COUNT_EVERY = 256;

/** Each issuer's latest list and the number of its used indexes. Cached, because every issue needs it. */
const lists = prepared(() => new Map<string, List>());

function readLatestList(issuerId: string): List | undefined {
  const number = latestList().get(issuerId);
  return number ? { number, used: countInList().get({ list: number })?.count ?? 0 } : undefined;
}

function createList(issuerId: string): List {
  const { number } = transaction((tx) => tx.insert(statusLists).values({ issuerId }).returning().get());
  return { number, used: 0 };
}

/** The issuer's list with free indexes. Creates one if necessary. */
function listFor(issuerId: string): number {
  const known = lists().get(issuerId);
  const latest = known && known.used % COUNT_EVERY !== 0 ? known : readLatestList(issuerId);
  const list = latest && latest.used < LIST_CAPACITY ? latest : createList(issuerId);
  list.used += 1;
  lists().set(issuerId, list);
  return list.number;
}

/** Indexes of signed credentials that are not in the database yet. */
const reserved = prepared(() => new Set<string>());

/** How often a worker process looks for a free index among its own before it uses any free index. */
const OWN_TRIES = 10;

/** A random index of a list. Each worker process has its own indexes, so that two of them do not choose the same. */
function randomIndex(isOwn: boolean): number {
  // The length is a power of two, so the modulo is uniform.
  const index = fewRandomBytes(4).readUInt32BE() % STATUS_LIST_LENGTH;
  if (!isOwn) return index;
  return (index - (index % env().WEB_CONCURRENCY) + env().WEB_WORKER) % STATUS_LIST_LENGTH;
}

/** Reserves a random free index of a list. Sequential indexes would reveal the order of issuing. */
function reservePlace(list: number): number {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const index = randomIndex(tries < OWN_TRIES);
    const place = `${list}/${index}`;
    if (reserved().has(place) || isTaken().get(list, index)) continue;
    reserved().add(place);
    return index;
  }
  throw new Error(`status list ${list} is full`);
}

/**
 * Reserves the place of a credential that only its transaction can sign, with `signReserved`. Always pass it to `releaseCredential`.
 * @throws AppError busy when the log cannot be continued
 */
export function reserveCredential(issuerId: string): ReservedCredential {
  const key = currentIssuerKey(issuerId);
  const statusList = listFor(issuerId);
  return { key, statusList, statusIndex: reservePlace(statusList) };
}

function signTask(
  { key, statusList, statusIndex }: ReservedCredential,
  content: CredentialContent,
): SignTask {
  const { uniqueId, issuerId, issuerName, ...rest } = content;
  const badge = {
    ...rest,
    id: credentialUrl(uniqueId),
    issuer: { id: issuerId, did: key.did, name: issuerName },
    salt: fewRandomBytes(16).toString('base64url'),
    statusList: statusListUrl(statusList),
    statusIndex,
  };
  return { badge, key, created: timestamp() };
}

const inPlace = (
  { key, statusList, statusIndex }: ReservedCredential,
  { issuerId }: CredentialContent,
  signed: SignedBadge,
): SignedCredential => ({
  ...signed,
  statusList,
  statusIndex,
  signer: { owner: issuerId, multikey: key.multikey },
});

/** Signs a credential on this thread, within the transaction that stores it. */
export const signReserved = (reserved: ReservedCredential, content: CredentialContent): SignedCredential =>
  inPlace(reserved, content, signAtOnce(signTask(reserved, content)));

/**
 * Signs a certificate's credential. Call this before the transaction, because signing runs on another thread. Then pass the
 * result to `storeCredential` and always to `releaseCredential`.
 * @throws AppError busy when the log cannot be continued
 */
export async function signCredential(content: CredentialContent): Promise<SignedCredential> {
  const reserved = reserveCredential(content.issuerId);
  try {
    return inPlace(reserved, content, await signTogether(signTask(reserved, content)));
  } catch (error) {
    releaseCredential(reserved);
    throw error;
  }
}

/**
 * Stores and logs a certificate's credential in the transaction that issues the certificate.
 * @throws AppError busy when a command replaced the issuer's key meanwhile
 */
export function storeCredential(tx: Transaction, certificateSeq: number, signed: SignedCredential) {
  const { bytes, digest, statusList, statusIndex, signer } = signed;
  requireCurrentKey(signer.owner, signer.multikey);
  const { changes } = insertCredential().run(certificateSeq, bytes, statusList, statusIndex);
  // Another process, such as a command, has taken the index.
  if (changes === 0) throw new AppError('busy', t('credential.pleaseTryAgain'));
  appendDigest(tx, 'issue', digest, certificateSeq);
}

/** The stored credential of a certificate. Undefined if it was issued before credentials existed. */
export const credentialOf = (certificateSeq: number) => credentialBytes().get(certificateSeq);

/** The certificate at an index of a status list, with its credential. Undefined for a free index. */
export const credentialAt = (statusList: number, statusIndex: number) =>
  credentialPlace().get(statusList, statusIndex);

/** Frees the index of a credential that was stored or discarded. */
export const releaseCredential = ({ statusList, statusIndex }: Place) =>
  reserved().delete(`${statusList}/${statusIndex}`);

/**
 * Logs a certificate's revocation in its transaction, as a statement that its issuer signs. Does nothing for a certificate
 * without a credential, which the log does not have.
 */
export function logRevocation(tx: Transaction, certificate: { seq: number; issuerId: string }) {
  const bytes = credentialOf(certificate.seq);
  if (!bytes) return;
  const key = currentIssuerKey(certificate.issuerId);
  const statement = { type: 'Revocation', issuer: key.did, credential: hexHash(bytes), time: timestamp() };
  appendEntry(tx, 'revoke', signStatement(statement, key), certificate.seq);
}

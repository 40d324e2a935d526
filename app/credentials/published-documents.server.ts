import type { JsonObject } from '@certrace/verify';
import {
  CREDENTIALS_CONTEXT,
  didDocument,
  encodeStatusList,
  FIELDS_CONTEXT_PATH,
  fieldsContext,
  STATUS_LIST_LENGTH,
} from '@certrace/verify';
import { eq } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { letOthersRun } from '#app/shared/background-work.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db, prepared, preparedSql, preparedValue } from '#db/client.ts';
import { statusLists } from '#db/schema/credentials.ts';
import {
  credentials,
  DATE_TIME,
  INTEGER,
  iri,
  literal,
  MULTIBASE,
  type Quad,
  status,
  TYPE,
} from './canonical-quads.server.ts';
import { statusListUrl } from './certificate-credential.server.ts';
import {
  currentIssuerKey,
  didWeb,
  firstKeyOfSite,
  INSTALLATION,
  publicKeysOf,
  timestamp,
  usesDidWeb,
} from './issuer-keys.server.ts';

import { type SigningKey, signDocument } from './sign-document.server.ts';

/** Reads some of an issuer's revocations, in one list only. Its certificates are adjacent. */
const revokedPlaces = preparedSql<{
  place: number;
  seq: number;
}>(`select c.status_index as place, r.certificate_seq as seq from certificate_revocations r
         cross join certificate_credentials c on c.certificate_seq = r.certificate_seq
       where r.issuer_id = @issuer and c.status_list = @list
         and r.certificate_seq > max(@after, (select min(certificate_seq) from certificate_credentials where status_list = @list) - 1)
         and r.certificate_seq <= (select max(certificate_seq) from certificate_credentials where status_list = @list)
       order by r.certificate_seq limit @rows`);

/** Reads the revocations of one list that are in the log, also those whose row was removed. By place, because log entries name no issuer. */
const loggedPlaces = preparedValue<number>(`select c.status_index from certificate_credentials c
       where c.status_list = @list and c.status_index between @from and @to
         and exists (select 1 from log_entries where subject = c.certificate_seq and type = 'revoke')`);

/** Reads the revocations of one list after the one with a `rowid`. */
const newPlaces = preparedValue<number>(`select c.status_index from certificate_revocations r
         cross join certificate_credentials c on c.certificate_seq = r.certificate_seq
       where r.rowid > @after and +r.issuer_id = @issuer and c.status_list = @list`);

/** Changes with every revocation, because revocations are never deleted. */
const lastRevocation = preparedValue<number>('select coalesce(max(rowid), 0) from certificate_revocations');

/** A list takes 16 KB. */
const MAX_KEPT_LISTS = 200;
type Bits = { asOf: number; bits: Buffer };
const keptBits = prepared(() => new Map<number, Promise<Bits>>());
/** Revocations read in one step, which takes some 10 ms. */
const STEP_ROWS = 2_000;
/** Places read in one step. */
const STEP_PLACES = 4_096;

/**
 * The DID document of an issuer or of the installation, including retired keys and their ends. While APP_URL is not https it describes the
 * did:key, whose document nobody needs to fetch.
 * @param issuerId null for the installation
 * @throws AppError not-found before the first signature of an issuer, or without the keys
 */
export function publishedDidDocument(issuerId: string | null): JsonObject {
  if (issuerId === INSTALLATION) throw notFound();
  const logged = publicKeysOf(issuerId ?? INSTALLATION);
  const first = issuerId === null && logged.length === 0 ? firstKeyOfSite() : null;
  const keys = first === null ? logged : [{ multikey: first }];
  const newest = keys.at(-1);
  if (newest === undefined) throw notFound();
  if (usesDidWeb(env().APP_URL)) return didDocument(didWeb(env().APP_URL, issuerId), keys);
  return didDocument(`did:key:${newest.multikey}`, [newest]);
}

/** The JSON-LD context of issuers' own fields in this site's credentials. */
export const publishedFieldsContext = (): JsonObject =>
  fieldsContext(`${env().APP_URL}${FIELDS_CONTEXT_PATH}`);

const setBit = (bits: Buffer, place: number) => {
  bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7));
};

/** Reads all revocations of a list in steps, because there may be tens of thousands. */
async function readBits(issuer: string, list: number, asOf: number): Promise<Bits> {
  const bits = Buffer.alloc(STATUS_LIST_LENGTH / 8);
  for (let after = -1; ; ) {
    const rows = revokedPlaces().all({ issuer, list, after, rows: STEP_ROWS });
    for (const { place } of rows) setBit(bits, place);
    const last = rows.at(-1);
    if (!last || rows.length < STEP_ROWS) break;
    after = last.seq;
    await letOthersRun();
  }
  for (let from = 0; from < STATUS_LIST_LENGTH; from += STEP_PLACES) {
    for (const place of loggedPlaces().all({ list, from, to: from + STEP_PLACES - 1 })) setBit(bits, place);
    await letOthersRun();
  }
  return { asOf, bits };
}

function startReading(issuer: string, list: number, asOf: number): Promise<Bits> {
  const kept = keptBits();
  const reading = readBits(issuer, list, asOf);
  if (kept.size >= MAX_KEPT_LISTS) kept.clear();
  kept.set(list, reading);
  reading.catch(() => kept.delete(list));
  return reading;
}

/** The revocation bits of a list. Kept, because anybody may request them; later revocations are added to them. */
async function bitsOf(issuer: string, list: number): Promise<Buffer> {
  const known = await (keptBits().get(list) ?? startReading(issuer, list, lastRevocation().get() ?? 0));
  const asOf = lastRevocation().get() ?? 0;
  if (asOf - known.asOf > STEP_ROWS) return (await startReading(issuer, list, asOf)).bits;
  if (asOf !== known.asOf) {
    for (const place of newPlaces().all({ issuer, list, after: known.asOf })) setBit(known.bits, place);
    known.asOf = asOf;
  }
  return known.bits;
}

/** How long a kept list is proof that a certificate is not revoked. */
const STATUS_LIST_VALID_MS = 24 * 3_600_000;
/** How long a client may keep using a list before it fetches a newer one. */
const STATUS_LIST_TTL_MS = 5 * 60_000;

/**
 * Signs the revocation bits of a list as a credential (Bitstring Status List 1.0).
 * @param id its URL
 * @param time when the list was read, as in `2026-01-31T12:00:00Z`
 */
export function signStatusList(id: string, bits: Uint8Array, key: SigningKey, time: string): Promise<Buffer> {
  const subject = `${id}#list`;
  const encodedList = encodeStatusList(bits);
  const validUntil = timestamp(Date.parse(time) + STATUS_LIST_VALID_MS);
  const document: JsonObject = {
    '@context': [CREDENTIALS_CONTEXT],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: key.did,
    validFrom: time,
    validUntil,
    credentialSubject: {
      id: subject,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList,
      ttl: STATUS_LIST_TTL_MS,
    },
  };
  const quads: Quad[] = [
    [iri(id), TYPE, credentials('VerifiableCredential')],
    [iri(id), TYPE, status('BitstringStatusListCredential')],
    [iri(id), credentials('credentialSubject'), iri(subject)],
    [iri(id), credentials('issuer'), iri(key.did)],
    [iri(id), credentials('validFrom'), literal(time, DATE_TIME)],
    [iri(id), credentials('validUntil'), literal(validUntil, DATE_TIME)],
    [iri(subject), TYPE, status('BitstringStatusList')],
    [iri(subject), status('encodedList'), literal(encodedList, MULTIBASE)],
    [iri(subject), status('statusPurpose'), literal('revocation')],
    [iri(subject), status('ttl'), literal(`${STATUS_LIST_TTL_MS}`, INTEGER)],
  ];
  return signDocument(document, quads, key, time);
}

/**
 * The current revocation bits of a status list, as a signed credential.
 * @param number from the URL
 * @throws AppError not-found; busy when its issuer's key is lost
 */
export async function publishedStatusList(number: string): Promise<Buffer> {
  const list = /^[1-9]\d{0,9}$/.test(number)
    ? db()
        .select()
        .from(statusLists)
        .where(eq(statusLists.number, Number(number)))
        .get()
    : undefined;
  if (!list) throw notFound();
  return signStatusList(
    statusListUrl(list.number),
    await bitsOf(list.issuerId, list.number),
    currentIssuerKey(list.issuerId),
    timestamp(),
  );
}

import { didDocument, type JsonObject, STATUS_LIST_LENGTH } from '@certrace/verify';
import { eq } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db, prepared, sqlite } from '#db/client.ts';
import { statusLists } from '#db/schema/credentials.ts';
import { statusListUrl } from './certificate-credential.server.ts';
import { currentIssuerKey, INSTALLATION, publicKeysOf, timestamp } from './issuer-keys.server.ts';
import { didWeb, usesDidWeb } from './keys.server.ts';
import { signStatusList } from './status-list.server.ts';

/** Reads an issuer's revocations in one list only. Its certificates are adjacent. */
const revokedPlaces = prepared(() =>
  sqlite()
    .prepare(
      `select c.status_index from certificate_revocations r
         cross join certificate_credentials c on c.certificate_seq = r.certificate_seq
       where r.issuer_id = @issuer and c.status_list = @list
         and r.certificate_seq >= (select min(certificate_seq) from certificate_credentials where status_list = @list)
         and r.certificate_seq <= (select max(certificate_seq) from certificate_credentials where status_list = @list)`,
    )
    .pluck(),
);

/** Changes with every revocation, because revocations are never deleted. */
const lastRevocation = prepared(() =>
  sqlite().prepare('select coalesce(max(rowid), 0) from certificate_revocations').pluck(),
);

/** A list takes 16 KB. */
const MAX_KEPT_LISTS = 200;
const keptBits = prepared(() => new Map<number, { asOf: number; bits: Buffer }>());

/**
 * The DID document of an issuer or of the installation, including retired keys. While APP_URL is not https it describes the
 * did:key, whose document nobody needs to fetch.
 * @param issuerId null for the installation
 * @throws AppError not-found before the first signature
 */
export function publishedDidDocument(issuerId: string | null): JsonObject {
  if (issuerId === INSTALLATION) throw notFound();
  const keys = publicKeysOf(issuerId ?? INSTALLATION);
  const newest = keys.at(-1);
  if (newest === undefined) throw notFound();
  if (usesDidWeb(env().APP_URL)) return didDocument(didWeb(env().APP_URL, issuerId), keys);
  return didDocument(`did:key:${newest}`, [newest]);
}

/**
 * The revocation bits of a list. Cached until the next revocation, because anybody may request them and reading tens of
 * thousands of revocations takes long.
 */
function bitsOf(issuer: string, list: number): Buffer {
  const asOf = lastRevocation().get() as number;
  const kept = keptBits().get(list);
  if (kept?.asOf === asOf) return kept.bits;
  const bits = Buffer.alloc(STATUS_LIST_LENGTH / 8);
  for (const place of revokedPlaces().all({ issuer, list }) as number[]) {
    bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7));
  }
  if (keptBits().size >= MAX_KEPT_LISTS) keptBits().clear();
  keptBits().set(list, { asOf, bits });
  return bits;
}

/**
 * The current revocation bits of a status list, as a signed credential.
 * @param number from the URL
 * @throws AppError not-found; busy when its issuer's key is lost
 */
export function publishedStatusList(number: string): Promise<Buffer> {
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
    bitsOf(list.issuerId, list.number),
    currentIssuerKey(list.issuerId),
    timestamp(),
  );
}

import type { DidKey, JsonObject } from '@certrace/verify';
import { didKeyMethod, publicKeyOf, signJson, toMultikey } from '@certrace/verify';
import { and, asc, eq, isNull, max } from 'drizzle-orm';
import { concerning, recordAct, SHELL } from '#app/audit/record-act.server.ts';
import { env } from '#app/config/env.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { issuerPrivateKey, masterKey, readMasterKey } from '#app/log/log-key.server.ts';
import { fitsMasterKey, requireWritableLog } from '#app/log/log-state.server.ts';
import { isoSeconds, now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import type { Transaction } from '#db/client.ts';
import { db, prepared, preparedSql, preparedValue, sqlite, transaction } from '#db/client.ts';
import { issuerKeys } from '#db/schema/credentials.ts';
import { t } from '#messages';
import type { SigningKey } from './sign-document.server.ts';

export const INSTALLATION = 'installation';

/** Whether DIDs of this origin are did:web. Their documents must be public, so this requires https. */
export const usesDidWeb = (appUrl: string) => appUrl.startsWith('https:');

/** The did:web of an issuer, or of the installation. */
export const didWeb = (appUrl: string, issuerId: string | null) =>
  // The port's colon is encoded.
  `did:web:${new URL(appUrl).host.replace(':', '%3A')}${issuerId === null ? '' : `:issuers:${issuerId}`}`;

/** A key with its DID: did:web when APP_URL is https, or else did:key. */
export function signingKey(master: Uint8Array, appUrl: string, issuerId: string | null, version: number) {
  const privateKey = issuerPrivateKey(master, issuerId ?? INSTALLATION, version);
  const multikey = toMultikey(publicKeyOf(privateKey));
  if (!usesDidWeb(appUrl)) {
    const did = `did:key:${multikey}`;
    return { did, verificationMethod: didKeyMethod(did), privateKey, multikey };
  }
  const did = didWeb(appUrl, issuerId);
  return { did, verificationMethod: `${did}#${multikey}`, privateKey, multikey };
}

export type IssuerKey = SigningKey & { multikey: string; version: number };

/** Formats the time for signed documents, in seconds. */
export const timestamp = (time = now()) => isoSeconds(time);

const MAX_CACHED = 10_000;
const derived = new Map<string, IssuerKey>();

/** A version of an owner's key, as the present master key gives it. */
export function derive(owner: string, version: number): IssuerKey {
  const master = masterKey();
  const name = `${env().APP_URL} ${owner} ${version} ${master.toString('hex', 0, 8)}`;
  const known = derived.get(name);
  if (known) return known;
  if (derived.size >= MAX_CACHED) derived.clear();
  const issuerId = owner === INSTALLATION ? null : owner;
  const key = { ...signingKey(master, env().APP_URL, issuerId, version), version };
  derived.set(name, key);
  return key;
}

const selectCurrentKey = preparedSql<{ version: number; multikey: string }>(
  'select version, multikey from issuer_keys where owner = ? and retired_at is null',
);
export const currentKey = (owner: string) => selectCurrentKey().get(owner);

/** Current keys that were read in this turn of the event loop, so that certificates issued together read the key once. */
const readInTurn = prepared(() => new Map<string, IssuerKey>());

function rememberForTurn(owner: string, key: IssuerKey) {
  // A rollback would undo the key, so don't cache it inside a transaction.
  if (sqlite().inTransaction) return;
  const keys = readInTurn();
  if (keys.size === 0) setImmediate(() => keys.clear());
  keys.set(owner, key);
}

/** Signs a statement for the log. */
export const signStatement = (statement: JsonObject, { verificationMethod, privateKey }: SigningKey) =>
  Buffer.from(JSON.stringify(signJson(statement, verificationMethod, privateKey, timestamp())));

/** The log entry of a new key, signed by that key. @param revokes the key before it, if it may have leaked */
function keyStatement(key: IssuerKey, revokes: string | undefined): Buffer {
  const { did: issuer, multikey: publicKeyMultibase, version } = key;
  const statement = { type: 'IssuerKey', issuer, publicKeyMultibase, version, time: timestamp() };
  return signStatement(revokes === undefined ? statement : { ...statement, revokes }, key);
}

function addKey(tx: Transaction, owner: string, revokes?: string): IssuerKey {
  const last = tx
    .select({ version: max(issuerKeys.version) })
    .from(issuerKeys)
    .where(eq(issuerKeys.owner, owner))
    .get();
  const key = derive(owner, (last?.version ?? 0) + 1);
  tx.insert(issuerKeys)
    .values({ owner, version: key.version, multikey: key.multikey, createdAt: now() })
    .run();
  appendEntry(tx, 'key', keyStatement(key, revokes));
  return key;
}

/**
 * The current key of an issuer or of the installation, created and logged on first use.
 * @throws AppError busy when the log cannot be continued, for example because KEYS_DIR lost the keys
 */
export function currentIssuerKey(owner: string): IssuerKey {
  // In a transaction nobody else can replace the key, but they may have done so earlier in this turn.
  const known = sqlite().inTransaction ? undefined : readInTurn().get(owner);
  if (known) return known;
  const row = currentKey(owner);
  if (row) {
    const key = derive(owner, row.version);
    if (key.multikey === row.multikey) {
      rememberForTurn(owner, key);
      return key;
    }
    requireWritableLog();
    throw new AppError('busy', t('issuerKeys.doesNotFitTheMasterKey'));
  }
  requireWritableLog();
  return transaction((tx) => {
    const made = currentKey(owner);
    return made ? derive(owner, made.version) : addKey(tx, owner);
  });
}

/**
 * Requires that a key still is its owner's current one. Call this in the transaction that logs the signed
 * document, so that the log has no signature that a key made after its end.
 * @throws AppError busy when a command replaced the key after the signature
 */
export function requireCurrentKey(owner: string, multikey: string) {
  if (currentKey(owner)?.multikey === multikey) return;
  readInTurn().delete(owner);
  throw new AppError('busy', t('issuerKeys.wasJustReplaced'));
}

const ownerByMultikey = preparedValue<string>('select owner from issuer_keys where multikey = ?');

/** The owner of a public key of this installation, retired or not. */
export const ownerOfKey = (multikey: string) => ownerByMultikey().get(multikey);

const exactTime = (time: number) => new Date(time).toISOString();

/** An owner's public keys, oldest first, with their ends. Retired keys still verify older log entries. */
export const publicKeysOf = (owner: string): DidKey[] =>
  db()
    .select()
    .from(issuerKeys)
    .where(eq(issuerKeys.owner, owner))
    .orderBy(asc(issuerKeys.version))
    .all()
    .map(({ multikey, retiredAt, revokedAt }) => {
      if (revokedAt !== null) return { multikey, revoked: exactTime(revokedAt) };
      return retiredAt === null ? { multikey } : { multikey, expires: exactTime(retiredAt) };
    });

/** The public key with which the installation will sign first. Null without the master key of its database. */
export const firstKeyOfSite = (): string | null =>
  readMasterKey() !== null && fitsMasterKey() ? derive(INSTALLATION, 1).multikey : null;

type Retirement = {
  /** Of one key only. */
  owner?: string | undefined;
  /** The keys may have leaked. */
  isCompromised?: boolean;
};

/** Retires the current keys, so that the next signature creates a new version. */
export function retireKeys(tx: Transaction, { owner, isCompromised = false }: Retirement = {}) {
  readInTurn().clear();
  const at = now();
  return tx
    .update(issuerKeys)
    .set({ retiredAt: at, ...(isCompromised && { revokedAt: at }) })
    .where(and(isNull(issuerKeys.retiredAt), owner === undefined ? undefined : eq(issuerKeys.owner, owner)))
    .returning({ owner: issuerKeys.owner, multikey: issuerKeys.multikey })
    .all();
}

/** As `rotateIssuerKeys`, for DIDs of any kind. */
export const rotateKeys = (owner?: string, isCompromised = false): number =>
  transaction((tx) => {
    const retired = retireKeys(tx, { owner, isCompromised });
    for (const key of retired) addKey(tx, key.owner, isCompromised ? key.multikey : undefined);
    const after = { keys: retired.length, isCompromised };
    recordAct(tx, SHELL, 'keys.rotated', owner === undefined ? { after } : { ...concerning(owner), after });
    return retired.length;
  });

/**
 * Creates a new key version for one issuer, or for every owner of a key. Retired versions stay in the DID documents, with the date
 * of their end: as `revoked` if they may have leaked, or else as `expires`.
 * @returns how many keys were created
 * @throws AppError conflict while DIDs are did:key, because such a DID is its key; not-found; busy when the log cannot be
 *   continued
 */
export function rotateIssuerKeys(issuerId?: string, isCompromised = false): number {
  if (!usesDidWeb(env().APP_URL)) {
    throw new AppError(
      'conflict',
      'Keys cannot be rotated while APP_URL is not https: each issuer’s DID is then its key (did:key).',
    );
  }
  if (issuerId !== undefined && publicKeysOf(issuerId).length === 0) {
    throw notFound(`The issuer ${issuerId} has no key.`);
  }
  requireWritableLog();
  return rotateKeys(issuerId, isCompromised);
}

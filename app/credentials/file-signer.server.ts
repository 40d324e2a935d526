import type { DocumentSigner, JsonObject, ManifestSigner } from '@certrace/verify';
import { hexHash, issuerOf, proofOf } from '@certrace/verify';
import { currentLog } from '#app/log/log.server.ts';
import { privateKeyOf, readMasterKey } from '#app/log/log-key.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { db, preparedSql, preparedValue } from '#db/client.ts';
import { signingCertificates } from '#db/schema/credentials.ts';
import { currentKey, derive, type IssuerKey } from './issuer-keys.server.ts';

const keyByMultikey = preparedSql<{ owner: string; version: number; isRevoked: number }>(
  'select owner, version, revoked_at is not null as isRevoked from issuer_keys where multikey = ?',
);

/**
 * The key that states what new files of a credential show: the credential's, or the present one if that may have leaked or is lost.
 * A did:key has only one key.
 */
function keyForFiles(multikey: string, issuer: string): IssuerKey | undefined {
  const row = keyByMultikey().get(multikey);
  // Without a master key, `derive` would make another one.
  if (!row || !readMasterKey()) return undefined;
  const isOnlyKey = issuer.startsWith('did:key:');
  const own = derive(row.owner, row.version);
  if (own.multikey === multikey && (isOnlyKey || !row.isRevoked)) return own;
  const current = isOnlyKey ? undefined : currentKey(row.owner);
  const key = current && derive(row.owner, current.version);
  return key?.multikey === current?.multikey ? key : undefined;
}

/**
 * The signers of a credential that this site issued, to sign the files that embed it: the issuer's key, and that of the log.
 * @returns undefined when KEYS_DIR lacks the log's key, or the master key has changed and the issuer has no new key yet
 */
export function signerOf(credential: Uint8Array): ManifestSigner | undefined {
  const document: JsonObject = JSON.parse(Buffer.from(credential).toString());
  const issuer = issuerOf(document);
  const verificationMethod = proofOf(document)?.verificationMethod;
  const multikey = verificationMethod?.slice(verificationMethod.lastIndexOf('#') + 1);
  if (!issuer || !verificationMethod || multikey === undefined) return undefined;
  const key = keyForFiles(multikey, issuer);
  const log = currentLog();
  const logKey = log && privateKeyOf(log);
  if (!key || !logKey) return undefined;
  const method = key.multikey === multikey ? verificationMethod : `${issuer}#${key.multikey}`;
  return {
    issuer,
    verificationMethod: method,
    privateKey: key.privateKey,
    log: { name: log.origin, privateKey: logKey },
  };
}

const lastRevokedVersion = preparedValue<number | null>(
  'select max(version) from issuer_keys where owner = ? and revoked_at is not null',
);

/** The newest version of an owner's key that may have leaked, or null. Files are drawn again after it was revoked. */
export const revokedVersionOf = (owner: string): number | null => lastRevokedVersion().get(owner) ?? null;

/** Records the certificates that sign PDFs from now on. PDFs that they signed stay accepted when the operator replaces them. */
export function recordSigningCertificates(signer: DocumentSigner | null) {
  const rows = (signer?.certificates ?? []).map((bytes) => ({ hash: hexHash(bytes), firstUsedAt: now() }));
  if (rows.length > 0) db().insert(signingCertificates).values(rows).onConflictDoNothing().run();
}

/** SHA-256 in hexadecimal of each certificate that has signed PDFs of this site. */
export const knownSigningCertificates = (): string[] =>
  db()
    .select({ hash: signingCertificates.hash })
    .from(signingCertificates)
    .all()
    .map(({ hash }) => hash);

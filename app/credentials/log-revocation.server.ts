import { sha256, signJson } from '@certrace/verify';
import { appendEntry } from '#app/log/append-entry.server.ts';
import type { Transaction } from '#db/client.ts';
import { credentialOf } from './certificate-credential.server.ts';
import { currentIssuerKey, timestamp } from './issuer-keys.server.ts';

/**
 * Logs a certificate's revocation in its transaction, as a statement that its issuer signs. Does nothing for a certificate
 * without a credential; the backfill then logs both.
 */
export function logRevocation(tx: Transaction, certificate: { seq: number; issuerId: string }) {
  const bytes = credentialOf(certificate.seq);
  if (!bytes) return;
  const key = currentIssuerKey(certificate.issuerId);
  const statement = {
    type: 'Revocation',
    issuer: key.did,
    credential: Buffer.from(sha256(bytes)).toString('hex'),
    time: timestamp(),
  };
  const signed = signJson(statement, key.verificationMethod, key.privateKey, timestamp());
  appendEntry(tx, 'revoke', Buffer.from(JSON.stringify(signed)), certificate.seq);
}

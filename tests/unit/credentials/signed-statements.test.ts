import {
  entryDigest,
  type JsonObject,
  parseEntry,
  parseMultikey,
  proofOf,
  verifyProof,
} from '@certrace/verify';
import { expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { rotateKeys } from '#app/credentials/issuer-keys.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, makeVerifier, payFor } from '#tests/support/factories.ts';

it('revocations, receipts and key changes enter the log as signed statements', async () => {
  const issuer = await makeIssuer();
  const certificate = await makeCertificate(issuer);
  await payFor(await makeVerifier(), certificate.uniqueId);
  revokeCertificate(issuer.actor, certificate.uniqueId, { reason: 'An error' });
  rotateKeys(issuer.id);
  const rows = sqlite()
    .prepare('select type, entry, salt, document from log_entries where document is not null order by seq')
    .all() as { type: string; entry: string; salt: Buffer; document: Buffer }[];
  expect(rows.map(({ type }) => type)).toEqual(['key', 'key', 'verify', 'revoke', 'key']);
  for (const { type, entry, salt, document } of rows) {
    const parsed = parseEntry(Buffer.from(entry));
    expect([parsed?.type, parsed?.digest]).toEqual([type, entryDigest(salt, document)]);
    const statement = JSON.parse(document.toString()) as JsonObject;
    const [proof, key] = [
      proofOf(statement),
      parseMultikey(String(statement.issuer).slice('did:key:'.length)),
    ];
    if (!proof || !key) throw new Error('not signed');
    expect(await verifyProof(statement, proof, key), type).toBe(true);
    expect(await verifyProof({ ...statement, time: '2020-01-01T00:00:00Z' }, proof, key), type).toBe(false);
  }
});

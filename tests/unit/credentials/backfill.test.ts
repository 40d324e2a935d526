import { randomBytes } from 'node:crypto';
import {
  checkLogProof,
  entryDigest,
  type JsonObject,
  parseEntry,
  parseMultikey,
  parseVerifierKey,
  proofOf,
  verifyProof,
} from '@certrace/verify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  backfillCredentials,
  certificatesWithoutCredential,
  startLookingForCredentials,
} from '#app/certificates/backfill-credentials.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { formatUniqueId, uniqueIdFromBytes } from '#app/certificates/unique-id.ts';
import { credentialOf } from '#app/credentials/certificate-credential.server.ts';
import { rotateKeys } from '#app/credentials/issuer-keys.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { proveSubject } from '#app/log/prove-entry.server.ts';
import { log } from '#app/shared/log.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, makeVerifier, payFor } from '#tests/support/factories.ts';

const OLD_ONES = 150;

/** Creates an issuer with certificates of an earlier version, which have no credential. */
async function withOldCertificates() {
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  const insert = sqlite().prepare(
    `insert into certificates (id, unique_id, issuer_id, issuer_name, issuer_username, student_name, student_email,
       course_name, issue_date, layout_version, created_at)
     values (?, ?, ?, ?, ?, 'Old Student', 'old@students.example', 'Old Course', '2020-01-31', 1, 1)`,
  );
  const ids = Array.from({ length: OLD_ONES }, () => uniqueIdFromBytes(randomBytes(10)));
  for (const id of ids) insert.run(id, id, issuer.id, issuer.name, issuer.username);
  return { issuer, ids };
}

const seqOf = (id: string) =>
  sqlite().prepare('select seq from certificates where id = ?').pluck().get(id) as number;
const entriesOf = (type: string) =>
  sqlite().prepare('select count(*) from log_entries where type = ?').pluck().get(type);

function proves(id: string): boolean | null {
  const key = parseVerifierKey(currentLog()?.verifierKey ?? '');
  const proof = proveSubject('issue', seqOf(id));
  const bytes = credentialOf(seqOf(id));
  if (!key || !proof || !bytes) return null;
  return checkLogProof(proof, bytes, ['issue'], [key]).passed;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a certificate of an earlier version', () => {
  it('gets a credential and a log entry, also after an interruption', async () => {
    const { issuer, ids } = await withOldCertificates();
    revokeCertificate(issuer.actor, formatUniqueId(ids[3] as string), { reason: 'An error' });
    expect(entriesOf('revoke')).toBe(0);
    const interrupted = backfillCredentials(() => {
      throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    const left = certificatesWithoutCredential();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(OLD_ONES);
    expect(await backfillCredentials()).toBe(left);
    expect(await backfillCredentials()).toBe(0);
    expect(certificatesWithoutCredential()).toBe(0);
    expect([entriesOf('issue'), entriesOf('revoke')]).toEqual([OLD_ONES + 1, 1]);
    expect(ids.filter((id) => proves(id) !== true)).toEqual([]);
  });

  it('gets a log entry for its revocation when it is revoked during signing', async () => {
    const { issuer, ids } = await withOldCertificates();
    const filling = backfillCredentials();
    revokeCertificate(issuer.actor, formatUniqueId(ids[0] as string), { reason: 'An error' });
    await filling;
    expect(entriesOf('revoke')).toBe(1);
  });

  it('gets one credential from two concurrent commands', async () => {
    await withOldCertificates();
    const done = await Promise.all([backfillCredentials(), backfillCredentials()]);
    expect(done[0] + done[1]).toBe(OLD_ONES);
    expect(entriesOf('issue')).toBe(OLD_ONES + 1);
  });

  it('is counted when the server starts', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    await withOldCertificates();
    startLookingForCredentials()();
    expect(warn.mock.calls).toEqual([
      [{ certificates: OLD_ONES }, expect.stringContaining('npm run credentials:backfill')],
    ]);
    await backfillCredentials();
    startLookingForCredentials()();
    expect(warn).toHaveBeenCalledOnce();
  });
});

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

import { readStatus } from '@certrace/verify';
import { expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { signCredential, storeCredential } from '#app/credentials/certificate-credential.server.ts';
import { publishedStatusList } from '#app/credentials/published-documents.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';

const REVOKED = 20_000;

/** Fills an issuer's first list with revoked certificates by SQL, because issuing them would take a minute. */
function revokeMany(issuerId: string) {
  sqlite().pragma('foreign_keys = off');
  const credential = sqlite().prepare(
    'insert into certificate_credentials (certificate_seq, bytes, status_list, status_index) values (?, ?, 1, ?)',
  );
  const revocation = sqlite().prepare(
    `insert into certificate_revocations (certificate_id, certificate_seq, issuer_id, reason, revoked_by, revoked_at)
     values (?, ?, ?, 'x', ?, 1)`,
  );
  sqlite().transaction(() => {
    for (let n = 0; n < REVOKED; n += 1) {
      const seq = 1_000 + n;
      credential.run(seq, Buffer.alloc(0), n);
      revocation.run(`c${n}`, seq, issuerId, issuerId);
    }
  })();
}

it('a long list is read once, and another revocation is added to it', async () => {
  const issuer = await makeIssuer();
  const courses = ['Analytical Engines', 'Calculus', 'Logic'];
  const certificates = await Promise.all(
    courses.map((courseName) => makeCertificate(issuer, { courseName })),
  );
  // The filled part of the list leaves these indexes free.
  sqlite().prepare('update certificate_credentials set status_index = 129999 + certificate_seq').run();
  revokeMany(issuer.id);
  const timed = async () => {
    const before = process.cpuUsage();
    const list = JSON.parse(String(await publishedStatusList('1')));
    const { user, system } = process.cpuUsage(before);
    return { list, microseconds: user + system };
  };
  const first = await timed();
  const again = [await timed(), await timed(), await timed()];
  for (const { list } of [first, ...again]) {
    expect([0, REVOKED - 1, REVOKED, 130_000].map((index) => readStatus(list, index))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  }
  const anew: typeof again = [];
  for (const { uniqueId } of certificates) {
    revokeCertificate(issuer.actor, uniqueId, { reason: 'Issued by mistake' });
    anew.push(await timed());
  }
  expect([130_000, 130_001, 130_002].map((index) => readStatus(anew.at(-1)?.list, index))).toEqual([
    true,
    true,
    true,
  ]);
  // The quickest of three, because other work of the process counts, too.
  for (const times of [again, anew])
    expect(Math.min(...times.map(({ microseconds }) => microseconds))).toBeLessThan(first.microseconds / 2);
});

it('two processes never assign the same index', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  const credential = await signCredential({
    uniqueId: '7K3M-9QZX-2HVB-4TND',
    issuerId: issuer.id,
    issuerName: 'Example University',
    studentName: 'Ada',
    studentEmail: 'ada@students.example',
    courseName: 'Analytical Engines',
    issueDate: '2026-01-31',
    expiryDate: null,
  });
  sqlite().prepare('update certificate_credentials set status_index = ?').run(credential.statusIndex);
  expect(() => transaction((tx) => storeCredential(tx, 2, credential))).toThrow(
    expect.objectContaining({ code: 'busy' }),
  );
  expect(sqlite().prepare('select count(*) from log_entries where subject = 2').pluck().get()).toBe(0);
});

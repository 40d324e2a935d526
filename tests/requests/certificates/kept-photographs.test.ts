import { beforeEach, describe, expect, it } from 'vitest';
import { forgetStudent } from '#app/batches/forget-student.server.ts';
import { pictureOf, sweepPictures } from '#app/certificates/field-pictures.server.ts';
import { withdrawScheduled } from '#app/certificates/scheduled/change-scheduled.server.ts';
import { issueScheduled } from '#app/certificates/scheduled/issue-scheduled.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { picture } from '#tests/support/course-factories.ts';
import { erase } from '#tests/support/erasures.ts';
import { certificateInput, makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { makeField, storePicture } from '#tests/support/own-fields.ts';
import { schedule } from '#tests/support/scheduled.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ADA = 'ada@students.example';
const GRACE = 'grace@students.example';

let issuer: Person;
let hash: string;
beforeEach(async () => {
  issuer = await makeIssuer();
  makeField(issuer, 'photo', { kind: 'picture', visibility: [] });
  hash = await storePicture(issuer.id, await picture(240, 300));
});

const photo = (studentEmail: string) => ({ studentEmail, fields: { photo: hash } });
const isStored = () => pictureOf(issuer.id, hash) !== undefined;
const issuedTo = (email: string) =>
  sqlite().prepare('select count(*) from certificates where student_email = ?').pluck().get(email);

/** A batch that is not started, with the photograph in each row. */
const batchFor = async (...emails: string[]) => {
  const certificates = emails.map((email) => certificateInput({ ...photo(email), expiryDate: null }));
  const json = { certificates, start: false };
  const { batch } = await (await fetchApi('certs/batches', { token: issuer.token, json })).json();
  return batch;
};

it('is repaired by the same picture if its bytes were damaged, also in use', async () => {
  const damage = () => sqlite().prepare("update field_pictures set bytes = cast(bytes || 'x' as blob)").run();
  const again = async () => {
    expect(isStored()).toBe(false);
    expect(await storePicture(issuer.id, await picture(240, 300))).toBe(hash);
    expect(isStored()).toBe(true);
  };
  damage();
  await again();
  await makeCertificate(issuer, photo(ADA));
  damage();
  await again();
  const { uses, draft_since } = sqlite().prepare('select uses, draft_since from field_pictures').get() as {
    uses: number;
    draft_since: number | null;
  };
  expect([uses, draft_since]).toEqual([1, null]);
});

describe('a photograph that two students have', () => {
  it('stays for a certificate that waits when the other waiting one is erased, and goes with the last', async () => {
    const forward = stopClock();
    await schedule(issuer, photo(ADA));
    await schedule(issuer, photo(GRACE));
    await erase(issuer, { email: ADA });
    expect(isStored()).toBe(true);
    forward(10 * MINUTE_MS);
    await issueScheduled();
    expect(issuedTo(GRACE)).toBe(1);
    await erase(issuer, { email: GRACE });
    expect(isStored()).toBe(false);
  });

  it('stays for a certificate that waits when an issued one is erased, and is deleted later if that is withdrawn', async () => {
    const forward = stopClock();
    await makeCertificate(issuer, photo(ADA));
    const { uniqueId } = await schedule(issuer, photo(GRACE));
    await erase(issuer, { email: ADA });
    expect(isStored()).toBe(true);
    withdrawScheduled(issuer.actor, uniqueId);
    forward(DAY_MS + 1);
    expect([sweepPictures(200), isStored()]).toEqual([1, false]);
  });

  it('stays for the row of a batch that is not started', async () => {
    expect(await batchFor(ADA, GRACE)).toMatchObject({ total: 2, failed: 0 });
    await forgetStudent(ADA, issuer.id);
    expect(isStored()).toBe(true);
    await forgetStudent(GRACE, issuer.id);
    expect(isStored()).toBe(false);
  });
});

it('of a certificate that was not issued stays, and other unused ones of its issuer do not', async () => {
  const forward = stopClock();
  const { uniqueId } = await schedule(issuer, photo(ADA));
  await makeCertificate(issuer, { studentEmail: ADA });
  const unused = await storePicture(issuer.id, await picture(240, 500));
  forward(10 * MINUTE_MS);
  await issueScheduled();
  expect(sqlite().prepare('select problem from scheduled_certificates').pluck().get()).not.toBeNull();
  forward(DAY_MS + 1);
  expect([sweepPictures(200), isStored(), pictureOf(issuer.id, unused)]).toEqual([1, true, undefined]);
  expect(sweepPictures(200)).toBe(0);
  withdrawScheduled(issuer.actor, uniqueId);
  expect([sweepPictures(200), isStored()]).toEqual([1, false]);
});

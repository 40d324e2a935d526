import { describe, expect, it } from 'vitest';
import { closeOrganisation } from '#app/accounts/organisations/close-organisation.server.ts';
import { removeMember } from '#app/accounts/organisations/members.server.ts';
import { issueScheduled } from '#app/certificates/scheduled/issue-scheduled.server.ts';
import { setHoldMinutes } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { KINDS } from '#app/privacy/data-export/kinds-of-data.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { EMAIL, erase, HELD, NAME } from '#tests/support/erasures.ts';
import {
  certificateInput,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';
import { makeMember } from '#tests/support/members.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { schedule } from '#tests/support/scheduled.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const MINUTE_MS = 60_000;
const STUDENT = 'ingrid@students.example';

const count = (table: string, where = '1') =>
  sqlite().prepare(`select count(*) from ${table} where ${where}`).pluck().get();
const traces = () => [
  count('certificates'),
  count('log_entries', "type = 'issue'"),
  count('events', "type = 'certificate.issued'"),
  count('outbox', `to_address = '${STUDENT}'`),
];

const call = ({ token }: Person, method: string, path: string, json?: unknown) =>
  fetchApi(path, { method, token, ...(json !== undefined && { json }) });
const listed = async (person: Person, query = '') =>
  (await (await call(person, 'GET', `certificates/my-issued?state=scheduled${query}`)).json()).certificates;

describe('a certificate that waits', () => {
  it('has its ID, is listed for its issuer alone, and leaves no trace elsewhere', async () => {
    stopClock();
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const answer = await call(issuer, 'POST', 'certs/issue', certificateInput({ holdMinutes: 10 }));
    const { message, certificate } = await answer.json();
    expect([answer.status, message]).toEqual([201, 'Certificate scheduled.']);
    expect(certificate).toMatchObject({ status: 'scheduled', notIssued: null });
    const { uniqueId, createdAt, scheduledFor } = certificate;
    expect(Date.parse(scheduledFor) - Date.parse(createdAt)).toBe(10 * MINUTE_MS);
    expect(traces()).toEqual([0, 0, 0, 0]);
    expect(await listed(issuer)).toMatchObject([{ uniqueId, studentName: 'Ingrid Sørensen' }]);
    expect(await listed(issuer, '&q=ingrid')).toHaveLength(1);
    expect(await listed(issuer, '&q=nobody')).toEqual([]);
    expect(await listed(await makeIssuer())).toEqual([]);
    const others = await (await call(issuer, 'GET', 'certificates/my-issued')).json();
    expect(others.certificates).toEqual([]);
    const { imageLink, pngUrl, pdfUrl, credentialUrl, proofUrl } = certificate;
    for (const url of [imageLink, pngUrl, pdfUrl, credentialUrl, proofUrl]) {
      const file = await fetchPage(url, { cookie: issuer.cookie });
      expect([url, file.status]).toEqual([url, 404]);
    }
    expect((await call(verifier, 'POST', 'cert/verify', { uniqueId })).status).toBe(404);
    await issueScheduled();
    expect(traces()).toEqual([0, 0, 0, 0]);
  });

  it('is issued by itself at its time, once, as the issuer is called then', async () => {
    const forward = stopClock();
    const issuer = await makeIssuer();
    const { uniqueId, id } = await schedule(issuer);
    forward(10 * MINUTE_MS - 1);
    await issueScheduled();
    expect(traces()).toEqual([0, 0, 0, 0]);
    sqlite().prepare("update organisations set name = 'Aurora University'").run();
    forward(1);
    await Promise.all([issueScheduled(), issueScheduled()]);
    await issueScheduled();
    expect(traces()).toEqual([1, 1, 1, 1]);
    expect(count('scheduled_certificates')).toBe(0);
    const { certificates } = await (await call(issuer, 'GET', 'certificates/my-issued')).json();
    expect(certificates).toMatchObject([
      { _id: id, uniqueId, status: 'valid', issuedBy: { name: 'Aurora University' }, scheduledFor: null },
    ]);
    expect(checkLog().problems).toEqual([]);
  });

  it('is changed by its issuer, and issued as changed', async () => {
    const forward = stopClock();
    const issuer = await makeIssuer();
    makeField(issuer, 'hours', { name: 'Hours', kind: 'number' });
    makeField(issuer, 'grade', { name: 'Grade' });
    const { uniqueId } = await schedule(issuer, {
      expiryDate: null,
      expiresAfter: 'never',
      designId: makeDesign(issuer, { expiresAfter: 'P2Y' }),
      fields: { hours: 12, grade: 'A' },
    });
    const path = `certificates/scheduled/${uniqueId}`;
    const change = { studentName: 'Ingrid Berg', fields: { grade: 'B' } };
    const answer = await call(issuer, 'PATCH', path, change);
    expect(await answer.json()).toMatchObject({
      message: 'The scheduled certificate was changed.',
      certificate: {
        studentName: 'Ingrid Berg',
        expiryDate: null,
        fields: { hours: { name: 'Hours', value: 12 }, grade: { name: 'Grade', value: 'B' } },
      },
    });
    const bad = await call(issuer, 'PATCH', path, { expiryDate: '2020-01-01' });
    expect([bad.status, Object.keys((await bad.json()).errors)]).toEqual([400, ['expiryDate']]);
    expect((await call(issuer, 'PATCH', path, { expiresAfter: 'P1Y' })).status).toBe(200);
    forward(10 * MINUTE_MS);
    await issueScheduled();
    const { certificates } = await (await call(issuer, 'GET', 'certificates/my-issued')).json();
    expect(certificates).toMatchObject([
      {
        uniqueId,
        studentName: 'Ingrid Berg',
        expiryDate: '2027-02-28',
        fields: { hours: { value: 12 }, grade: { value: 'B' } },
      },
    ]);
  });

  it('keeps the values of fields that are retired meanwhile, and lacks those of new ones', async () => {
    const forward = stopClock();
    const issuer = await makeIssuer();
    const hours = makeField(issuer, 'hours', { name: 'Hours', kind: 'number' });
    makeField(issuer, 'grade', { name: 'Grade' });
    const fields = { hours: 12, grade: 'A' };
    const made = [];
    for (const courseName of ['Law', 'Logic']) made.push(await schedule(issuer, { courseName, fields }));
    expect((await call(issuer, 'DELETE', `fields/${hours.id}`)).status).toBe(200);
    sqlite().prepare("update certificate_fields set name = 'Mark' where key = 'grade'").run();
    const path = `certificates/scheduled/${made[0]?.uniqueId}`;
    expect((await call(issuer, 'PATCH', path, { fields: { grade: 'B' } })).status).toBe(200);
    makeField(issuer, 'place', { isRequired: true });
    forward(10 * MINUTE_MS);
    await issueScheduled();
    const { certificates } = await (await call(issuer, 'GET', 'certificates/my-issued')).json();
    const kept = { name: 'Hours', value: 12 };
    // They are issued beside each other, in any order.
    const byCourse = Object.fromEntries(
      certificates.map((each: { courseName: string; fields: unknown }) => [each.courseName, each.fields]),
    );
    expect(byCourse).toMatchObject({
      Logic: { hours: kept, grade: { name: 'Mark', value: 'A' } },
      Law: { hours: kept, grade: { name: 'Mark', value: 'B' } },
    });
  });

  it('is signed again if it is changed while it is signed', async () => {
    const forward = stopClock();
    const issuer = await makeIssuer();
    const { uniqueId } = await schedule(issuer);
    forward(10 * MINUTE_MS);
    const issuing = issueScheduled();
    expect(
      (await call(issuer, 'PATCH', `certificates/scheduled/${uniqueId}`, { studentName: 'Ingrid Berg' }))
        .status,
    ).toBe(200);
    await issuing;
    await issueScheduled();
    const names = sqlite().prepare('select student_name from certificates').pluck().all();
    expect(names).toEqual(['Ingrid Berg']);
  });

  it('is withdrawn without a trace but the acts, whose quota is given back', async () => {
    testEnvironment({ ISSUE_QUOTA_PER_DAY: '1' });
    const forward = stopClock();
    const issuer = await makeIssuer();
    const { uniqueId } = await schedule(issuer);
    const refused = await call(
      issuer,
      'POST',
      'certs/issue',
      certificateInput({ courseName: 'Law', holdMinutes: 1 }),
    );
    expect(refused.status).toBe(429);
    const withdrawn = await call(issuer, 'DELETE', `certificates/scheduled/${uniqueId}`);
    expect(await withdrawn.json()).toEqual({ success: true, message: 'The certificate was withdrawn.' });
    forward(10 * MINUTE_MS);
    await issueScheduled();
    expect(traces()).toEqual([0, 0, 0, 0]);
    expect(count('scheduled_certificates')).toBe(0);
    const acts = sqlite()
      .prepare("select act, object_id, before, after from audit_rows where object_kind = 'certificate'")
      .all();
    const nothing = { object_id: uniqueId, before: null, after: null };
    expect(acts).toEqual([
      { act: 'certificate.scheduled', ...nothing },
      { act: 'certificate.withdrawn', ...nothing },
    ]);
    expect((await call(issuer, 'POST', 'certs/issue', certificateInput())).status).toBe(201);
  });

  it('is withdrawn by one of two members, or issued, but never both', async () => {
    const forward = stopClock();
    const issuer = await makeIssuer();
    const member = await makeMember(issuer, 'issuer');
    const made = [];
    for (const courseName of ['Law', 'Logic', 'Music', 'Optics'])
      made.push(await schedule(issuer, { courseName }));
    forward(10 * MINUTE_MS);
    const withdraw = (person: Person, id: string) => call(person, 'DELETE', `certificates/scheduled/${id}`);
    const issuing = issueScheduled();
    const answers = await Promise.all(
      made.map(({ uniqueId }) => Promise.all([withdraw(issuer, uniqueId), withdraw(member, uniqueId)])),
    );
    await issuing;
    for (const [at, pair] of answers.entries()) {
      const statuses = pair.map(({ status }) => status).toSorted();
      const isIssued = count('certificates', `course_name = '${made[at]?.courseName}'`) === 1;
      expect(statuses).toEqual(isIssued ? [409, 409] : [200, 404]);
    }
    const { uniqueId } = await schedule(issuer, { courseName: 'Botany' });
    forward(10 * MINUTE_MS);
    await issueScheduled();
    const late = await withdraw(member, uniqueId);
    expect([late.status, (await late.json()).message]).toEqual([
      409,
      expect.stringMatching(/^This certificate was issued meanwhile/),
    ]);
  });
});

describe('a second certificate', () => {
  it('is refused while the first waits, unless it is allowed', async () => {
    const issuer = await makeIssuer();
    const issue = (more = {}) => call(issuer, 'POST', 'certs/issue', certificateInput(more));
    const answers = await Promise.all([issue({ holdMinutes: 5 }), issue({ holdMinutes: 5 })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const [first] = await listed(issuer);
    expect(await (await issue()).json()).toMatchObject({
      duplicateOf: first.uniqueId,
      isScheduled: true,
      message: `Ingrid Sørensen has a scheduled certificate for this course: ${first.uniqueId}.`,
    });
    expect((await issue({ allowDuplicate: true })).status).toBe(201);
  });

  it('is not made by a call or form that is sent twice', async () => {
    const issuer = await makeIssuer();
    const headers = { 'idempotency-key': 'once' };
    const json = certificateInput({ holdMinutes: 5 });
    const answers = await Promise.all(
      [1, 2, 3].map(() => fetchApi('certs/issue', { token: issuer.token, json, headers })),
    );
    const ids = await Promise.all(answers.map(async (each) => (await each.json()).certificate.uniqueId));
    expect([new Set(ids).size, count('scheduled_certificates')]).toEqual([1, 1]);
    setHoldMinutes(issuer.actor, { holdMinutes: 5 });
    const form = { ...certificateInput({ courseName: 'Law' }), formKey: 'key' };
    const post = () => fetchPage('/admin/issue-certificate', { cookie: issuer.cookie, form });
    const pages = await Promise.all([post(), post()]);
    for (const page of pages) expect(await page.text()).toContain('Certificate scheduled.');
    setHoldMinutes(issuer.actor, { holdMinutes: 0 });
    expect(await (await post()).text()).toContain('Certificate scheduled.');
    expect([count('scheduled_certificates'), count('certificates')]).toEqual([2, 0]);
    const [law] = await listed(issuer, '&q=law');
    await call(issuer, 'DELETE', `certificates/scheduled/${law.uniqueId}`);
    const late = await post();
    expect([late.status, count('scheduled_certificates')]).toEqual([409, 1]);
    const page = await late.text();
    for (const text of ['The certificate was withdrawn.', 'value="Law"']) expect(page).toContain(text);
  });
});

const suspend = (id: string) =>
  sqlite()
    .prepare(
      "insert into issuer_decisions (user_id, decision, decided_by, decided_at) values (?, 'suspended', ?, 1)",
    )
    .run(id, id);

/** Schedules a certificate, changes something meanwhile, and lets its time come. */
async function failing(
  meanwhile: (issuer: Person) => unknown,
  by: (issuer: Person) => Promise<Person> = async (issuer) => issuer,
  fields: (issuer: Person) => Record<string, unknown> = () => ({}),
) {
  const forward = stopClock();
  const issuer = await makeIssuer();
  const { uniqueId } = await schedule(await by(issuer), fields(issuer));
  await meanwhile(issuer);
  forward(10 * MINUTE_MS);
  await issueScheduled();
  await issueScheduled();
  return { issuer, uniqueId, forward };
}

describe('a certificate that cannot be issued at its time', () => {
  it('stays listed as not issued with the reason, of which one mail tells without the student', async () => {
    const { issuer, uniqueId, forward } = await failing((person) => makeCertificate(person));
    const [certificate] = await listed(issuer);
    expect(certificate.notIssued).toMatch(/^This student already has a valid certificate/);
    const page = await (
      await fetchPage('/admin/issued-certificates?state=scheduled', { cookie: issuer.cookie })
    ).text();
    expect(page).toContain('Not issued');
    const [mail, ...more] = mailsTo(issuer.email).filter(({ subject }) => subject.includes('not issued'));
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('1 scheduled certificate was not issued');
    expect(mail?.text).toContain(uniqueId);
    expect(`${mail?.text}${mail?.html}`).not.toContain('Ingrid');
    // Once it is changed it waits again.
    expect(
      (await call(issuer, 'PATCH', `certificates/scheduled/${uniqueId}`, { courseName: 'Law' })).status,
    ).toBe(200);
    forward(10 * MINUTE_MS);
    await issueScheduled();
    expect(count('certificates', "course_name = 'Law'")).toBe(1);
  });

  it.each<[string, string, (issuer: Person) => unknown]>([
    [
      'the quota is smaller',
      'quota',
      async (issuer) => {
        await schedule(issuer, { courseName: 'Law' });
        testEnvironment({ ISSUE_QUOTA_PER_DAY: '1' });
      },
    ],
    ['the issuer was suspended', 'suspended', ({ id }) => suspend(id)],
    [
      'its design was retired',
      'chooseDesign.thisDesignDoesNotExistOrIsRetired',
      () => sqlite().prepare('update designs set retired_at = 1').run(),
    ],
  ])('says why: %s', async (_what, reason, meanwhile) => {
    const { uniqueId } = await failing(
      meanwhile,
      async (issuer) => issuer,
      (issuer) => ({ designId: makeDesign(issuer) }),
    );
    const [problem] = sqlite()
      .prepare('select problem from scheduled_certificates where unique_id = ?')
      .pluck()
      .all(uniqueId.replaceAll('-', ''));
    expect(problem).toContain(reason);
    expect(count('certificates')).toBe(0);
  });

  it('fails after its member lost the right, and the owner is told', async () => {
    let member: Person | undefined;
    const { issuer } = await failing(
      (owner) => removeMember(owner.browser, member?.id ?? ''),
      async (owner) => {
        member = await makeMember(owner, 'issuer');
        return member;
      },
    );
    const [certificate] = await listed(issuer);
    expect(certificate.notIssued).toBe('The member who issued it may no longer issue certificates.');
    expect(subjectsTo(issuer.email)).toContain('1 scheduled certificate was not issued');
    expect(count('certificates')).toBe(0);
  });

  it('fails after the account that registered the organisation has left it', async () => {
    let member: Person | undefined;
    const { issuer } = await failing(async (founder) => {
      member = await makeMember(founder, 'issuer');
      sqlite().prepare('delete from memberships where user_id = ?').run(founder.id);
      sqlite().prepare("update memberships set role = 'owner' where user_id = ?").run(member.id);
    });
    const problem = sqlite().prepare('select problem from scheduled_certificates').pluck().get();
    expect(problem).toBe('member');
    const subject = '1 scheduled certificate was not issued';
    const isTold = [issuer, member].map((person) => subjectsTo(person?.email ?? '').includes(subject));
    expect(isTold).toEqual([false, true]);
  });
});

it('counts towards the quota of the day when it is issued', async () => {
  testEnvironment({ ISSUE_QUOTA_PER_DAY: '1' });
  const forward = stopClock();
  const issuer = await makeIssuer();
  await schedule(issuer);
  forward(24 * 60 * MINUTE_MS);
  await issueScheduled();
  expect(count('certificates')).toBe(1);
  await expect(schedule(issuer, { courseName: 'Law' })).rejects.toMatchObject({ code: 'rate-limited' });
});

describe('what waits', () => {
  it('goes with an erasure, also of an issuer that has issued nothing to the address', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    await schedule(issuer, HELD);
    await schedule(other, HELD);
    await schedule(issuer);
    expect((await erase(issuer)).status).toBe(200);
    const left = sqlite()
      .prepare('select student_email from scheduled_certificates order by seq')
      .pluck()
      .all();
    expect(left).toEqual([EMAIL, STUDENT]);
    expect((await erase(issuer)).status).toBe(404);
    const [first] = SUPER_ADMIN_PASSWORDS;
    expect((await erase(await makeSuperAdmin(), { password: first })).status).toBe(200);
    expect(sqlite().serialize().includes(NAME)).toBe(false);
  });

  it('goes with its organisation', async () => {
    const issuer = await makeIssuer();
    await schedule(issuer);
    await closeOrganisation(issuer.browser, PASSWORD);
    expect(count('scheduled_certificates')).toBe(0);
  });

  it('is in the copy of the data of its issuer', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await schedule(issuer);
    const found = KINDS.filter(({ name }) => name === 'certificates-that-wait').flatMap(({ sql }) =>
      sqlite().prepare<unknown[], { unique_id: string }>(sql).all({ user: issuer.id }),
    );
    expect(found).toMatchObject([{ unique_id: uniqueId.replaceAll('-', ''), student_email: STUDENT }]);
  });
});

describe('the setting', () => {
  it('lets certificates of the form wait, is refused out of its range, and holds for no other issuer', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const set = (holdMinutes: unknown) => call(issuer, 'PUT', 'users/me/hold', { holdMinutes });
    for (const wrong of [61, -1, 1.5, '10', null])
      expect((await (await set(wrong)).json()).errors.holdMinutes).toHaveLength(1);
    const saved = await fetchPage('/settings', {
      cookie: issuer.cookie,
      form: { intent: 'hold', holdMinutes: '10' },
    });
    expect(await saved.text()).toContain('Your waiting time was saved.');
    expect(await (await call(issuer, 'GET', 'users/me/hold')).json()).toEqual({
      success: true,
      holdMinutes: 10,
    });
    const path = '/admin/issue-certificate';
    const empty = await Promise.all(
      [issuer, other].map(async ({ cookie }) => (await fetchPage(path, { cookie })).text()),
    );
    const isFinal = empty.map((text) => text.includes('Certificates are final.'));
    expect(isFinal).toEqual([false, true]);
    expect(empty[0]).toContain('A new certificate waits for 10 minutes. Until then you can change');
    const page = await fetchPage(path, {
      cookie: issuer.cookie,
      form: certificateInput(),
    });
    const html = await page.text();
    expect(html).toContain('Certificate scheduled.');
    const [certificate] = await listed(issuer);
    expect(html).toContain(certificate.uniqueId);
    expect(
      (await call(issuer, 'POST', 'certs/issue', certificateInput({ courseName: 'Law', holdMinutes: 0 })))
        .status,
    ).toBe(201);
    expect((await call(other, 'POST', 'certs/issue', certificateInput())).status).toBe(201);
    expect([count('certificates'), count('scheduled_certificates')]).toEqual([2, 1]);
    const own = `/admin/issued-certificates/${certificate.uniqueId}`;
    const led = await fetchPage(own, { cookie: issuer.cookie });
    expect([led.status, led.headers.get('location')]).toEqual([302, `${own}/scheduled`]);
    expect((await fetchPage(own, { cookie: other.cookie })).status).toBe(404);
    const changed = await fetchPage(`${own}/scheduled`, {
      cookie: issuer.cookie,
      form: certificateInput({ studentName: 'Ingrid Berg' }),
    });
    expect(changed.status).toBe(302);
    const list = '/admin/issued-certificates?state=scheduled';
    expect(await (await fetchPage(list, { cookie: issuer.cookie })).text()).toContain('Ingrid Berg');
    const form = { intent: 'withdraw', uniqueId: certificate.uniqueId };
    const withdrawn = await fetchPage(list, { cookie: issuer.cookie, form });
    expect(await withdrawn.text()).toContain('The certificate was withdrawn.');
    expect(await listed(issuer)).toEqual([]);
  });
});

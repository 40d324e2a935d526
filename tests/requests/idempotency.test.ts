import { beforeEach, describe, expect, it } from 'vitest';
import { changeRole, removeMember } from '#app/accounts/organisations/members.server.ts';
import { countMore, resetLimits } from '#app/accounts/rate-limits.server.ts';
import { issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { clearAnswers } from '#app/shared/remembered-answers.server.ts';
import { sweepStep } from '#app/start/sweeps.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeQuiz, makeWholeCourse, multipart, picture } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { type ApiOptions, fetchApi } from '#tests/support/handler.ts';
import { join, makeMember } from '#tests/support/members.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const HOUR_MS = 3_600_000;

let issuer: Person;
beforeEach(async () => {
  issuer = await makeIssuer();
});

/** A call with an Idempotency-Key, 'once' unless another one is given. */
async function call(path: string, { key = 'once', ...options }: ApiOptions & { key?: string } = {}) {
  const headers = { 'idempotency-key': key, ...options.headers };
  const answer = await fetchApi(path, { token: issuer.token, ...options, headers });
  const text = await answer.text();
  return {
    status: answer.status,
    replayed: answer.headers.get('idempotency-replayed'),
    text,
    body: JSON.parse(text),
  };
}
const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();
const issue = (fields: Record<string, unknown> = {}, key?: string) =>
  call('certs/issue', { json: certificateInput(fields), ...(key && { key }) });

describe('a repeated call', () => {
  it('gets the same answer, byte for byte, whatever happened since', async () => {
    const first = await issue();
    expect([first.status, first.replayed]).toEqual([201, null]);
    const { uniqueId } = first.body.certificate;
    await fetchApi(`certificates/${uniqueId}/revocation`, { token: issuer.token, json: { reason: 'Wrong' } });
    const again = await issue();
    expect(again).toEqual({ ...first, replayed: 'true' });
    expect(count('certificates')).toBe(1);
  });

  it.each<[string, ApiOptions & { path?: string }]>([
    ['another body', { json: certificateInput({ studentName: 'Ada' }) }],
    ['one more field', { json: certificateInput({ note: 'x' }) }],
    ['another path', { path: 'certificates/renewals', json: certificateInput() }],
    ['another query', { path: 'certs/issue?a=1', json: certificateInput() }],
    ['another method', { path: 'users/me', method: 'PATCH', json: { name: 'Ada' } }],
  ])('with %s is refused', async (_, { path = 'certs/issue', ...options }) => {
    await issue();
    const { status, body } = await call(path, options);
    expect([status, body.code]).toEqual([422, 'idempotency_mismatch']);
    expect(count('certificates')).toBe(1);
  });

  it('is another call for another account', async () => {
    await issue();
    const other = await makeIssuer();
    const answer = await call('certs/issue', { token: other.token, json: certificateInput() });
    expect([answer.status, answer.replayed, count('certificates')]).toEqual([201, null, 2]);
  });

  it('at the same time waits for the first one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => issue()));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(9);
    expect(count('certificates')).toBe(1);
  });

  it('is a new one after 24 hours', async () => {
    const forward = stopClock();
    await issue();
    forward(24 * HOUR_MS - 1);
    sweepStep();
    expect(count('remembered_answers')).toBe(1);
    forward(2);
    sweepStep();
    expect(count('remembered_answers')).toBe(0);
  });

  it('after a refused one is made', async () => {
    expect((await issue({ studentEmail: 'nobody' })).status).toBe(400);
    expect((await call('certs/batches/none/start', { method: 'POST' })).status).toBe(404);
    expect(count('remembered_answers')).toBe(0);
    expect((await issue()).status).toBe(201);
  });

  it.each(['', 'a b', 'ä', 'k'.repeat(256)])('with the key %j is refused', async (key) => {
    const headers = { 'idempotency-key': key };
    const answer = await fetchApi('certs/issue', {
      token: issuer.token,
      json: certificateInput(),
      headers,
    }).catch(() => null);
    // The client itself refuses characters outside Latin-1.
    if (answer) expect(answer.status).toBe(400);
    expect(count('certificates')).toBe(0);
  });
});

describe('a call that shows a secret', () => {
  it('shows it only the first time', async () => {
    const json = { name: 'Campus', scopes: ['courses:read'], password: PASSWORD };
    const first = await call('tokens', { json });
    const { secret, ...token } = first.body.token;
    expect(secret).toMatch(/^ctr_/);
    const again = await call('tokens', { json });
    expect([again.status, again.replayed, again.body]).toEqual([201, 'true', { success: true, token }]);
    const hook = { url: 'https://8.8.8.8/', types: ['batch.done'] };
    const made = await call('webhooks', { key: 'hook', json: hook });
    expect(made.body.webhook.secret).toMatch(/^whsec_/);
    expect((await call('webhooks', { key: 'hook', json: hook })).body.webhook).not.toHaveProperty('secret');
    expect([
      count('webhooks'),
      sqlite().prepare("select count(*) from sessions where kind = 'token'").pluck().get(),
    ]).toEqual([1, 1]);
  });

  it('stores neither secrets nor personal data in the clear', async () => {
    await issue();
    await call('tokens', {
      key: 'two',
      json: { name: 'Campus', scopes: ['courses:read'], password: PASSWORD },
    });
    const rows = JSON.stringify(sqlite().prepare('select * from remembered_answers').all());
    expect(rows).not.toMatch(/ctr_|Ingrid|students\.example|blue-heron/);
  });
});

describe('a key of a member', () => {
  const as = (token: string) => call('certs/issue', { token, json: certificateInput() });

  it('is one of its account for one organisation', async () => {
    const member = await makeMember(issuer, 'issuer');
    expect((await as(member.token)).status).toBe(201);
    expect((await as(member.token)).replayed).toBe('true');
    const elsewhere = await join(await makeIssuer(), member, 'issuer');
    const answer = await as(elsewhere.token);
    expect([answer.status, answer.replayed, count('certificates')]).toEqual([201, null, 2]);
  });

  it('shows nothing to one that may no longer make the call', async () => {
    const member = await makeMember(issuer, 'issuer');
    expect((await as(member.token)).status).toBe(201);
    await changeRole(issuer.browser, member.id, { role: 'viewer' });
    const viewed = await as(member.token);
    expect([viewed.status, viewed.replayed]).toEqual([403, null]);
    await removeMember(issuer.browser, member.id);
    const removed = await as(member.token);
    expect([removed.status, removed.replayed]).toEqual([401, null]);
  });
});

describe('a form', () => {
  type Fields = Parameters<typeof multipart>[0];

  it.each<[string, (thumbnail: { bytes: Uint8Array }) => Fields]>([
    ['with another text', () => ({ description: 'Loops' })],
    ['with one more field', () => ({ price: '0' })],
    ['with its texts in each other’s fields', () => ({ title: 'Joins', description: 'SQL' })],
    ['with a file of another name', (file) => ({ thumbnail: { ...file, name: 'b.png' } })],
  ])('%s is another one', async (_name, changed) => {
    const thumbnail = { bytes: await picture(), name: 'a.png' };
    const fields = { title: 'SQL', description: 'Joins', thumbnail };
    const make = (more: Fields = {}) => call('admin/course', { body: multipart({ ...fields, ...more }) });
    expect((await make()).status).toBe(201);
    const refused = await make(changed(thumbnail));
    expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_mismatch']);
    expect(count('courses')).toBe(1);
  });

  it('has two values of a field in their order', async () => {
    const thumbnail = { bytes: await picture(), name: 'a.png' };
    const twice = (...titles: string[]) => {
      const form = multipart({ description: 'Joins', thumbnail });
      for (const title of titles) form.append('title', title);
      return call('admin/course', { body: form });
    };
    const first = await twice('SQL', 'Rust');
    expect(await twice('SQL', 'Rust')).toEqual({ ...first, replayed: 'true' });
    expect((await twice('Rust', 'SQL')).body.code).toBe('idempotency_mismatch');
  });
});

describe('an answer of version 0.4, which compared bytes', () => {
  const store = (requestHash: string) =>
    sqlite().prepare('update remembered_answers set request_hash = ?').run(requestHash);
  const stored = () =>
    String(sqlite().prepare('select request_hash from remembered_answers').pluck().get()).replace(
      'content ',
      '',
    );

  it('is found by JSON', async () => {
    const first = await issue();
    store(stored());
    expect(await issue()).toEqual({ ...first, replayed: 'true' });
  });

  it('is not known for other content, which may be the same in another form', async () => {
    await issue();
    store(stored().replace(/^.{8}/, '00000000'));
    expect((await issue()).body.code).toBe('idempotency_interrupted');
    expect(count('certificates')).toBe(1);
  });
});

describe('the answer commits with the act', () => {
  it('of a call without a pause', async () => {
    const { id } = await makeBatch(issuer);
    const cancel = () => call(`certs/batches/${id}/cancel`, { method: 'POST' });
    const before = count('remembered_answers');
    sqlite().exec(
      "create trigger fail before insert on remembered_answers begin select raise(abort, 'no'); end",
    );
    expect((await cancel()).status).toBe(500);
    expect(sqlite().prepare('select status from batches').pluck().all()).toEqual(['ready']);
    sqlite().exec('drop trigger fail');
    const first = await cancel();
    expect([first.status, before]).toEqual([200, 0]);
    expect(await cancel()).toEqual({ ...first, replayed: 'true' });
  });

  it('of issuing', async () => {
    sqlite().exec(
      "create trigger fail before insert on remembered_answers begin select raise(abort, 'no'); end",
    );
    expect((await issue()).status).toBe(500);
    expect(count('certificates')).toBe(0);
    sqlite().exec('drop trigger fail');
    expect((await issue()).status).toBe(201);
  });

  it('of calls that first hash, look a name up or send something', async () => {
    testEnvironment({ ALLOW_PRIVATE_WEBHOOKS: '1' });
    const office = await makeSuperAdmin();
    const learner = await makeVerifier();
    const { course, lesson, module } = await makeWholeCourse(issuer);
    const { uniqueId } = await makeCertificate(issuer);
    const { payment } = await payFor(learner, (await makeCertificate(issuer)).uniqueId);
    // A mark without an answer would fail.
    sqlite().exec(`create temp trigger no_marks before insert on main.remembered_answers when new.sealed_body is null
      begin select raise(abort, 'a mark'); end`);
    const lessons = `admin/course/module/${module.id}/lesson/${lesson.id}`;
    const calls: [path: string, json: object, person?: Person, method?: string][] = [
      ['tokens', { name: 'Campus', scopes: ['courses:read'], password: PASSWORD }],
      ['webhooks', { url: 'https://127.0.0.1/hook', types: ['certificate.issued'] }],
      ['users/me/addresses', { email: 'second@people.example' }],
      ['users/me/email', { email: 'new@people.example', password: PASSWORD }],
      [
        `courses/${course.id}/completion-settings`,
        { rule: 'lessons', inOrder: false, certificate: 'none' },
        issuer,
        'PUT',
      ],
      [lessons, { draft: true }, issuer, 'PATCH'],
      ['certificates/revocations', { uniqueIds: [uniqueId], reason: 'Wrong' }],
      [`payments/${payment.id}/refund`, { reason: 'Wrong' }, office],
      [`admin/course/${course.id}/unpublication`, { reason: 'Outdated' }, office],
    ];
    for (const [path, json, { token } = issuer, method = 'POST'] of calls) {
      const first = await call(path, { json, token, method, key: path });
      expect([path, first.status < 300, first.text]).toEqual([path, true, first.text]);
      const again = await call(path, { json, token, method, key: path });
      expect([path, again.status, again.replayed]).toEqual([path, first.status, 'true']);
    }
  });

  it('or a mark that keeps an act in steps from being done twice', async () => {
    const { studentEmail: email } = await makeCertificate(issuer);
    const json = { email, reason: 'Request', password: PASSWORD };
    const erase = () => call('holders/erasure', { json });
    // The last commit fails, as if the server had been killed before it.
    sqlite().exec(
      "create trigger fail before update on remembered_answers when new.sealed_body is not null begin select raise(abort, 'no'); end; create trigger stay before delete on remembered_answers begin select raise(ignore); end",
    );
    expect((await erase()).status).toBe(500);
    sqlite().exec('drop trigger fail; drop trigger stay');
    const again = await erase();
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_interrupted']);
    expect(count('erasures')).toBe(1);
  });

  it('and a cleared answer does not let it be done again', async () => {
    await issue();
    transaction((tx) => clearAnswers(tx, issuer.id));
    expect((await issue()).body.code).toBe('idempotency_interrupted');
    expect(count('certificates')).toBe(1);
  });
});

describe('the description', () => {
  const parameters = (operation: { parameters?: { name: string; in: string }[] }) =>
    operation.parameters?.filter(({ in: place }) => place === 'header').map(({ name }) => name) ?? [];

  it.each(describedCalls)(
    'of $name names the header if it changes something for an account',
    ({ name, operation }) => {
      // A preview only draws.
      const changes = !name.startsWith('GET') && !name.endsWith('/preview');
      const needsAccount = !(operation as { security?: object[] }).security?.some(
        (one) => Object.keys(one).length === 0,
      );
      expect(parameters(operation as never)).toEqual(changes && needsAccount ? ['Idempotency-Key'] : []);
    },
  );
});

it('a call of another request in the same commit has no part in it', async () => {
  resetLimits();
  const keyed = Array.from({ length: 5 }, (_, index) =>
    issue({ studentName: `Keyed ${index}` }, `key ${index}`.replace(' ', '-')),
  );
  const plain = Array.from({ length: 5 }, (_, index) =>
    issueCertificate(issuer.actor, {
      ...certificateInput({ studentName: `Plain ${index}` }),
      neverExpires: false,
    } as never),
  );
  await Promise.all([...keyed, ...plain]);
  await makeCertificate(issuer);
  expect([count('certificates'), count('remembered_answers')]).toEqual([11, 5]);
});

it('has a limit a day, which large answers use up faster', async () => {
  const { module, course } = await makeWholeCourse(issuer);
  const question = { type: 'boolean', text: 'q'.repeat(500), answer: true };
  const quiz = await makeQuiz(issuer, module.id, { questions: Array(100).fill(question) });
  await enrol(issuer.actor, course.id);
  testEnvironment({ RATE_LIMITS: 'on' });
  resetLimits();
  const begin = async (key: string) => {
    const answer = await fetchApi(`courses/${course.id}/lessons/${quiz.id}/attempts`, {
      method: 'POST',
      token: issuer.token,
      headers: { 'idempotency-key': key },
    });
    await answer.text();
    const left = Number(/"keyed-calls";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
    return { status: answer.status, left };
  };
  expect(await begin('a')).toEqual({ status: 201, left: 99_999 });
  const { left } = await begin('b');
  const sizes = 'select length(sealed_body) from remembered_answers where sealed_body is not null';
  const [bytes = 0] = sqlite().prepare(sizes).pluck().all() as number[];
  expect(bytes).toBeGreaterThan(60_000);
  // The stored text is a third longer, because it is encrypted.
  expect(99_999 - left).toBeGreaterThan(bytes / 4_100);
  await countMore(issuer.actor, 'keyed-calls', left);
  expect((await begin('c')).status).toBe(429);
  expect(sqlite().prepare('select count(*) from remembered_answers').pluck().get()).toBe(2);
});

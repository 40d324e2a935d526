import { beforeEach, describe, expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { remindStep } from '#app/certificates/remind.server.ts';
import { setReminders } from '#app/certificates/reminder-settings.server.ts';
import { couponSchema } from '#app/courses/coupon.schema.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { createCoupon } from '#app/courses/manage-coupons.server.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { appendEvent, clearEvents, endWaits, startHearingEvents } from '#app/events/append-event.server.ts';
import { refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sweepStep } from '#app/start/sweeps.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import {
  csvOf,
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';

const DAY_MS = 86_400_000;

type Event = {
  id: string;
  type: string;
  apiVersion: string;
  createdAt: string;
  data: Record<string, Record<string, unknown>>;
};

let issuer: Person;
let verifier: Person;
beforeEach(async () => {
  issuer = await makeIssuer();
  verifier = await makeVerifier();
});

async function read(token: string, query = ''): Promise<{ events: Event[]; nextCursor: string | null }> {
  const answer = await fetchApi(`events${query}`, { token });
  expect(answer.status).toBe(200);
  return answer.json();
}
const typesOf = async (token: string, query = '') =>
  (await read(token, query)).events.map(({ type }) => type);
const post = (path: string, token: string, json: unknown = {}) => fetchApi(path, { token, json });

describe('an event is appended when', () => {
  it('a certificate is issued, revoked, replaced, verified', async () => {
    const certificate = await makeCertificate(issuer);
    const { uniqueId } = certificate;
    await payFor(verifier, uniqueId);
    const other = await makeCertificate(issuer, { studentName: 'Ada' });
    expect(
      (await post(`certificates/${other.uniqueId}/revocation`, issuer.token, { reason: 'Wrong' })).status,
    ).toBe(201);
    const corrected = {
      studentEmail: 'i@students.example',
      studentName: 'Ingrid',
      courseName: 'A',
      issueDate: '2026-02-28',
    };
    const answer = await post(`certificates/${uniqueId}/replacement`, issuer.token, corrected);
    expect(answer.status).toBe(201);
    const { events } = await read(issuer.token);
    const named = events.map(({ type, data }) => [type, data.certificate?.uniqueId]);
    const { certificate: replacement } = await answer.json();
    expect(named).toEqual([
      ['certificate.issued', uniqueId],
      ['certificate.verified', uniqueId],
      ['certificate.issued', other.uniqueId],
      ['certificate.revoked', other.uniqueId],
      ['certificate.revoked', uniqueId],
      ['certificate.issued', replacement.uniqueId],
      ['certificate.replaced', uniqueId],
    ]);
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(events[0]).toMatchObject({
      apiVersion: '1',
      data: { certificate: { replacedBy: replacement.uniqueId, status: 'revoked' } },
    });
    const { certificates } = await (await fetchApi('certificates/my-issued', { token: issuer.token })).json();
    const shown = certificates.find((found: { uniqueId: string }) => found.uniqueId === uniqueId);
    expect(Object.keys(events[0]?.data.certificate ?? {})).toEqual(Object.keys(shown));
  });

  it('a payment is made and refunded, for its payer only', async () => {
    const { uniqueId } = await makeCertificate(issuer);
    const { payment } = await payFor(verifier, uniqueId);
    await refundAsSuperAdmin((await makeSuperAdmin()).browser, payment.id, { reason: 'Asked for it' });
    const { events } = await read(verifier.token);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['payment.paid', { payment: expect.objectContaining({ _id: payment.id, state: 'refunded' }) }],
      ['payment.refunded', { payment: expect.objectContaining({ _id: payment.id, state: 'refunded' }) }],
    ]);
    expect(await typesOf(issuer.token)).toEqual(['certificate.issued', 'certificate.verified']);
  });

  it('somebody enrols in a course, once, for the author and the learner', async () => {
    const { course } = await makeWholeCourse(issuer);
    enrol(verifier.actor, course.id);
    enrol(verifier.actor, course.id);
    enrol(issuer.actor, course.id);
    const [first] = (await read(verifier.token)).events;
    expect(first).toMatchObject({
      type: 'course.enrolled',
      data: { course: { _id: course.id, title: course.title }, learner: { _id: verifier.id } },
    });
    expect(await typesOf(verifier.token)).toEqual(['course.enrolled']);
    const { events } = await read(issuer.token);
    expect(events.map(({ type, data }) => [type, data.learner?._id])).toEqual([
      ['course.enrolled', verifier.id],
      ['course.enrolled', issuer.id],
    ]);
  });

  it('somebody enrols with a coupon that makes the course free', async () => {
    const { course } = await makeWholeCourse(issuer, { price: '49' });
    const coupon = { code: 'FREE-FOR-YOU', kind: 'percent', value: '100' };
    createCoupon(issuer.actor, parseInput(couponSchema, coupon));
    const bought = await post(`courses/${course.id}/purchase`, verifier.token, { coupon: coupon.code });
    expect(bought.status).toBe(200);
    expect(await typesOf(verifier.token)).toEqual(['course.enrolled']);
    expect(await typesOf(issuer.token)).toEqual(['course.enrolled']);
  });

  it('a learner completes a course, once, for the author and the learner', async () => {
    const { course, lesson } = await makeWholeCourse(issuer);
    for (const learner of [verifier, issuer]) {
      enrol(learner.actor, course.id);
      await reportProgress(learner.actor, course.id, lesson.id, { done: true });
      await reportProgress(learner.actor, course.id, lesson.id, { done: true });
    }
    const { events } = await read(verifier.token, '?types=course.completed');
    expect(events).toMatchObject([
      { data: { course: { _id: course.id, title: course.title }, learner: { _id: verifier.id } } },
    ]);
    const own = await read(issuer.token, '?types=course.completed');
    expect(own.events.map(({ data }) => data.learner?._id)).toEqual([verifier.id, issuer.id]);
  });

  it('a batch is done: one for each certificate, then its own', async () => {
    const { id } = await makeBatch(issuer, csvOf(130));
    startBatch(issuer.actor, id);
    await issueBatches();
    expect(await typesOf(issuer.token, '?limit=100')).toEqual(Array(100).fill('certificate.issued'));
    const { events } = await read(issuer.token, '?types=batch.done');
    expect(events).toMatchObject([{ data: { batch: { _id: id, issued: 130, status: 'done' } } }]);
    const { id: empty } = await makeBatch(issuer, csvOf(1).replace(/@/g, ''));
    startBatch(issuer.actor, empty);
    const { events: later } = await read(issuer.token, '?types=batch.done');
    expect(later.at(-1)).toMatchObject({ data: { batch: { _id: empty, issued: 0, status: 'done' } } });
  });

  it('a certificate will expire in 60 and in 7 days, also when students are not reminded', async () => {
    const start = Date.parse('2026-11-23T09:00:00Z');
    setClock(() => start);
    const reading = (await makeIssuer()) as Person;
    setReminders(reading.actor, { students: false, summary: false });
    while (remindStep());
    await makeCertificate(reading, { issueDate: '2026-11-23', expiryDate: '2027-01-23' });
    for (const days of [1, 54]) {
      setClock(() => start + days * DAY_MS);
      while (remindStep());
    }
    const types = sqlite()
      .prepare('select type from events where account_id = ? order by seq')
      .pluck()
      .all(reading.id);
    expect(types).toEqual(['certificate.issued', 'certificate.expiring', 'certificate.expiring']);
  });

  it('not when its cause is rolled back', async () => {
    const before = sqlite().prepare('select count(*) from events').pluck().get();
    expect(() =>
      transaction((tx) => {
        appendEvent(tx, 'batch.done', { objectId: 'x', accountId: issuer.id });
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(sqlite().prepare('select count(*) from events').pluck().get()).toBe(before);
  });
});

describe('GET events', () => {
  it('pages in order, with a Link to the next page', async () => {
    const ids = [];
    for (let index = 0; index < 5; index += 1) ids.push((await makeCertificate(issuer)).id);
    const seen: string[] = [];
    let path: string | null = '/api/v1/events?limit=2&types=certificate.issued,certificate.revoked';
    let pages = 0;
    while (path) {
      const answer: Response = await fetchApi(path, { token: issuer.token });
      const { events, nextCursor } = await answer.json();
      seen.push(
        ...events.map(({ data }: { data: { certificate: { _id: string } } }) => data.certificate._id),
      );
      const link = answer.headers.get('link');
      expect(link === null).toBe(nextCursor === null);
      const url = link && new URL(/<(.*)>; rel="next"/.exec(link)?.[1] ?? '');
      path = url ? url.pathname + url.search : null;
      pages += 1;
    }
    expect([seen, pages]).toEqual([ids, 3]);
  });

  it('lists only later events with after, also when that event is deleted', async () => {
    await makeCertificate(issuer);
    const second = await makeCertificate(issuer);
    const [first, last] = (await read(issuer.token)).events;
    sqlite().prepare('delete from events where id = ?').run(first?.id);
    expect((await read(issuer.token, `?after=${first?.id}`)).events).toMatchObject([
      { data: { certificate: { _id: second.id } } },
    ]);
    expect((await read(issuer.token, `?after=${last?.id}`)).events).toEqual([]);
  });

  it('keeps its order when the clock is set back', async () => {
    const start = now();
    await makeCertificate(issuer);
    setClock(() => start - 3_600_000);
    await makeCertificate(issuer);
    setClock(() => start + 5_000);
    await makeCertificate(issuer);
    const ids = (await read(issuer.token)).events.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect((await read(issuer.token, `?after=${ids[1]}`)).events.map(({ id }) => id)).toEqual([ids[2]]);
  });

  it.each([
    ['wait=soon', 'wait'],
    ['wait=-1', 'wait'],
    ['wait=', 'wait'],
    ['wait=1.5', 'wait'],
    ['after=7', 'after'],
    ['after=', 'after'],
    ['types=', 'types'],
    ['types=certificate.issued,all', 'types'],
    ['types=toString', 'types'],
    ['types=webhook.test', 'types'],
    ['cursor=czQy', 'cursor'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
  ])('refuses %s, naming the parameter', async (query, name) => {
    const answer = await fetchApi(`events?${query}`, { token: issuer.token });
    const { errors } = await answer.json();
    expect([answer.status, Object.keys(errors)]).toEqual([400, [name]]);
  });

  it('gives a token with scopes only what it may read', async () => {
    await makeCertificate(issuer);
    const { course } = await makeWholeCourse(issuer);
    enrol(verifier.actor, course.id);
    const tokenWith = async (...scopes: string[]) =>
      (await (await post('tokens', issuer.token, { name: 'Reader', scopes, password: PASSWORD })).json())
        .token.secret;
    const courses = await tokenWith('courses:read');
    expect(await typesOf(courses)).toEqual(['course.enrolled']);
    const refused = await fetchApi('events?types=course.enrolled,certificate.issued', { token: courses });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'scope_missing', scope: 'certificates:read' },
    ]);
    const none = await fetchApi('events', { token: await tokenWith('designs:write') });
    expect([none.status, (await none.json()).code]).toEqual([403, 'scope_missing']);
  });

  it('keeps events for 30 days', async () => {
    await makeCertificate(issuer);
    const forward = stopClock();
    forward(29 * DAY_MS);
    sweepStep();
    expect(sqlite().prepare('select count(*) from events').pluck().get()).toBe(1);
    forward(2 * DAY_MS);
    sweepStep();
    expect(sqlite().prepare('select count(*) from events').pluck().get()).toBe(0);
  });

  it('keeps only id, type and time of a cleared event', async () => {
    const { id } = await makeCertificate(issuer);
    const { events } = await read(issuer.token);
    transaction((tx) => clearEvents(tx, id));
    expect((await read(issuer.token)).events).toEqual([{ ...events[0], data: null }]);
  });

  it('clears what belongs to a deleted account', async () => {
    const { course } = await makeWholeCourse(issuer);
    enrol(verifier.actor, course.id);
    sqlite().prepare('delete from users where id = ?').run(verifier.id);
    expect((await read(issuer.token)).events).toMatchObject([{ type: 'course.enrolled', data: null }]);
  });
});

describe('wait', () => {
  it('answers as soon as there is an event, and not for those of others', async () => {
    const other = await makeIssuer();
    const started = performance.now();
    const waiting = read(issuer.token, '?wait=20');
    setTimeout(() => void makeCertificate(other), 30);
    setTimeout(() => void makeCertificate(issuer), 200);
    const { events } = await waiting;
    expect(events.map(({ type }) => type)).toEqual(['certificate.issued']);
    expect(performance.now() - started).toBeGreaterThan(190);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('answers with an empty page at its end', async () => {
    const started = performance.now();
    expect(await read(issuer.token, '?wait=1')).toEqual({ success: true, events: [], nextCursor: null });
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  it('ends when the token is revoked, without showing what happened', async () => {
    const secret = (
      await (
        await post('tokens', issuer.token, {
          name: 'Reader',
          scopes: ['certificates:read'],
          password: PASSWORD,
        })
      ).json()
    ).token;
    const waiting = fetchApi('events?wait=20', { token: secret.secret });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await fetchApi(`tokens/${secret._id}`, { method: 'DELETE', token: issuer.token });
    await makeCertificate(issuer);
    expect((await waiting).status).toBe(401);
  });

  it('is allowed to 20 requests of an account at once', async () => {
    const waiting = Array.from({ length: 20 }, () => fetchApi('events?wait=20', { token: issuer.token }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const refused = await fetchApi('events?wait=20', { token: issuer.token });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    await makeCertificate(issuer);
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('ends when the server stops', async () => {
    const stop = startHearingEvents();
    const waiting = read(issuer.token, '?wait=20');
    await new Promise((resolve) => setTimeout(resolve, 50));
    endWaits();
    expect((await waiting).events).toEqual([]);
    expect((await read(issuer.token, '?wait=20')).events).toEqual([]);
    startHearingEvents();
    stop();
  });
});

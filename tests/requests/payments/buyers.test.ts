import { beforeEach, describe, expect, it } from 'vitest';
import { completeWithdrawals } from '#app/courses/delete-course.server.ts';
import { refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { sqlite } from '#db/client.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const CARD = { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '39', cvCode: '123' };
const REASON = 'The videos belong to another school';

let issuer: Person;
let superAdmin: Awaited<ReturnType<typeof makeSuperAdmin>>;
let buyers: Person[];
let stranger: Person;
let id: string;
let videoPath: string;

beforeEach(async () => {
  [issuer, superAdmin, stranger] = [await makeIssuer(), await makeSuperAdmin(), await makeVerifier()];
  buyers = [await makeVerifier(), await makeVerifier()];
  const made = await makeWholeCourse(issuer, { title: 'SQL', price: '49' });
  [id, videoPath] = [made.course.id, made.lesson.videoPath];
  for (const { token } of buyers) {
    expect((await fetchApi(`courses/${id}/purchase`, { token, json: CARD })).status).toBe(200);
  }
});

const remove = ({ token }: { token: string }, json: unknown) =>
  fetchApi(`admin/course/${id}`, { token, method: 'DELETE', json });
const unpublish = (json: unknown) =>
  fetchApi(`admin/course/${id}/unpublication`, { token: superAdmin.token, json });
const details = async ({ token }: { token: string }) =>
  fetchApi(`admin/course/modules/fetchCourseDetails/${id}`, { token });
const count = (sql: string) => Number(sqlite().prepare(`select count(*) from ${sql}`).pluck().get());
const refundMails = () => count("outbox where subject like '%efund%'");

/** What a person sees of the course: the page, the API, its video by cookie, and the video by the API's signed URL. */
async function access(person: Person): Promise<number[]> {
  const found = await details(person);
  const url = found.ok ? (await found.json()).modules[0].lessons[0].videoUrl : null;
  const signed = url ? (await fetchPage(new URL(url).pathname + new URL(url).search)).status : 0;
  const page = await fetchPage(`/course/${id}`, { cookie: person.cookie });
  const video = await fetchPage(videoPath, { cookie: person.cookie, headers: { accept: 'video/*' } });
  return [page.status, found.status, video.status, signed];
}

const OPEN = [200, 200, 200, 200];

describe('a sold course', () => {
  it('stays open to its buyers alone when its author deletes it', async () => {
    expect((await remove(issuer, {})).status).toBe(200);
    for (const buyer of buyers) expect(await access(buyer)).toEqual(OPEN);
    for (const person of [stranger, issuer, superAdmin]) {
      expect((await access(person)).slice(0, 3)).toEqual([404, 404, 404]);
    }
    const page = await fetchPage(`/course/${id}`, { cookie: buyers[0]?.cookie ?? '' });
    expect(await page.text()).toContain('This course is no longer offered');
    for (const path of ['/courses', '/explore']) {
      expect(await (await fetchPage(path, { cookie: stranger.cookie })).text()).not.toContain('SQL');
    }
    for (const [path, { cookie }] of [
      ['/admin/courses', issuer],
      ['/superadmin/courses', superAdmin],
    ] as const) {
      expect(await (await fetchPage(path, { cookie })).text()).not.toContain('SQL');
    }
    const again = await fetchApi(`courses/${id}/purchase`, { token: stranger.token, json: CARD });
    expect(again.status).toBe(404);
    expect((await remove(issuer, {})).status).toBe(404);
    expect((await unpublish({ reason: REASON })).status).toBe(404);
    expect([refundMails(), count('courses')]).toEqual([0, 1]);
  });

  it('is deleted once its last purchase was refunded', async () => {
    await remove(issuer, { buyers: 'keep' });
    const ids = sqlite().prepare('select id from payments').pluck().all() as string[];
    for (const [index, payment] of ids.entries()) {
      await refundAsSuperAdmin(superAdmin.actor, payment, { reason: 'As asked' });
      await completeWithdrawals();
      expect(count('courses')).toBe(index === 0 ? 1 : 0);
    }
    expect(await access(buyers[0] as Person)).toEqual([404, 404, 404, 0]);
    expect(count("media where kind = 'video'")).toBe(0);
  });

  it('refunds every purchase once when its author chooses so, with mails that give the reason', async () => {
    const answers = await Promise.all([
      remove(issuer, { buyers: 'refund', reason: 'Out of date' }),
      remove(issuer, { buyers: 'refund', reason: 'Out of date' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(count("payments where state = 'refunded'")).toBe(2);
    expect([count('refunds'), refundMails(), count('courses')]).toEqual([2, 2, 0]);
    expect(count("outbox where text like '%The course was removed. Reason: Out of date%'")).toBe(2);
    for (const buyer of buyers) expect((await access(buyer))[0]).toBe(404);
  });

  it('needs a reason from a super admin, and mails it to the author', async () => {
    const without = await remove(superAdmin, { buyers: 'keep' });
    expect([without.status, (await without.json()).errors]).toEqual([
      400,
      { reason: ['Reason is required.'] },
    ]);
    expect((await remove(superAdmin, { reason: REASON, buyers: 'sell' })).status).toBe(400);
    expect(await access(buyers[0] as Person)).toEqual(OPEN);
    expect((await remove(superAdmin, { reason: REASON })).status).toBe(200);
    expect(await access(buyers[0] as Person)).toEqual(OPEN);
    expect(count(`outbox where subject like '%was removed%' and text like '%${REASON}%'`)).toBe(1);
  });

  it('stays open to its buyers while it is unpublished, and comes back', async () => {
    expect((await unpublish({ reason: REASON })).status).toBe(201);
    for (const buyer of buyers) expect(await access(buyer)).toEqual(OPEN);
    expect(await (await details(buyers[0] as Person)).text()).not.toContain(REASON);
    expect((await access(stranger)).slice(0, 3)).toEqual([404, 404, 404]);
    expect((await access(issuer)).slice(0, 3)).toEqual([200, 200, 200]);
    const back = await fetchApi(`admin/course/${id}/unpublication`, {
      token: superAdmin.token,
      method: 'DELETE',
    });
    expect([back.status, (await details(stranger)).status]).toEqual([200, 200]);
  });

  it('is linked from the payments of those who may open it', async () => {
    await remove(issuer, {});
    const [kept, refunded] = buyers as [Person, Person];
    const links = async ({ cookie }: Person) =>
      (await (await fetchPage('/payments', { cookie })).text()).includes(`href="/course/${id}"`);
    expect([await links(kept), await links(refunded)]).toEqual([true, true]);
    const payment = sqlite().prepare('select id from payments where payer_id = ?').pluck().get(refunded.id);
    await refundAsSuperAdmin(superAdmin.actor, String(payment), { reason: 'As asked' });
    expect([await links(kept), await links(refunded)]).toEqual([true, false]);
  });

  it.each(['removed', 'unpublished'])('can be rated by its buyers while it is %s', async (how) => {
    if (how === 'removed') await remove(issuer, {});
    else await unpublish({ reason: REASON });
    const path = `/course/${id}`;
    const rate = ({ cookie }: Person) => fetchPage(path, { cookie, form: { intent: 'rate', stars: '4' } });
    const [buyer] = buyers as [Person];
    expect(await (await fetchPage(path, { cookie: buyer.cookie })).text()).toContain('Rate this course');
    expect([(await rate(buyer)).status, (await rate(stranger)).status]).toEqual([302, 404]);
    expect(count('ratings where stars = 4')).toBe(1);
  });

  it('refunds every purchase when it is unpublished so, and stays with its author', async () => {
    expect((await unpublish({ reason: REASON, buyers: 'refund' })).status).toBe(201);
    expect([count("payments where state = 'refunded'"), refundMails(), count('courses')]).toEqual([2, 2, 1]);
    expect(count("outbox where text like '%The course was unpublished. Reason:%'")).toBe(2);
    expect(count(`refunds where reason = 'course-unpublished|${REASON}'`)).toBe(2);
    expect((await access(buyers[0] as Person))[0]).toBe(404);
    expect((await access(issuer))[0]).toBe(200);
  });

  it('says on the pages how many people have bought it, and lets the author and super admins choose', async () => {
    const read = async (path: string, { cookie }: { cookie: string }) =>
      (await fetchPage(path, { cookie })).text();
    const choice =
      /<input type="radio"[^>]*name="buyers"[^>]*value="refund"|value="refund"[^>]*name="buyers"/;
    for (const [path, person] of [
      [`/admin/courses?delete=${id}`, issuer],
      [`/superadmin/courses/${id}/removal`, superAdmin],
      [`/superadmin/courses/${id}/unpublication`, superAdmin],
    ] as const) {
      const html = await read(path, person);
      expect([path, html.includes('2 people have bought this course'), choice.test(html)]).toEqual([
        path,
        true,
        true,
      ]);
    }
    const posted = await fetchPage(`/admin/courses?delete=${id}`, {
      cookie: issuer.cookie,
      form: { id, buyers: 'refund', reason: 'Out of date' },
    });
    expect([posted.status, count("payments where state = 'refunded'")]).toEqual([302, 2]);
  });
});

it('a course without buyers is deleted at once', async () => {
  const made = await makeWholeCourse(issuer, { title: 'Unsold', price: '49' });
  const page = await fetchPage(`/admin/courses?delete=${made.course.id}`, { cookie: issuer.cookie });
  expect(await page.text()).not.toContain('bought this course');
  const path = `admin/course/${made.course.id}`;
  expect((await fetchApi(path, { token: issuer.token, method: 'DELETE' })).status).toBe(200);
  expect(count("courses where title = 'Unsold'")).toBe(0);
});

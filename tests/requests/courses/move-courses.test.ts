import { beforeEach, describe, expect, it } from 'vitest';
import { decideIssuer } from '#app/accounts/decide-issuer.server.ts';
import { askForCertificate } from '#app/courses/completion/certificate-requests.server.ts';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { enrol, rateCourse } from '#app/courses/enrol.server.ts';
import { sweepCourseMoves } from '#app/courses/moves/course-move.server.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { checkPayments } from '#app/operations/check-payments.server.ts';
import { deleteDueAccounts } from '#app/privacy/account-deletion/delete-account.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import {
  giveCredit,
  mailedToken,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const DAY_MS = 86_400_000;
const CARD = { cardNumber: '4242 4242 4242 4242', expiryMonth: '12', expiryYear: '39', cvCode: '123' };
const MOVED = 'Your courses were moved';
const CANCELLED = 'The move of courses was cancelled';

let advance: (ms: number) => void;
let office: Person;
let author: Person;
let work: Person;
let home: Person;

beforeEach(async () => {
  advance = stopClock();
  office = await makeSuperAdmin();
  author = await makeIssuer();
  work = await makeVerifier({ name: 'Mara Osei', email: 'mara@work.example' });
  home = await makeVerifier({ name: 'Mara Osei', email: 'mara@home.example' });
});

const helpPage = ({ id }: Person) => `/superadmin/accounts/${id}/help`;
const help = (form: Record<string, string>, from: Person = work, { cookie }: Person = office) =>
  fetchPage(helpPage(from), { cookie, form });
const ask = (other = home.email, reason = 'Called by phone') => help({ intent: 'move', other, reason });

const LINK = /\/move-courses\/[\w-]{43}/;
const linkTo = ({ email }: Person) =>
  mailsTo(email)
    .flatMap(({ text }) => LINK.exec(text)?.[0] ?? [])
    .at(-1) ?? '/move-courses/none';
const press = (link: string, intent = 'confirm') => fetchPage(link, { form: { intent } });
const textOf = async (answer: Response | Promise<Response>) => (await answer).text();

/** Asks, and confirms from both mailboxes. @returns the statuses of the two confirmations */
async function move() {
  await ask();
  return [(await press(linkTo(work))).status, (await press(linkTo(home))).status];
}

const buy = ({ token }: Person, id: string, json: object = CARD) =>
  fetchApi(`courses/${id}/purchase`, { token, json });
const rows = (query: string, ...values: unknown[]) =>
  sqlite()
    .prepare(query)
    .all(...values);
const countOf = (table: string, { id }: Person) =>
  sqlite().prepare(`select count(*) from ${table} where user_id = ?`).pluck().get(id);
const acts = () =>
  sqlite().prepare("select act from audit_rows where act like 'courses.%' order by seq").pluck().all();
const finish = ({ actor }: Person, courseId: string, lessonId: string) =>
  reportProgress(actor, courseId, lessonId, { done: true });

async function answerQuiz({ token }: Person, courseId: string, lessonId: string, submits = true) {
  const path = `courses/${courseId}/lessons/${lessonId}/attempts`;
  const begun = await fetchApi(path, { method: 'POST', token });
  const { attempt } = (await begun.json()) as { attempt: { _id: string; questions: { _id: string }[] } };
  const answers = { [attempt.questions[0]?._id ?? '']: true };
  await fetchApi(`${path}/${attempt._id}`, { method: 'PUT', token, json: { answers } });
  if (submits) await fetchApi(`${path}/${attempt._id}/submission`, { method: 'POST', token, json: {} });
}

describe('a move of courses to another account', () => {
  it('takes everything about courses along once both mailboxes have confirmed, by links from real mails', async () => {
    const { course, lesson, module } = await makeWholeCourse(author, { title: 'SQL', price: '49' });
    const quiz = makeQuiz(author, module.id);
    setCompletion(author.actor, course.id, { rule: 'both', inOrder: false, certificate: 'at-once' });
    await buy(work, course.id);
    const [{ id: payment = '' } = {}] = rows('select id from payments') as { id?: string }[];
    await finish(work, course.id, lesson.id);
    await answerQuiz(work, course.id, quiz.id);
    rateCourse(work.actor, course.id, { stars: 4 });
    await askForCertificate(work.actor, course.id, { name: 'Mara Osei' });
    const figures = () => [
      rows('select student_count, rating_sum, rating_count from courses'),
      rows('select * from lesson_figures order by lesson_id'),
      rows('select * from question_figures'),
    ];
    const before = figures();

    const page = await textOf(fetchPage(helpPage(work), office));
    expect(page).toMatch(/<form[^>]*method="post"[\s\S]*name="other"[\s\S]*value="move"/);
    expect((await ask()).status).toBe(200);
    const smtp = await startSmtp();
    const transport = createMailTransport(smtp.url);
    await createDelivery(transport).deliverDue();
    transport.close();
    await smtp.stop();
    const linkIn = (address: string) =>
      LINK.exec(
        smtp.mails.find(({ text, envelopeTo }) => envelopeTo.includes(address) && LINK.test(text ?? ''))
          ?.text ?? '',
      )?.[0] ?? '';
    const [first, second] = [linkIn(work.email), linkIn(home.email)];
    expect(new Set([first, second, '']).size).toBe(3);
    const stored = JSON.stringify([
      rows('select * from one_time_tokens'),
      rows('select * from course_moves'),
      rows('select * from audit_rows'),
    ]);
    for (const link of [first, second]) expect(stored).not.toContain(link.split('/').at(-1));

    // Opening the links, as scanners of mails do, changes nothing.
    for (const link of [first, second, first]) {
      const opened = await fetchPage(link);
      expect([opened.status, opened.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
      const text = await opened.text();
      expect(text).toContain(work.username);
      expect(text).toContain(home.username);
      expect(text).toContain('Called by phone');
      expect(text).toMatch(/<form[^>]*method="post"[\s\S]*value="confirm"/);
    }
    // One mailbox is not both, however often it confirms.
    expect(await textOf(press(first))).toContain('the other mailbox');
    expect((await press(first)).status).toBe(200);
    expect(countOf('enrolments', work)).toBe(1);
    const both = await Promise.all([press(second), press(second), press(first)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await textOf(fetchPage(second))).toContain(MOVED);

    for (const table of ['enrolments', 'lesson_progress', 'quiz_attempts', 'ratings', 'course_completions'])
      expect([table, countOf(table, work), Number(countOf(table, home)) > 0]).toEqual([table, 0, true]);
    expect(figures()).toEqual(before);
    expect(rows('select payer_id from payments')).toEqual([{ payer_id: home.id }]);
    expect(subjectsTo(work.email).filter((subject) => subject === MOVED)).toHaveLength(1);
    expect(subjectsTo(home.email).filter((subject) => subject === MOVED)).toHaveLength(1);
    // The receipt is the new account's, and prints the buyer as it was.
    const receipt = await fetchPage(`/verify/receipts/${payment}`, home);
    expect([receipt.status, await receipt.text()]).toEqual([200, expect.stringContaining(work.email)]);
    expect((await fetchPage(`/verify/receipts/${payment}`, work)).status).toBe(404);
    // The certificate stays with its address, and the page does not lead to a page that is closed.
    expect(rows('select student_email as email from certificates')).toEqual([{ email: work.email }]);
    const learning = await textOf(fetchPage(`/course/${course.id}`, home));
    expect(learning).toContain('was issued to another address');
    expect(learning).not.toContain('href="/my-certificates/');
    // The author's programs hear of the learner.
    expect(rows("select learner_id from events where type = 'course.enrolled' order by seq")).toEqual([
      { learner_id: work.id },
      { learner_id: home.id },
    ]);
    expect(acts()).toEqual([
      'courses.move_requested',
      'courses.move_confirmed',
      'courses.move_confirmed',
      'courses.moved',
    ]);
    expect(
      rows("select actor_id, object_id, after from audit_rows where act = 'courses.move_requested'"),
    ).toEqual([
      {
        actor_id: office.id,
        object_id: work.id,
        after: JSON.stringify({ to: home.id, reason: 'Called by phone' }),
      },
    ]);
    // A refund closes the course for the account that has it now.
    const refund = await fetchApi(`payments/${payment}/refund`, {
      token: office.token,
      json: { reason: 'Asked' },
    });
    expect([refund.status, countOf('enrolments', home)]).toEqual([201, 0]);
    expect(subjectsTo(home.email).at(-1)).toMatch(/refund/i);
  });

  it('keeps what is further along where both accounts have the same course, and loses no purchase and no completion', async () => {
    const shared = await makeWholeCourse(author, { title: 'Shared', price: '49' });
    const quiz = makeQuiz(author, shared.module.id, { attempts: 3 });
    const finished = await makeWholeCourse(author, { title: 'Finished' });
    for (const person of [work, home]) {
      await buy(person, shared.course.id);
      enrol(person.actor, finished.course.id);
      await finish(person, finished.course.id, finished.lesson.id);
      rateCourse(person.actor, shared.course.id, { stars: person === work ? 2 : 5 });
      advance(1_000);
    }
    // One has watched the beginning and done the quiz, the other has watched the end.
    await reportProgress(work.actor, shared.course.id, shared.lesson.id, { position: 5, ranges: [[0, 5]] });
    advance(1_000);
    await reportProgress(home.actor, shared.course.id, shared.lesson.id, { position: 12, ranges: [[8, 12]] });
    await answerQuiz(work, shared.course.id, quiz.id);
    await answerQuiz(work, shared.course.id, quiz.id, false);
    await answerQuiz(home, shared.course.id, quiz.id, false);
    expect(await move()).toEqual([200, 200]);

    expect(
      rows(
        'select user_id, ranges, watched_ms, position_ms from lesson_progress where lesson_id = ?',
        shared.lesson.id,
      ),
    ).toEqual([
      { user_id: home.id, ranges: '[[0,5000],[8000,12000]]', watched_ms: 9_000, position_ms: 12_000 },
    ]);
    expect(
      rows('select user_id, done_at is not null as done from lesson_progress where lesson_id = ?', quiz.id),
    ).toEqual([{ user_id: home.id, done: 1 }]);
    // Attempts add up. Of two open ones the moved one ends with its answers.
    expect(rows('select user_id, passed from quiz_attempts order by passed desc')).toEqual([
      { user_id: home.id, passed: 1 },
      { user_id: home.id, passed: 1 },
      { user_id: home.id, passed: null },
    ]);
    expect(rows('select user_id, stars from ratings')).toEqual([{ user_id: home.id, stars: 5 }]);
    // The second purchase and the second completion stay where they are.
    expect(rows("select payer_id from payments where state = 'paid' order by seq")).toEqual([
      { payer_id: work.id },
      { payer_id: home.id },
    ]);
    expect(rows('select user_id from course_completions order by seq')).toEqual([
      { user_id: work.id },
      { user_id: home.id },
    ]);
    expect(rows('select student_count, rating_sum, rating_count from courses order by seq')).toEqual([
      { student_count: 1, rating_sum: 5, rating_count: 1 },
      { student_count: 1, rating_sum: 0, rating_count: 0 },
    ]);
    expect(rows('select begun, done from lesson_figures where lesson_id = ?', shared.lesson.id)).toEqual([
      { begun: 1, done: 0 },
    ]);
    expect(checkPayments()).toEqual([]);
    // The links move nothing that comes later.
    enrol(work.actor, finished.course.id);
    for (const person of [work, home]) expect((await press(linkTo(person))).status).toBe(200);
    expect(countOf('enrolments', work)).toBe(1);
  });

  it('completes the course for which the two accounts together have done everything', async () => {
    const { course, lesson, module } = await makeWholeCourse(author);
    const quiz = makeQuiz(author, module.id);
    for (const person of [work, home]) enrol(person.actor, course.id);
    await finish(work, course.id, lesson.id);
    await answerQuiz(home, course.id, quiz.id);
    expect(rows('select user_id from course_completions')).toEqual([]);
    await move();
    expect(rows('select user_id from course_completions')).toEqual([{ user_id: home.id }]);
  });

  it('returns the refund of a moved purchase to the credit that paid it', async () => {
    testEnvironment({ PAYMENT_GATEWAY: 'sandbox,invoice' });
    giveCredit(office, work, 100);
    const { course } = await makeWholeCourse(author, { price: '49' });
    await buy(work, course.id, { gateway: 'invoice' });
    await move();
    const [{ id = '' } = {}] = rows('select id from payments where payer_id = ?', home.id) as {
      id?: string;
    }[];
    const refund = await fetchApi(`payments/${id}/refund`, {
      token: office.token,
      json: { reason: 'Asked' },
    });
    expect([refund.status, rows('select user_id, owed_minor from credit_accounts')]).toEqual([
      201,
      [{ user_id: work.id, owed_minor: 0 }],
    ]);
  });

  it('happens whole or not at all', async () => {
    const { course, lesson } = await makeWholeCourse(author);
    enrol(work.actor, course.id);
    await finish(work, course.id, lesson.id);
    await ask();
    await press(linkTo(work));
    sqlite().exec(
      "create temp trigger broken before update on main.course_completions begin select raise(abort, 'broken'); end",
    );
    const answer = await press(linkTo(home)).catch(() => null);
    sqlite().exec('drop trigger broken');
    expect([answer?.status ?? 500, countOf('enrolments', work), countOf('lesson_progress', work)]).toEqual([
      500, 1, 1,
    ]);
    expect(acts()).toEqual(['courses.move_requested', 'courses.move_confirmed']);
    // The second mailbox can still confirm.
    expect((await press(linkTo(home))).status).toBe(200);
    expect([countOf('enrolments', work), countOf('enrolments', home)]).toEqual([0, 1]);
  });
});

describe('the request of a move', () => {
  it('is a super admin’s, with a reason, and for two different accounts that can learn', async () => {
    expect((await help({ intent: 'move', other: home.email, reason: '' })).status).toBe(400);
    expect((await help({ intent: 'move', other: home.email, reason: 'x' }, work, work)).status).toBe(403);
    for (const other of [work.email, work.username, 'nobody@people.example', office.username, ''])
      expect([other, (await ask(other)).status]).toEqual([other, 400]);
    expect((await help({ intent: 'move', other: home.email, reason: 'x' }, office)).status).toBe(404);
    const newcomer = await makeVerifier({ verified: false });
    expect((await ask(newcomer.email)).status).toBe(409);
    expect(acts()).toEqual([]);
    expect(linkTo(home)).toBe('/move-courses/none');
    expect((await ask(home.username.toUpperCase())).status).toBe(200);
    // One at a time for each account, from either side.
    expect((await ask()).status).toBe(409);
    const back = await help({ intent: 'move', other: work.email, reason: 'x' }, home);
    expect(back.status).toBe(409);
  });

  it.each([
    [
      'is to be deleted',
      () => fetchPage('/settings/delete-account', { cookie: home.cookie, form: { password: PASSWORD } }),
    ],
    [
      'has an open payment',
      () => {
        sqlite()
          .prepare(
            `insert into payments (id, payer_id, course_title, state, amount_minor, currency, gateway, created_at)
         values ('open', ?, 'SQL', 'pending', 4900, 'USD', 'stripe', 1)`,
          )
          .run(work.id);
      },
    ],
  ])('is refused, and so is its confirmation, for an account that %s', async (_, happen) => {
    await ask();
    await press(linkTo(work));
    await happen();
    expect((await press(linkTo(home))).status).toBe(409);
    expect(acts()).toEqual(['courses.move_requested', 'courses.move_confirmed']);
    await help({ intent: 'cancel-move', reason: 'x' });
    expect((await ask()).status).toBe(409);
  });

  it('is refused for a suspended issuer', async () => {
    const issuer = await makeIssuer();
    decideIssuer(office.browser, { issuerId: issuer.id, decision: 'suspend' });
    expect((await ask(issuer.email)).status).toBe(409);
  });
});

describe('a requested move', () => {
  it('is cancelled from either mailbox or by a super admin, and then confirms nothing', async () => {
    await ask();
    const link = linkTo(work);
    await press(linkTo(home));
    for (let clicks = 0; clicks < 2; clicks += 1)
      expect(await textOf(press(linkTo(home), 'cancel'))).toContain(CANCELLED);
    expect([(await fetchPage(link)).status, (await press(link)).status]).toEqual([200, 409]);
    expect(subjectsTo(work.email).filter((subject) => subject === CANCELLED)).toHaveLength(1);
    await ask();
    const page = await textOf(fetchPage(helpPage(home), office));
    expect(page).toContain('value="cancel-move"');
    expect((await help({ intent: 'cancel-move', reason: 'Wrong account' }, home)).status).toBe(200);
    expect((await help({ intent: 'cancel-move', reason: 'Wrong account' }, home)).status).toBe(409);
    for (const person of [work, home]) expect((await press(linkTo(person))).status).toBe(409);
    expect(acts()).toEqual([
      'courses.move_requested',
      'courses.move_confirmed',
      'courses.move_cancelled',
      'courses.move_requested',
      'courses.move_cancelled',
    ]);
    await ask();
    // The link of an earlier request is not one to this.
    expect((await press(link)).status).toBe(404);
  });

  it('lapses after seven days', async () => {
    await ask();
    await press(linkTo(work));
    advance(7 * DAY_MS);
    expect([(await fetchPage(linkTo(home))).status, (await press(linkTo(home))).status]).toEqual([404, 404]);
    advance(1);
    expect(sweepCourseMoves(10)).toBe(1);
  });

  it('is not confirmed from a mailbox that is no longer the account’s, before or after', async () => {
    await ask();
    const [first, second] = [linkTo(work), linkTo(home)];
    await press(first);
    await fetchApi('users/me/email', { json: { email: 'mara@new.example' }, token: work.token });
    const confirmation = `/settings/email/${mailedToken('mara@new.example', 'settings/email')}`;
    expect((await fetchPage(confirmation, { cookie: work.cookie, form: {} })).status).toBe(302);
    expect((await press(first)).status).toBe(404);
    // The other mailbox alone moves nothing.
    expect((await press(second)).status).toBe(404);
    expect(acts()).not.toContain('courses.moved');
    // Who took the mailbox over could not give it back, so a fresh address waits as long as it can be undone.
    expect((await ask()).status).toBe(409);
  });

  it('goes with a deleted account', async () => {
    await ask();
    await fetchPage('/settings/delete-account', { cookie: home.cookie, form: { password: PASSWORD } });
    advance(7 * DAY_MS - 1);
    expect((await press(linkTo(work))).status).toBe(409);
    advance(2);
    await deleteDueAccounts();
    expect(rows('select * from course_moves')).toEqual([]);
  });
});

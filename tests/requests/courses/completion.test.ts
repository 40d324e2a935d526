import { afterEach, describe, expect, it, vi } from 'vitest';
import { decideIssuer, setIssueQuota } from '#app/accounts/decide-issuer.server.ts';
import type { FrozenField } from '#app/certificates/own-fields.ts';
import { changeScheduled, withdrawScheduled } from '#app/certificates/scheduled/change-scheduled.server.ts';
import { issueScheduled } from '#app/certificates/scheduled/issue-scheduled.server.ts';
import { setHoldMinutes } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { deleteLesson } from '#app/courses/change-lesson.server.ts';
import {
  approveCertificates,
  askForCertificate,
} from '#app/courses/completion/certificate-requests.server.ts';
import { completeAfterChanges } from '#app/courses/completion/complete-course.server.ts';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { issueWaiting } from '#app/courses/completion/issue-completion-certificates.server.ts';
import { listCompletions, myCompletion } from '#app/courses/completion/my-completion.server.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { enrol, leaveCourse } from '#app/courses/enrol.server.ts';
import { readCourse } from '#app/courses/find-course.server.ts';
import { learnersSchema, listLearners } from '#app/courses/learners/list-learners.server.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { setLessonDraft } from '#app/courses/publish-course.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeLesson, makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { makeMember } from '#tests/support/members.ts';
import { makeField } from '#tests/support/own-fields.ts';

type Settings = Partial<Parameters<typeof setCompletion>[2]>;

async function learning(settings: Settings = {}) {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { course, module, lesson } = await makeWholeCourse(issuer, { title: 'Distributed Systems' });
  const second = await makeLesson(issuer, module.id, { title: 'Consensus', duration: '1:15:00' });
  setCompletion(issuer.actor, course.id, {
    rule: 'lessons',
    inOrder: false,
    certificate: 'none',
    ...settings,
  });
  enrol(learner.actor, course.id);
  const finish = async (who: Person = learner) => {
    for (const { id } of [lesson, second]) await reportProgress(who.actor, course.id, id, { done: true });
  };
  const path = `/course/${course.id}`;
  const page = async (who: Person = learner, at = path) =>
    (await fetchPage(at, { cookie: who.cookie })).text();
  return { issuer, learner, course, module, lesson, second, finish, page, path };
}

const certificates = () =>
  sqlite()
    .prepare('select student_name as name, student_email as email, course_name as course from certificates')
    .all();

/** A quiz that is a lesson of the course. */
function addQuiz(moduleId: string) {
  sqlite()
    .prepare(
      `insert into lessons (id, type, module_id, title, duration, duration_seconds, position, created_at)
       values ('quiz', 'quiz', ?, 'Quiz', '5 minutes', 300, 9, 1)`,
    )
    .run(moduleId);
}
const passQuiz = (courseId: string, userId: string) =>
  sqlite()
    .prepare(
      `insert into lesson_progress (course_id, user_id, lesson_id, active_at, done_at) values (?, ?, 'quiz', 1, 1)`,
    )
    .run(courseId, userId);

afterEach(() => setClock());

describe('a course', () => {
  it('is completed when all of its lessons are done, in its version of that day', async () => {
    const { learner, course, lesson, second, issuer, module } = await learning();
    await reportProgress(learner.actor, course.id, lesson.id, { ranges: [[0, 12]] });
    expect(myCompletion(learner.actor, course.id)).toBeNull();
    await reportProgress(learner.actor, course.id, second.id, { done: true });
    const completed = myCompletion(learner.actor, course.id);
    const { version } = readCourse(issuer.actor, course.id);
    expect(completed).toMatchObject({ courseVersion: version, title: 'Distributed Systems' });
    // It stays when the course grows, and when a lesson is not done any more.
    await makeLesson(issuer, module.id);
    await reportProgress(learner.actor, course.id, second.id, { done: false });
    expect(myCompletion(learner.actor, course.id)).toEqual(completed);
    leaveCourse(learner.actor, course.id);
    expect(myCompletion(learner.actor, course.id)).toEqual(completed);
  });

  it.each([
    ['quizzes', ['quiz']],
    ['lessons', ['quiz', 'videos']],
    ['both', ['videos', 'quiz']],
  ] as const)('with the rule %s is completed by %j', async (rule, steps) => {
    const { learner, course, module, finish } = await learning({ rule });
    addQuiz(module.id);
    for (const [index, step] of steps.entries()) {
      expect(myCompletion(learner.actor, course.id), `before step ${index}`).toBeNull();
      if (step === 'videos') await finish();
      else {
        passQuiz(course.id, learner.id);
        // The page stores it, because nothing else is marked.
        const { cookie } = learner;
        if (index === steps.length - 1) await fetchPage(`/course/${course.id}`, { cookie });
      }
    }
    expect(myCompletion(learner.actor, course.id)).not.toBeNull();
  });

  it.each(['quizzes', 'both'] as const)('without a quiz is not completed with %s', async (rule) => {
    const { issuer, learner, course, module, finish, page } = await learning({ rule });
    await finish();
    expect(await page()).toContain('It has no quiz yet, so it cannot be completed now.');
    expect(myCompletion(learner.actor, course.id)).toBeNull();
    const { id } = await makeQuiz(issuer, module.id);
    expect(await page()).toMatch(/all of its quizzes are passed\.(?! It has no quiz)/);
    // A draft is not there for learners.
    setLessonDraft(issuer.actor, id, true);
    expect(await page()).toContain('It has no quiz yet');
    await completeAfterChanges();
    expect(myCompletion(learner.actor, course.id)).toBeNull();
  });

  it('is completed in the background for all who have done what is left of it', async () => {
    const { issuer, course, lesson, second } = await learning({ certificate: 'at-once' });
    const learners: Person[] = [];
    for (let count = 0; count < 30; count += 1) learners.push(await makeVerifier());
    for (const { actor } of learners) enrol(actor, course.id);
    const [left, ...others] = learners as [Person, ...Person[]];
    for (const { actor } of learners) {
      await reportProgress(actor, course.id, lesson.id, { done: true });
    }
    leaveCourse(left.actor, course.id);
    await deleteLesson(issuer.actor, second.id);
    await completeAfterChanges();
    expect(others.every(({ actor }) => myCompletion(actor, course.id) !== null)).toBe(true);
    expect(mailsTo(others[9]?.email ?? '').at(-1)?.subject).toMatch(/^You have completed/);
    expect(myCompletion(left.actor, course.id)).toBeNull();
    expect(sqlite().prepare('select count(*) from courses_to_check').pluck().get()).toBe(0);
    // Nothing is done twice.
    setCompletion(issuer.actor, course.id, { rule: 'lessons', inOrder: true, certificate: 'at-once' });
    await completeAfterChanges();
    expect(mailsTo(others[9]?.email ?? '').filter(({ subject }) => /completed/.test(subject))).toHaveLength(
      1,
    );
  });

  it('is completed at the next visit by those who have done all that is left of it', async () => {
    const { issuer, learner, course, lesson, second, page } = await learning();
    await reportProgress(learner.actor, course.id, lesson.id, { done: true });
    await deleteLesson(issuer.actor, second.id);
    expect(await page()).toContain('You have completed this course');
    expect(myCompletion(learner.actor, course.id)).not.toBeNull();
  });

  it('says on its page what completes it', async () => {
    const { page, issuer, course, module } = await learning({
      rule: 'both',
      inOrder: true,
      certificate: 'approval',
    });
    addQuiz(module.id);
    expect(await page()).toMatch(
      /all of its lessons are done and all of its quizzes are passed.*opens when the one before is done.*once the issuer approves/s,
    );
    const edit = await page(issuer, `/admin/courses/${course.id}/edit`);
    expect(edit).toMatch(
      /All lessons done.*All quizzes passed.*Both.*In order.*None.*At once.*After approval/s,
    );
  });

  it('has its settings in one form, without JavaScript', async () => {
    const { issuer, course, learner, page } = await learning();
    const path = `/admin/courses/${course.id}/edit`;
    const post = (form: Record<string, string>, who = issuer) =>
      fetchPage(path, { cookie: who.cookie, form });
    expect((await post({ rule: 'quizzes', inOrder: 'on', certificate: 'approval' })).status).toBe(302);
    const settings = async () => (await fetchApi(`courses/${course.id}/completion-settings`)).json();
    expect(await settings()).toEqual({
      success: true,
      settings: { rule: 'quizzes', inOrder: true, certificate: 'approval' },
    });
    expect(await page(issuer, path)).toMatch(/<option value="quizzes" selected="">/);
    const wrong = await post({ rule: 'none', certificate: 'approval' });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('rule must be')]);
    expect((await post({ rule: 'both', certificate: 'none' }, learner)).status).toBe(403);
    expect((await post({ rule: 'both', certificate: 'none' }, await makeIssuer())).status).toBe(404);
    await post({ rule: 'both', certificate: 'none' });
    expect(await settings()).toMatchObject({ settings: { inOrder: false } });
  });
});

describe('lessons in order', () => {
  it('open one after the other: page, API, video and progress', async () => {
    const { learner, course, lesson, second, page, issuer } = await learning({ inOrder: true });
    const videos = sqlite()
      .prepare('select video_id from lessons order by position')
      .pluck()
      .all() as string[];
    const fetched = async (who: Person, token?: string) => {
      const found = await fetchApi(
        `admin/course/modules/fetchCourseDetails/${course.id}`,
        token ? { token } : {},
      );
      const { modules } = (await found.json()) as { modules: { lessons: { videoUrl: string | null }[] }[] };
      const video = await fetchPage(`/videos/${videos[1]}.mp4`, { cookie: who.cookie });
      await video.body?.cancel();
      return [modules[0]?.lessons.map(({ videoUrl }) => videoUrl !== null), video.status];
    };
    expect(await fetched(learner, learner.token)).toEqual([[true, false], 403]);
    expect(await fetched(await makeVerifier())).toEqual([[true, false], 403]);
    expect(await fetched(issuer, issuer.token)).toEqual([[true, true], 200]);
    const report = (id: string, json: unknown) =>
      fetchApi(`courses/${course.id}/lessons/${id}/progress`, { method: 'PUT', token: learner.token, json });
    expect((await report(second.id, { position: 1 })).status).toBe(409);
    expect((await report(second.id, { done: true })).status).toBe(409);
    expect(await page(learner, `/course/${course.id}?lesson=${second.id}`)).toMatch(
      /This lesson opens when &#x27;Lesson&#x27; is done/,
    );
    expect((await report(lesson.id, { done: true })).status).toBe(200);
    expect(await fetched(learner, learner.token)).toEqual([[true, true], 200]);
    expect((await report(second.id, { done: true })).status).toBe(200);
    // One that is done stays open.
    await report(lesson.id, { done: false });
    expect(await fetched(learner, learner.token)).toEqual([[true, true], 200]);
  });
});

describe('the certificate of a completed course', () => {
  it('is issued at once with the confirmed name, and only once', async () => {
    const { learner, course, finish, page, path } = await learning({ certificate: 'at-once' });
    expect(await page()).not.toContain('Confirm and get certificate');
    await finish();
    expect(mailsTo(learner.email).map(({ subject }) => subject)).toContain(
      "You have completed 'Distributed Systems'",
    );
    expect(await page()).toContain('Confirm and get certificate');
    expect(await page(learner, '/my-learning')).toContain('Confirm and get certificate');
    const confirm = (name: string) =>
      fetchPage(path, { cookie: learner.cookie, form: { intent: 'certificate', name } });
    expect((await confirm(' ')).status).toBe(400);
    expect((await confirm('Ada Lovelace')).status).toBe(302);
    expect((await confirm('Somebody Else')).status).toBe(302);
    expect(certificates()).toEqual([
      { name: 'Ada Lovelace', email: learner.email, course: 'Distributed Systems' },
    ]);
    for (const at of [path, '/my-learning']) {
      const shown = await page(learner, at);
      expect(shown).not.toContain('Confirm and get certificate');
      const [, link = ''] =
        /href="(\/my-certificates\/[^"]+)"[^>]*>.*?See your certificate/s.exec(shown) ?? [];
      expect(await page(learner, link)).toContain('Ada Lovelace');
    }
    expect(mailsTo(learner.email).at(-1)?.subject).toMatch(/^Your certificate from/);
    expect(myCompletion(learner.actor, course.id)?.certificate.kind).toBe('issued');
  });

  it('is one, however many ask for it at the same time', async () => {
    const { learner, course, finish } = await learning({ certificate: 'at-once' });
    await finish();
    const asked = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        fetchApi(`courses/${course.id}/completion`, {
          token: learner.token,
          json: { name: 'Ada Lovelace' },
          headers: { 'content-length': '23' },
          address: `10.0.0.${index}`,
        }),
      ),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
    const answers = await Promise.all(asked.map((response) => response.json()));
    expect(new Set(answers.map(({ completion }) => completion.certificate.uniqueId)).size).toBe(1);
    expect(answers[0].completion.certificate.state).toBe('issued');
    expect(certificates()).toHaveLength(1);
  });

  it('names the course, its rule and its hours in criteria and evidence, and is genuine', async () => {
    const { learner, course, finish } = await learning({ certificate: 'at-once' });
    await finish();
    const state = await askForCertificate(learner.actor, course.id, { name: 'Ada Lovelace' });
    const { uniqueId = '' } = state.kind === 'issued' ? state : {};
    const file = await fetchPage(`/certificates/${uniqueId}.json`, { cookie: learner.cookie });
    const bytes = await file.arrayBuffer();
    const credential = JSON.parse(Buffer.from(bytes).toString());
    // 15:30 and 1:15:00.
    expect(credential.evidence).toEqual([
      {
        type: ['Evidence'],
        name: 'Distributed Systems',
        narrative:
          "The course 'Distributed Systems' of 1.51 hours was completed. All of its lessons were done.",
      },
    ]);
    expect(credential.credentialSubject.achievement.criteria.narrative).toMatch(
      /^Completed Distributed Systems, as attested by .+\. All of its lessons were done\.$/,
    );
    const form = new FormData();
    form.set('file', new File([bytes], 'certificate.json'));
    const checked = await (await fetchApi('authenticate', { body: form })).json();
    expect(checked).toMatchObject({ success: true, verdict: 'genuine' });
  });

  it('keeps its evidence when it is replaced and renewed', async () => {
    const { issuer, learner, course, finish } = await learning({ certificate: 'at-once' });
    await finish();
    const state = await askForCertificate(learner.actor, course.id, { name: 'Ada Lovlace' });
    const { uniqueId = '' } = state.kind === 'issued' ? state : {};
    const evidence = async (id: string) => {
      const file = await fetchPage(`/certificates/${id}.json`, { cookie: issuer.cookie });
      const credential = await file.json();
      return [credential.evidence, credential.credentialSubject.achievement.criteria.narrative];
    };
    const first = await evidence(uniqueId);
    expect(first[0]).toMatchObject([{ name: 'Distributed Systems' }]);
    const replaced = await fetchApi(`certificates/${encodeURIComponent(uniqueId)}/replacement`, {
      token: issuer.token,
      json: {
        studentEmail: learner.email,
        studentName: 'Ada Lovelace',
        courseName: 'Distributed Systems',
        issueDate: '2026-01-01',
        expiryDate: '2027-01-01',
      },
    });
    expect(replaced.status).toBe(201);
    const second = (await replaced.json()).certificate.uniqueId;
    expect(await evidence(second)).toEqual(first);
    const renewed = await fetchApi(`certificates/${encodeURIComponent(second)}/renewal`, {
      token: issuer.token,
      json: {},
    });
    expect(renewed.status).toBe(201);
    expect(await evidence((await renewed.json()).certificate.uniqueId)).toEqual(first);
  });

  it('is the current one for the learner and the author after it was replaced and renewed', async () => {
    const { issuer, learner, course, finish, page } = await learning({ certificate: 'at-once' });
    await finish();
    const state = await askForCertificate(learner.actor, course.id, { name: 'Ada Lovlace' });
    const { uniqueId: first = '' } = state.kind === 'issued' ? state : {};
    const change = async (id: string, verb: 'replacement' | 'renewal', json: object) => {
      const path = `certificates/${encodeURIComponent(id)}/${verb}`;
      const answer = await fetchApi(path, { token: issuer.token, json });
      expect(answer.status).toBe(201);
      return (await answer.json()).certificate.uniqueId as string;
    };
    const corrected = {
      studentEmail: learner.email,
      studentName: 'Ada Lovelace',
      courseName: 'Distributed Systems',
      issueDate: '2026-01-01',
      expiryDate: '2027-01-01',
    };
    const shown = async () => {
      const pages = [await page(), await page(learner, '/my-learning')];
      const [own] = listCompletions(learner.actor, { limit: 1 }).completions;
      const ids = pages.map((html) => /my-certificates\/([^"]+)"[^>]*>.*?See your/s.exec(html)?.[1]);
      return [...ids, own?.certificate.kind === 'issued' && own.certificate.uniqueId];
    };
    const seen = () =>
      listLearners(issuer.actor, course.id, learnersSchema.parse({})).learners[0]?.certificate?.uniqueId;
    const second = await change(first, 'replacement', corrected);
    expect([...(await shown()), seen()]).toEqual([second, second, second, second]);
    const third = await change(second, 'renewal', {});
    expect([...(await shown()), seen()]).toEqual([third, third, third, third]);
    // The learner cannot open one that was issued to another address.
    const fourth = await change(third, 'replacement', {
      ...corrected,
      studentEmail: 'other@example.com',
      expiryDate: '2028-01-01',
    });
    expect(await shown()).toEqual([third, third, third]);
    expect(seen()).toBe(fourth);
  });

  it('waits for the approval of the issuer', async () => {
    const { issuer, learner, course, finish, page, path } = await learning({ certificate: 'approval' });
    const other = await makeVerifier();
    enrol(other.actor, course.id);
    for (const who of [learner, other]) {
      await finish(who);
      await askForCertificate(who.actor, course.id, { name: `Name of ${who.id}` });
    }
    expect(await page()).toContain('waits for the issuer&#x27;s approval');
    await issueWaiting();
    expect(certificates()).toEqual([]);
    const list = `/admin/courses/${course.id}/learners?state=approval`;
    const shown = await page(issuer, list);
    expect(shown).toContain(`As ‘Name of ${learner.id}’`);
    expect(shown).toContain('type="checkbox"');
    const toRead = await page(await makeMember(issuer, 'viewer'), list);
    expect(toRead).toContain(`As ‘Name of ${learner.id}’`);
    expect(toRead).not.toContain('type="checkbox"');
    const id = myCompletion(learner.actor, course.id)?.id ?? '';
    const approve = (form: Record<string, string>, who = issuer) =>
      fetchPage(list, { cookie: who.cookie, form });
    expect((await approve({})).status).toBe(400);
    expect((await approve({ completionIds: id }, await makeIssuer())).status).toBe(404);
    expect((await approve({ completionIds: id })).status).toBe(302);
    expect(certificates()).toMatchObject([{ name: `Name of ${learner.id}` }]);
    expect(await page()).toContain('See your certificate');
    expect(await page(issuer, list)).not.toContain(`Name of ${learner.id}`);
    // Once only.
    await approve({ completionIds: id });
    expect(certificates()).toHaveLength(1);
    expect((await fetchPage(path, { cookie: other.cookie })).status).toBe(200);
  });

  it('waits for a suspended issuer to be reinstated', async () => {
    const { issuer, learner, course, finish, page } = await learning({ certificate: 'at-once' });
    const superAdmin = await makeSuperAdmin();
    const decide = (decision: 'suspend' | 'reinstate') =>
      decideIssuer(superAdmin.actor, { issuerId: issuer.id, decision });
    decide('suspend');
    await finish();
    expect(await askForCertificate(learner.actor, course.id, { name: 'Ada' })).toEqual({ kind: 'waiting' });
    await issueWaiting();
    expect(certificates()).toEqual([]);
    expect(await page()).toContain('will be issued as soon as possible');
    decide('reinstate');
    await issueWaiting();
    expect(certificates()).toHaveLength(1);
  });

  it('waits for the next day when the quota is used up', async () => {
    const { issuer, learner, course, finish } = await learning({ certificate: 'at-once' });
    const superAdmin = await makeSuperAdmin();
    setIssueQuota(superAdmin.actor, { issuerId: issuer.id, perDay: 0 } as never);
    await finish();
    expect(await askForCertificate(learner.actor, course.id, { name: 'Ada' })).toEqual({ kind: 'waiting' });
    await issueWaiting();
    expect(certificates()).toEqual([]);
    sqlite().prepare('update issuer_quotas set per_day = 1, issued = 1').run();
    setClock(() => Date.now() + 2 * 86_400_000);
    await issueWaiting();
    expect(certificates()).toHaveLength(1);
  });

  it('is tried once an hour when its name cannot be printed', async () => {
    const { issuer, learner, course, finish } = await learning({ certificate: 'at-once' });
    const superAdmin = await makeSuperAdmin();
    decideIssuer(superAdmin.actor, { issuerId: issuer.id, decision: 'suspend' });
    await finish();
    await askForCertificate(learner.actor, course.id, { name: 'Ada' });
    sqlite().prepare("update completion_certificates set learner_name = 'A\u{13000}'").run();
    decideIssuer(superAdmin.actor, { issuerId: issuer.id, decision: 'reinstate' });
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    await issueWaiting();
    await issueWaiting();
    expect(logged).toHaveBeenCalledOnce();
    setClock(() => Date.now() + 3_700_000);
    await issueWaiting();
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
    expect(certificates()).toEqual([]);
  });

  it('is issued although the learner has left, and the course was deleted', async () => {
    const { issuer, learner, course, finish, page } = await learning({ certificate: 'at-once' });
    const superAdmin = await makeSuperAdmin();
    decideIssuer(superAdmin.actor, { issuerId: issuer.id, decision: 'suspend' });
    await finish();
    await askForCertificate(learner.actor, course.id, { name: 'Ada' });
    leaveCourse(learner.actor, course.id);
    decideIssuer(superAdmin.actor, { issuerId: issuer.id, decision: 'reinstate' });
    await deleteCourse(issuer.actor, course.id, { buyers: 'keep' });
    await issueWaiting();
    expect(certificates()).toHaveLength(1);
    expect(await page(learner, '/my-learning')).toMatch(/Completed earlier.*See your certificate/s);
  });

  it('needs a completion, and a course that has one', async () => {
    const { learner, course, finish } = await learning();
    await expect(askForCertificate(learner.actor, course.id, { name: 'Ada' })).rejects.toThrow(
      'You have not completed this course.',
    );
    await finish();
    await expect(askForCertificate(learner.actor, course.id, { name: 'Ada' })).rejects.toThrow(
      'This course has no certificate.',
    );
  });
});

it('lets a certificate wait for as long as the issuer has set, and asks for approval once it is withdrawn', async () => {
  const forward = stopClock();
  const { issuer, learner, course, finish } = await learning({ certificate: 'at-once' });
  setHoldMinutes(issuer.actor, { holdMinutes: 10 });
  await finish();
  const ask = () => askForCertificate(learner.actor, course.id, { name: 'Ada Lovelace' });
  expect(await ask()).toEqual({ kind: 'waiting' });
  await issueWaiting();
  const waiting = () => sqlite().prepare('select unique_id from scheduled_certificates').pluck().all();
  const [first] = waiting();
  expect([waiting().length, certificates()]).toEqual([1, []]);
  withdrawScheduled(issuer.actor, String(first));
  expect(myCompletion(learner.actor, course.id)?.certificate).toEqual({ kind: 'waiting-for-approval' });
  await issueWaiting();
  expect(waiting()).toEqual([]);
  const completionIds = [myCompletion(learner.actor, course.id)?.id ?? ''];
  await approveCertificates(issuer.actor, course.id, { completionIds });
  expect([waiting().length, certificates()]).toEqual([1, []]);
  forward(600_000);
  await issueScheduled();
  await issueWaiting();
  expect(certificates()).toMatchObject([{ name: 'Ada Lovelace', course: 'Distributed Systems' }]);
  expect(myCompletion(learner.actor, course.id)?.certificate).toMatchObject({ kind: 'issued' });
  const credential = sqlite().prepare('select bytes from certificate_credentials').pluck().get();
  expect(String(credential)).toContain('All of its lessons were done');
});

describe('own fields of the issuer', () => {
  const fields = () =>
    Object.fromEntries(
      (
        JSON.parse(
          sqlite().prepare('select fields from certificates').pluck().get() as string,
        ) as FrozenField[]
      ).map(({ key, value }) => [key, value]),
    );

  it.each([0, 10])(
    'are filled by a completion where they take it, have their defaults, or stay out, after %d minutes',
    async (holdMinutes) => {
      setClock(() => Date.UTC(2026, 1, 3));
      const { issuer, learner, course, module, finish } = await learning({ certificate: 'at-once' });
      setHoldMinutes(issuer.actor, { holdMinutes });
      makeField(issuer, 'hours', { name: 'Contact hours', kind: 'number' });
      makeField(issuer, 'score', { name: 'Score', kind: 'number', rules: { min: 0, max: 100 } });
      makeField(issuer, 'activityStart', { kind: 'date' });
      makeField(issuer, 'activityEnd', { kind: 'choice', rules: { choices: ['A'] } });
      makeField(issuer, 'place', { rules: { default: 'Riga' } });
      makeField(issuer, 'instructor', { name: 'Instructor', isRequired: true });
      const { cookie } = issuer;
      const page = await (await fetchPage(`/admin/courses/${course.id}/edit`, { cookie })).text();
      expect(page).toContain('It fills these own fields: Contact hours, Score, activityStart, activityEnd.');
      expect(page).toContain('because nobody enters them: Instructor.');
      addQuiz(module.id);
      sqlite()
        .prepare(
          `insert into quizzes (seq, id, lesson_id, pass_mark, shuffle, questions, created_at) values (1, 'q', 'quiz', 50, 0, '[]', 1)`,
        )
        .run();
      const attempt = sqlite().prepare(
        `insert into quiz_attempts (id, quiz_seq, lesson_id, user_id, seed, started_at, ended_at, score, points, passed)
       values (?, 1, 'quiz', ?, 1, 1, ?, ?, 800, 1)`,
      );
      attempt.run('one', learner.id, 2, 300);
      attempt.run('two', learner.id, 3, 700);
      passQuiz(course.id, learner.id);
      setClock(() => Date.UTC(2026, 1, 5));
      await finish();
      makeField(issuer, 'number', {
        kind: 'running',
        rules: { pattern: '{number:3}', start: 1, per: 'organisation' },
      });
      await askForCertificate(learner.actor, course.id, { name: 'Ada' });
      await issueWaiting();
      const [uniqueId] = sqlite().prepare('select unique_id from scheduled_certificates').pluck().all();
      expect(uniqueId === undefined).toBe(holdMinutes === 0);
      if (uniqueId !== undefined) {
        // A change keeps the values that the course gave.
        const change = { studentName: 'Ada Lovelace', fields: { instructor: 'Grace' } };
        await changeScheduled(issuer.actor, String(uniqueId), change);
      }
      setClock(() => Date.UTC(2026, 1, 5, 1));
      await issueScheduled();
      expect(fields()).toEqual({
        ...(uniqueId !== undefined && { instructor: 'Grace' }),
        number: '001',
        hours: expect.any(Number),
        score: 87.5,
        activityStart: '2026-02-03',
        place: 'Riga',
      });
    },
  );
});

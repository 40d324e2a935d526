import { performance as nodePerformance } from 'node:perf_hooks';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { removeCaptions } from '#app/courses/captions/change-captions.server.ts';
import { updateLesson } from '#app/courses/change-lesson.server.ts';
import { lessonSchema } from '#app/courses/course.schema.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { duplicateCourse, removeUnfinishedCopies } from '#app/courses/duplicates/duplicate-course.server.ts';
import { enrol, leaveCourse } from '#app/courses/enrol.server.ts';
import { openAttemptOf } from '#app/courses/quizzes/attempt.server.ts';
import { removeQuestion } from '#app/courses/quizzes/change-quiz.server.ts';
import { endAttempt, endOverdueAttempts } from '#app/courses/quizzes/end-attempt.server.ts';
import { questionResults } from '#app/courses/quizzes/quiz-results.server.ts';
import { quizView } from '#app/courses/quizzes/quiz-view.server.ts';
import { beginAttempt } from '#app/courses/quizzes/take-quiz.server.ts';
import { storageUse } from '#app/files/media/storage.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { captions, makeCaptions, makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { limitHere, longestStep, partsOf, processorMs } from '#tests/support/processor-time.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const HOUR_MS = 3_600_000;

const folders = temporaryFolders();
let issuer: Person;
let learner: Person;
let course: string;
let quiz: string;
let video: string;
let quizSeq: number;
let questionIds: string;

/** Adds learners whose ids begin with 'p'. */
function addLearners(count: number) {
  sqlite()
    .prepare(
      `insert into users (id, name, email, username, role, password_hash, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       select 'p' || i, 'P', 'p' || i || '@x.example', 'p' || i, 'individual', '', 0 from n`,
    )
    .run(count);
  sqlite()
    .prepare(
      "insert into enrolments (course_id, user_id, enrolled_at) select ?, id, 0 from users where id like 'p%'",
    )
    .run(course);
}

beforeEach(async () => {
  openSite(folders.make());
  issuer = await makeIssuer();
  learner = await makeVerifier();
  const made = await makeWholeCourse(issuer);
  course = made.course.id;
  video = made.lesson.id;
  const questions = Array.from({ length: 100 }, (_, n) => ({
    type: 'boolean',
    text: `Question ${n}`,
    answer: true,
  }));
  quiz = (await makeQuiz(issuer, made.module.id, { questions })).id;
  const row = sqlite().prepare('select seq, questions from quizzes').get() as {
    seq: number;
    questions: string;
  };
  quizSeq = row.seq;
  questionIds = JSON.stringify(JSON.parse(row.questions).map(({ id }: { id: string }) => id));
  sqlite()
    .prepare('insert into enrolments (course_id, user_id, enrolled_at) values (?, ?, 0)')
    .run(course, learner.id);
});

afterAll(() => folders.removeAll());

const begunBy = (userId: string) => openAttemptOf(quiz, userId);

it('an account enrols 60 times an hour, also after it has left', () => {
  testEnvironment({ DATABASE_FILE: sqlite().name, RATE_LIMITS: 'on' });
  const start = Date.now();
  setClock(() => start);
  leaveCourse(learner.actor, course);
  for (let times = 0; times < 60; times += 1) {
    enrol(learner.actor, course);
    // Repeating it counts for nothing.
    enrol(learner.actor, course);
    leaveCourse(learner.actor, course);
  }
  expect(() => enrol(learner.actor, course)).toThrow(/try again/i);
  setClock(() => start + HOUR_MS + 1);
  expect(enrol(learner.actor, course)).toBe(true);
  setClock();
});

describe('attempts of quizzes', () => {
  it('cost a page the same after 50,000 of one learner', () => {
    sqlite()
      .prepare(
        `insert into quiz_attempts (id, quiz_seq, lesson_id, user_id, seed, started_at, ended_at, score, points, passed)
         with recursive n(i) as (select 1 union all select i + 1 from n where i < 50000)
         select 'a' || i, ?, ?, ?, 1, 0, 1, 0, 100, 0 from n`,
      )
      .run(quizSeq, quiz, learner.id);
    quizView(learner.actor, course, quiz, null);
    expect(processorMs(() => quizView(learner.actor, course, quiz, null))).toBeLessThan(limitHere(40));
    expect(quizView(learner.actor, course, quiz, 'a1').result?.id).toBe('a1');
  });

  it('are begun 60 times an hour by an account', () => {
    testEnvironment({ DATABASE_FILE: sqlite().name, RATE_LIMITS: 'on' });
    const beginAndEnd = () => {
      beginAttempt(learner.actor, course, quiz);
      transaction((tx) => {
        const open = begunBy(learner.id);
        if (open) endAttempt(tx, open);
      });
    };
    const start = Date.now();
    setClock(() => start);
    for (let attempts = 0; attempts < 60; attempts += 1) beginAndEnd();
    expect(beginAndEnd).toThrow(/try again/i);
    setClock(() => start + HOUR_MS + 1);
    beginAndEnd();
    setClock();
  });

  it('end in short steps when their time is up, and one that fails holds up no other', () => {
    addLearners(300);
    sqlite()
      .prepare(
        `insert into quiz_attempts (id, quiz_seq, lesson_id, user_id, seed, started_at, deadline)
         select 'o' || id, ?, ?, id, 1, 0, 1 from users where id like 'p%'`,
      )
      .run(quizSeq, quiz);
    sqlite()
      .prepare(
        `insert into quiz_answers (attempt_seq, question_id, value, answered_at)
         select a.seq, j.value, 'true', 0 from quiz_attempts a, json_each(?) j`,
      )
      .run(questionIds);
    sqlite().exec(
      "update quiz_answers set value = 'damaged' where attempt_seq = (select min(seq) from quiz_attempts)",
    );
    const { runs, longest } = longestStep(() => endOverdueAttempts(200) === 200);
    const open = sqlite().prepare('select count(*) from quiz_attempts where ended_at is null').pluck();
    expect([open.get(), runs > 5, longest < limitHere(100)]).toEqual([1, true, true]);
  });
});

describe('the results of a quiz', () => {
  const counted = () =>
    sqlite()
      .prepare(
        `select question_id as id, count(*) as answered, count(nullif(score, 0)) as correct
         from quiz_answers where score is not null group by question_id order by question_id`,
      )
      .all();
  const figures = () =>
    sqlite()
      .prepare(
        'select question_id as id, answered, correct from question_figures where answered > 0 order by question_id',
      )
      .all();

  it('cost the author the same after 300,000 answers', () => {
    addLearners(3_000);
    sqlite()
      .prepare(
        `insert into quiz_attempts (id, quiz_seq, lesson_id, user_id, seed, started_at, ended_at, score, points, passed)
         select 'e' || id, ?, ?, id, 1, 0, 1, 0, 100, 0 from users where id like 'p%'`,
      )
      .run(quizSeq, quiz);
    sqlite()
      .prepare(
        `insert into quiz_answers (attempt_seq, question_id, value, answered_at, score)
         select a.seq, j.value, 'true', 0, 100 from quiz_attempts a, json_each(?) j`,
      )
      .run(questionIds);
    questionResults(issuer.actor, quiz);
    expect(processorMs(() => questionResults(issuer.actor, quiz))).toBeLessThan(limitHere(40));
  });

  it('are counted as attempts end and accounts are deleted', () => {
    addLearners(3);
    const begun = sqlite().prepare(
      `insert into quiz_attempts (id, quiz_seq, lesson_id, user_id, seed, started_at, deadline)
       select 'c' || id, ?, ?, id, 1, 0, 1 from users where id like 'p%'`,
    );
    begun.run(quizSeq, quiz);
    sqlite()
      .prepare(
        `insert into quiz_answers (attempt_seq, question_id, value, answered_at)
         select a.seq, j.value, iif(j.key % (a.seq + 1) = 0, 'true', 'false'), 0 from quiz_attempts a, json_each(?) j
         where j.key % 7 <> a.seq`,
      )
      .run(questionIds);
    while (endOverdueAttempts(200) === 200) {}
    expect(figures()).toEqual(counted());
    expect(questionResults(issuer.actor, quiz).questions[0]?.correct).toBe(3);
    sqlite().prepare("delete from users where id = 'p2'").run();
    expect(counted().length).toBeGreaterThan(90);
    expect(figures()).toEqual(counted());
  });
});

/** Captions of about 800 KB, whose words are all different. */
const longCaptions = () =>
  captions(...Array.from({ length: 4_000 }, (_, n) => `${n}a ${n}b ${n}c ${'w'.repeat(150)}${n}`));

const sizes = () => sqlite().prepare('select coalesce(sum(bytes), 0) from lesson_sizes').pluck().get();
const stored = () =>
  sqlite()
    .prepare(
      `select coalesce((select sum(octet_length(cues)) from lesson_captions), 0)
         + coalesce((select sum(octet_length(markdown) + octet_length(html)) from lesson_texts), 0)
         + coalesce((select sum(octet_length(questions)) from quizzes), 0)`,
    )
    .pluck()
    .get();

describe('what authors write', () => {
  it('counts towards the storage quota, also when a course is duplicated', async () => {
    testEnvironment({ DATABASE_FILE: sqlite().name, STORAGE_QUOTA_MB: '6' });
    await makeCaptions(issuer, video, longCaptions());
    expect(sizes()).toBe(stored());
    expect(storageUse(issuer.id).usedBytes).toBeGreaterThan(800_000);
    // A quiz that was begun gets a new version.
    beginAttempt(learner.actor, course, quiz);
    removeQuestion(issuer.actor, quiz, JSON.parse(questionIds)[0]);
    expect(sizes()).toBe(stored());
    let copies = 0;
    const duplicate = async () => {
      await duplicateCourse(issuer.actor, course);
      copies += 1;
    };
    const fill = async () => {
      for (let n = 0; n < 10; n += 1) await duplicate();
    };
    await expect(fill()).rejects.toThrow(/storage/);
    expect([copies > 1, sizes()]).toEqual([true, stored()]);
    expect(storageUse(issuer.id).usedBytes).toBeLessThan(6 * 1_048_576);
    removeCaptions(issuer.actor, video, 'en');
    await deleteCourse(issuer.actor, course, { buyers: 'keep' });
    expect(sizes()).toBe(stored());
  });

  it('leaves half of the time to others while long transcripts are indexed', {
    timeout: 60_000,
  }, async () => {
    await makeCaptions(issuer, video, longCaptions());
    const before = nodePerformance.eventLoopUtilization();
    const rename = (title: string) =>
      updateLesson(issuer.actor, video, parseInput(lessonSchema, { title, duration: '1' }));
    await Promise.all([...'12345678'].map(rename));
    const { utilization } = nodePerformance.eventLoopUtilization(before);
    if (process.env.SHOW_FIGURES) console.log(`${Math.round(utilization * 100)} % busy`);
    expect(utilization).toBeLessThan(0.75);
  });
});

it('a copy of a course that cannot be removed holds up no other', async () => {
  const old = sqlite().prepare(
    'insert into course_copies (course_seq, begun_at) select seq, 0 from courses where id = ?',
  );
  old.run(course);
  old.run((await makeWholeCourse(await makeIssuer())).course.id);
  sqlite().exec(
    `create temp trigger kept before delete on main.courses when old.id = '${course}' begin select raise(abort, 'kept'); end`,
  );
  await removeUnfinishedCopies();
  expect(sqlite().prepare('select id from courses').pluck().all()).toEqual([course]);
});

it('a course with 20,000 attempts at its quiz is deleted in short steps', async () => {
  addLearners(2_000);
  const insert = sqlite().prepare(
    `insert into quiz_attempts (id, quiz_seq, lesson_id, user_id, seed, started_at, ended_at, score, points, passed)
     select ? || id, ?, ?, id, 1, 0, 1, 0, 100, 0 from users where id like 'p%'`,
  );
  for (let round = 0; round < 10; round += 1) insert.run(`r${round}`, quizSeq, quiz);
  sqlite()
    .prepare(
      `insert into quiz_answers (attempt_seq, question_id, value, answered_at, score)
       select a.seq, j.value, 'true', 0, 100 from quiz_attempts a, json_each(?) j where j.key < 10`,
    )
    .run(questionIds);
  const { longest } = await partsOf(() => deleteCourse(issuer.actor, course, { buyers: 'keep' }));
  expect(longest).toBeLessThan(limitHere(100));
  expect(sqlite().prepare('select count(*) from quiz_answers').pluck().get()).toBe(0);
});

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openAttemptOf } from '#app/courses/quizzes/attempt.server.ts';
import { beginAttempt } from '#app/courses/quizzes/begin-attempt.server.ts';
import { endAttempt, endOverdueAttempts } from '#app/courses/quizzes/end-attempt.server.ts';
import { quizView } from '#app/courses/quizzes/quiz-view.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const HOUR_MS = 3_600_000;

const folders = temporaryFolders();
let issuer: Person;
let learner: Person;
let course: string;
let quiz: string;
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

function cpuMs(work: () => unknown) {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1_000;
  if (process.env.SHOW_FIGURES) console.log(`${Math.round(ms)} ms`);
  return ms;
}

const begunBy = (userId: string) => openAttemptOf(quiz, userId);

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
    expect(cpuMs(() => quizView(learner.actor, course, quiz, null))).toBeLessThan(40);
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
    let longest = 0;
    let steps = 0;
    for (let ended = 200; ended === 200; steps += 1) {
      longest = Math.max(
        longest,
        cpuMs(() => {
          ended = endOverdueAttempts(200);
        }),
      );
    }
    const open = sqlite().prepare('select count(*) from quiz_attempts where ended_at is null').pluck();
    expect([open.get(), steps > 5, longest < 100]).toEqual([1, true, true]);
  });
});

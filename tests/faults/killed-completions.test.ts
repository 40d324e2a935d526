import { rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { sqlite } from '#db/client.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';

/** Points at which the server is killed. After `asked`, the learner sends no further request. */
const POINTS = [
  { name: 'lesson done, completion not stored', inside: 'completeIfDue enter#1' },
  { name: 'completion stored, not committed', inside: 'completeIfDue leave#1' },
  { name: 'completion committed, learner not told', inside: 'reportProgress leave#1' },
  { name: 'name sent, not stored', inside: 'askForCertificate enter#1' },
  { name: 'name committed, nothing signed', inside: 'issueOnce enter#1', asked: true },
  { name: 'signed, not stored', inside: 'storeCertificate enter#1', asked: true },
  { name: 'certificate stored, not committed', inside: 'storeCertificate leave#1', asked: true },
  { name: 'certificate committed, learner not told', inside: 'issueOnce leave#1', asked: true },
  { name: 'approved, nothing signed', inside: 'issueOnce enter#1', asked: true, approval: true },
  {
    name: 'approved certificate stored, not committed',
    inside: 'storeCertificate leave#1',
    asked: true,
    approval: true,
  },
  {
    name: 'approval committed, issuer not told',
    inside: 'approveCertificates leave#1',
    asked: true,
    approval: true,
  },
];

const site = killedSite('completions');
const { folder, CRASH_FILE, DATABASE_FILE } = site;

type Course = { id: string; lessonId: string };

let server: Awaited<ReturnType<typeof start>>;
let issuer: Person;
let atOnce: Course;
let approved: Course;
const learners: Person[] = [];

const start = () => site.start();

async function makeLearnedCourse(certificate: 'at-once' | 'approval'): Promise<Course> {
  const { course, lesson } = await makeWholeCourse(issuer, { title: `Certificate ${certificate}` });
  setCompletion(issuer.actor, course.id, { rule: 'lessons', inOrder: false, certificate });
  return { id: course.id, lessonId: lesson.id };
}

beforeAll(async () => {
  site.openNewDatabase();
  issuer = await makeIssuer();
  [atOnce, approved] = [await makeLearnedCourse('at-once'), await makeLearnedCourse('approval')];
  for (const { approval } of POINTS) {
    const learner = await makeVerifier();
    enrol(learner.actor, (approval ? approved : atOnce).id);
    learners.push(learner);
  }
  sqlite().close();
  server = await start();
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = (method: string, path: string, { token }: Person, json: unknown) =>
  fetch(`${server.url}/api/v1/courses/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });

function read<Row>(query: string, parameters: Record<string, string>): Row {
  const database = new Database(DATABASE_FILE, { readonly: true });
  try {
    return database.prepare(query).get(parameters) as Row;
  } finally {
    database.close();
  }
}

/** What the database has of a learner. */
const countsOf = ({ id, email }: Person) =>
  read<Record<string, number>>(
    `select (select count(*) from course_completions where user_id = @id) as completions,
       (select count(*) from certificates where student_email = @email) as certificates,
       (select count(*) from completion_certificates q join course_completions c on c.seq = q.completion_seq
        join certificates x on x.id = q.certificate_id where c.user_id = @id and x.student_name = 'Ada Lovelace') as confirmed,
       (select count(*) from outbox where to_address = @email and subject like 'Your certificate from%') as mails,
       (select count(*) from log_entries l join certificates x on x.seq = l.subject
        where l.type = 'issue' and x.student_email = @email) as entries`,
    { id, email },
  );

it.each(POINTS.map((point, index) => ({ ...point, index })))(
  'a kill loses and doubles no certificate: $name',
  async ({ index, inside, asked, approval }) => {
    const learner = learners[index] as Person;
    const { id, lessonId } = approval ? approved : atOnce;
    const finish = () => call('PUT', `${id}/lessons/${lessonId}/progress`, learner, { done: true });
    const confirm = () => call('POST', `${id}/completion`, learner, { name: 'Ada Lovelace' });
    const approve = async () => {
      const { id: completionId } = read<{ id: string }>(
        'select id from course_completions where user_id = @id',
        { id: learner.id },
      );
      return call('POST', `${id}/approvals`, issuer, { completionIds: [completionId] });
    };
    const steps = approval ? [finish, confirm, approve] : [finish, confirm];
    if (approval) {
      for (const step of steps.splice(0, 2)) expect((await step()).status).toBe(200);
    }
    writeFileSync(CRASH_FILE, inside);
    await expect(
      (async () => {
        for (const step of steps) await (await step()).arrayBuffer();
      })(),
    ).rejects.toThrow();
    expect((await server.exited).signal).toBe('SIGKILL');
    rmSync(CRASH_FILE);
    server = await start();
    if (!asked) for (const step of steps) expect((await step()).status).toBe(200);
    const one = { completions: 1, certificates: 1, confirmed: 1, mails: 1, entries: 1 };
    await expect.poll(() => countsOf(learner), { timeout: 20_000 }).toEqual(one);
    // Nothing more comes of asking again.
    for (const step of [finish, confirm]) expect((await step()).status).toBe(200);
    expect(countsOf(learner)).toEqual(one);
  },
  60_000,
);

it('a kill loses no lesson that is done, and at most what was watched in the last minutes', async () => {
  const learner = learners[0] as Person;
  const report = (json: unknown) =>
    call('PUT', `${atOnce.id}/lessons/${atOnce.lessonId}/progress`, learner, json).then((answer) =>
      answer.json(),
    );
  expect((await report({ position: 5, ranges: [[0, 5]] })).progress).toMatchObject({ watched: 5 });
  server.kill('SIGKILL');
  await server.exited;
  server = await start();
  expect((await report({})).progress).toMatchObject({ state: 'done' });
  await report({ position: 5, ranges: [[0, 5]] });
  // A server that stops stores it.
  server.kill('SIGTERM');
  await server.exited;
  server = await start();
  expect((await report({})).progress).toMatchObject({ state: 'done', watched: 5, position: 5 });
});

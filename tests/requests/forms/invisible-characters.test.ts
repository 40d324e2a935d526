import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCourse, makeWholeCourse } from '#tests/support/course-factories.ts';
import { certificateInput, makeIssuer, makeVerifier, PASSWORD, payFor } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const NAME = 'Aur\u200bora';
const message = (label: string) =>
  `${label} contains an invisible character (U+200B). Please enter it without.`;

const person = (name: string) => ({
  name,
  email: 'mara@osei.example',
  password: PASSWORD,
  role: 'admin',
});

it('are rejected in the name of an account, in the form and in the API', async () => {
  const form = { ...person(NAME), confirmPassword: PASSWORD };
  const page = await fetchPage('/register', { form });
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(message('Full name'))]);
  const call = await fetchApi('users/register', { json: person(NAME) });
  expect([call.status, (await call.json()).errors]).toEqual([400, { name: [message('Full name')] }]);
  expect(sqlite().prepare('select count(*) from users').pluck().get()).toBe(0);

  const { cookie } = await makeIssuer();
  const settings = await fetchPage('/settings', { form: { intent: 'name', name: NAME }, cookie });
  expect([settings.status, await settings.text()]).toEqual([
    400,
    expect.stringContaining(message('Full name')),
  ]);
});

it('are rejected in the names of students and courses, in the form, the API and a CSV file', async () => {
  const { token, cookie } = await makeIssuer();
  const input = certificateInput({ studentName: NAME, courseName: NAME });
  const errors = { studentName: [message('Student Name')], courseName: [message('Course Name')] };
  const call = await fetchApi('certs/issue', { json: input, token });
  expect([call.status, (await call.json()).errors]).toEqual([400, errors]);
  const page = await fetchPage('/admin/issue-certificate', { form: input as Record<string, string>, cookie });
  expect(page.status).toBe(400);
  const html = await page.text();
  for (const [text] of Object.values(errors)) expect(html).toContain(text);
  const csv = `studentName,studentEmail,courseName,issueDate\n${NAME},a@students.example,${NAME},2026-02-28`;
  const headers = { 'content-type': 'text/csv' };
  const batch = await fetchApi('certs/batches', { token, method: 'POST', body: csv, headers });
  expect([batch.status, (await batch.json()).rows]).toEqual([400, [expect.objectContaining({ errors })]]);
  expect(sqlite().prepare('select count(*) from certificates').pluck().get()).toBe(0);
});

it('are rejected in the titles of courses and modules', async () => {
  const issuer = await makeIssuer();
  await expect(makeCourse(issuer, { title: NAME })).rejects.toThrow(message('Course Title'));
  const { id } = await makeCourse(issuer);
  const call = await fetchApi(`admin/course/addModules/${id}`, {
    json: { title: NAME },
    token: issuer.token,
  });
  expect([call.status, (await call.json()).errors]).toEqual([400, { title: [message('title')] }]);
});

it('are cleaned in lessons, descriptions, reasons and messages', async () => {
  const issuer = await makeIssuer();
  const { course, module } = await makeWholeCourse(issuer);
  const call = (path: string, json: object) => fetchApi(path, { json, token: issuer.token });
  const lesson = await call(`admin/course/module/addLesson/${module.id}`, {
    type: 'text',
    courseId: course.id,
    title: 'Bienen',
    duration: '5 minutes',
    text: readFileSync('tests/inputs/text-soft-hyphen.md', 'utf8'),
  });
  expect(lesson.status).toBe(201);
  const found = await fetchApi(
    `courses/${course.id}/lessons?q=${encodeURIComponent('Bestäubungsleistung')}`,
    {
      token: issuer.token,
    },
  );
  expect(await found.json()).toMatchObject({ lessons: [{ title: 'Bienen' }] });
  const { uniqueId } = await issueCertificate(issuer.actor, parseInput(issueSchema, certificateInput()));
  const revoked = await call(`certificates/${uniqueId}/revocation`, {
    reason: 'The na\u00adme\u000bwas\u200b wrong \u202a(A)\u202c.\ufeff',
  });
  expect(await revoked.json()).toMatchObject({
    certificate: { revocation: { reason: 'The name was wrong \u202a(A)\u202c.' } },
  });
  const wrong = await call(`admin/course/module/addLesson/${module.id}`, {
    type: 'text',
    courseId: course.id,
    title: 'Bienen',
    duration: '5 minutes',
    text: `# Bienen\n\nSie sind \u0007wichtig.`,
  });
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    expect.objectContaining({
      errors: { text: [expect.stringContaining('(U+0007) in line 3: “Sie sind \ufffdwichtig.”')] },
    }),
  ]);
});

it('are kept in the rows of earlier versions, which work as before', async () => {
  const issuer = await makeIssuer();
  // Without the schema, as earlier versions issued it.
  const { organisation } = issuer.actor;
  if (!organisation) throw new Error('no organisation');
  const input = parseInput(issueSchema, certificateInput());
  const { uniqueId } = await issueCertificate(
    { ...issuer.actor, organisation: { ...organisation, name: NAME } },
    { ...input, studentName: NAME, courseName: NAME },
  );
  const course = await makeCourse(issuer);
  sqlite().prepare('update users set name = ?').run(NAME);
  sqlite().prepare('update courses set title = ?').run(NAME);

  const { token } = issuer;
  const own = await (await fetchApi('certificates/my-issued', { token })).json();
  expect(own.certificates[0]).toMatchObject({
    studentName: NAME,
    courseName: NAME,
    issuedBy: { name: NAME },
  });
  const listed = await fetchApi(`certificates/my-issued?course=${encodeURIComponent(NAME)}`, { token });
  expect((await listed.json()).certificates).toHaveLength(1);
  const read = await fetchApi(`admin/course/modules/fetchCourseDetails/${course.id}`, { token });
  expect(await read.json()).toMatchObject({ title: NAME });
  expect(await payFor(await makeVerifier(), uniqueId)).toMatchObject({
    certificate: { studentName: NAME },
  });
  expect((await fetchApi('users/me', { token })).status).toBe(200);
  const login = { email: issuer.email, password: PASSWORD };
  expect((await fetchApi('users/login', { json: login })).status).toBe(200);
  const renewed = await fetchApi(`certificates/${uniqueId}/renewal`, { json: {}, token });
  expect([renewed.status, (await renewed.json()).certificate]).toEqual([
    201,
    expect.objectContaining({ studentName: NAME, courseName: NAME }),
  ]);
});

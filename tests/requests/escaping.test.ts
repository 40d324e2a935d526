import { expect, it } from 'vitest';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer, makeVerifier, payFor } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { textOfPdf } from '#tests/support/pdf-pictures.ts';

const STUDENT = 'Ada "vector<int>" O’Neil & Co';
const COURSE = 'Intro to <canvas> </title><script>';
const ISSUER = "<b>Institute</b> of 'Markup'";

/** Matches a text as React and the mails escape it in HTML. */
const inHtml = (text: string) =>
  new RegExp(
    text
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '(?:&#x27;|&#39;)'),
  );
const MARKUP = /<(?:canvas|int|b)>|<\/title><script>/;

it('stores markup in names and titles literally, and escapes it on pages, in CSV, mails and files', async () => {
  const issuer = await makeIssuer({ name: ISSUER });
  const verifier = await makeVerifier();
  const certificate = await makeCertificate(issuer, { studentName: `  ${STUDENT} `, courseName: COURSE });
  expect(certificate).toMatchObject({ studentName: STUDENT, courseName: COURSE, issuer: { name: ISSUER } });
  await payFor(verifier, certificate.uniqueId);
  const listed = await fetchApi('certificates/my-issued', { token: issuer.token });
  const body = await listed.json();
  expect(body.certificates[0]).toMatchObject({ studentName: STUDENT, courseName: COURSE });

  const pages = [
    ['/admin/issued-certificates', issuer, [STUDENT, COURSE]],
    [`/admin/issued-certificates/${certificate.uniqueId}/revocation`, issuer, [STUDENT, COURSE]],
    ['/verify', verifier, [STUDENT, COURSE, ISSUER]],
    ['/students', verifier, [STUDENT]],
    ['/colleges', verifier, [ISSUER]],
    ['/settings', issuer, [ISSUER]],
  ] as const;
  for (const [path, { cookie }, texts] of pages) {
    const html = await (await fetchPage(path, { cookie })).text();
    for (const text of texts) expect([path, inHtml(text).test(html)]).toEqual([path, true]);
    expect(html).not.toMatch(MARKUP);
  }

  const csv = await fetchPage('/admin/issued-certificates.csv', { cookie: issuer.cookie });
  expect(await csv.text()).toContain(`"${STUDENT.replaceAll('"', '""')}","${COURSE}"`);
  const [mail] = mailsTo('ingrid@students.example');
  expect(mail?.text).toContain(COURSE);
  expect(mail?.html).toMatch(inHtml(COURSE));
  expect(mail?.html).not.toMatch(MARKUP);

  const pdf = await fetchPage(`/certificates/${certificate.uniqueId}.pdf`, { cookie: issuer.cookie });
  const bytes = new Uint8Array(await pdf.arrayBuffer());
  const drawn = await textOfPdf(bytes);
  for (const text of [STUDENT, COURSE, ISSUER]) expect(drawn).toContain(text);
});

it('escapes the title of a course on its pages', async () => {
  const owner = await makeIssuer({ name: ISSUER });
  const { course } = await makeWholeCourse(owner, { title: COURSE, description: `${STUDENT}\n<b>` });
  for (const path of [
    `/course/${course.id}`,
    '/courses',
    '/admin/courses',
    `/admin/courses/${course.id}/edit`,
  ]) {
    const html = await (await fetchPage(path, { cookie: owner.cookie })).text();
    expect([path, inHtml(COURSE).test(html)]).toEqual([path, true]);
    expect(html).not.toMatch(MARKUP);
  }
  const page = await (await fetchPage(`/course/${course.id}`, { cookie: owner.cookie })).text();
  expect(/<title>([^<]*)<\/title>/.exec(page)?.[1]).toMatch(inHtml(COURSE));
});

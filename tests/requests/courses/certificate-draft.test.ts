import { expect, it } from 'vitest';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  makeDesign,
  makeIssuer,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const open = ({ cookie }: Person, path: string) => fetchPage(path, { cookie });
const htmlOf = async (person: Person, path: string) =>
  (await (await open(person, path)).text()).replaceAll('&#x27;', "'");

const completing = (certificate: 'none' | 'at-once') => ({
  rule: 'lessons' as const,
  inOrder: false,
  certificate,
});

it('shows its author the certificate that completing a course gives', async () => {
  const [issuer, other] = [await makeIssuer(), await makeIssuer()];
  const { id } = await makeCourse(issuer, { title: 'Knots' });
  const [page, picture] = [`/admin/courses/${id}/edit`, `/admin/courses/${id}/draft/960.png`];
  expect(await htmlOf(issuer, page)).not.toContain(picture);
  expect((await open(issuer, picture)).status).toBe(404);

  setCompletion(issuer.actor, id, completing('at-once'));
  setDefaultDesign(issuer.actor, makeDesign(issuer, { expiresAfter: 'P2Y' }), { courseName: 'Knots' });
  const html = await htmlOf(issuer, page);
  expect(html).toContain('alt="Draft of the certificate of Ingrid Sørensen for Knots"');
  expect(html).toContain(`src="${picture}"`);
  const drawn = await open(issuer, picture);
  expect(drawn.headers.get('cache-control')).toBe('private, no-cache');
  const issueDate = new Date().toISOString().slice(0, 10);
  const json = certificateInput({ courseName: 'Knots', issueDate, expiryDate: null });
  const same = await fetchApi('certs/preview', { token: issuer.token, json });
  expect(Buffer.from(await drawn.arrayBuffer()).equals(Buffer.from(await same.arrayBuffer()))).toBe(true);
  expect((await open(other, picture)).status).toBe(404);
});

it('shows learners the certificate for which they work, with their name', async () => {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { id } = await makeCourse(issuer, { title: 'Knots' });
  const picture = `/course/${id}/draft/480.png`;
  expect(await htmlOf(learner, `/course/${id}`)).not.toContain(picture);
  setCompletion(issuer.actor, id, completing('at-once'));
  expect(await htmlOf(learner, `/course/${id}`)).toContain(picture);
  const bytes = async (person: Person, path: string) =>
    Buffer.from(await (await open(person, path)).arrayBuffer());
  const [own, example] = [
    await bytes(learner, picture),
    await bytes(issuer, `/admin${picture.replace('course', 'courses')}`),
  ];
  expect(own.subarray(1, 4).toString()).toBe('PNG');
  // It has another name than the draft of its author.
  expect(own.equals(example)).toBe(false);
  sqlite().prepare('update completion_settings set certificate = ?').run('none');
  expect((await open(learner, picture)).status).toBe(404);
});

it('says why there is no draft', async () => {
  const issuer = await makeIssuer();
  const { id } = await makeCourse(issuer, { title: 'Knots' });
  setCompletion(issuer.actor, id, completing('at-once'));
  setDefaultDesign(issuer.actor, makeDesign(issuer, { expiresAfter: 'P8000Y' }), { courseName: 'Knots' });
  const html = await htmlOf(issuer, `/admin/courses/${id}/edit`);
  expect(html).not.toContain('960.png');
  expect(html).toContain('The validity of this design leads');
});

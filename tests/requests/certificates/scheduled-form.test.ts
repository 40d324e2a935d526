import { expect, it } from 'vitest';
import { issueScheduled } from '#app/certificates/scheduled/issue-scheduled.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { certificateInput, makeDesign, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { schedule } from '#tests/support/scheduled.ts';

const MINUTE_MS = 60_000;

const pathOf = (uniqueId: string) => `/admin/issued-certificates/${uniqueId}/scheduled`;
const form = (more: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({ ...certificateInput({ studentName: 'Ingrid Typed' }), ...more }).map(([name, value]) => [
      name,
      String(value ?? ''),
    ]),
  );
const send = ({ cookie }: Person, uniqueId: string, more: Record<string, string> = {}) =>
  fetchPage(pathOf(uniqueId), { cookie, form: form(more) });

it('keeps what was typed when the certificate was issued meanwhile, and says where it is', async () => {
  const forward = stopClock();
  const issuer = await makeIssuer();
  const { uniqueId } = await schedule(issuer);
  forward(10 * MINUTE_MS);
  await issueScheduled();
  const late = await send(issuer, uniqueId);
  const html = await late.text();
  expect(late.status).toBe(409);
  for (const text of [
    'value="Ingrid Typed"',
    'This certificate was issued meanwhile.',
    'What you entered is not saved.',
    `href="/admin/issued-certificates/${uniqueId}"`,
    `href="/admin/issued-certificates/${uniqueId}/replacement"`,
  ])
    expect(html).toContain(text);
  expect(html).not.toContain('>Save<');
  const opened = await (await fetchPage(pathOf(uniqueId), { cookie: issuer.cookie })).text();
  expect(opened).toContain('This certificate was issued meanwhile.');
  expect(opened).not.toContain('name="studentName"');
});

it('shows the draft of what is entered, and changes nothing', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await schedule(issuer);
  const answer = await send(issuer, uniqueId, { intent: 'preview', studentEmail: '' });
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toMatch(/<img[^>]*src="data:image\/png;base64,[^>]*alt="Draft of the certificate"/);
  expect(html).toContain('value="Ingrid Typed"');
  const names = sqlite().prepare('select student_name from scheduled_certificates').pluck().all();
  expect(names).toEqual(['Ingrid Sørensen']);
});

it('draws the values of fields that were retired meanwhile, as the certificate will have them', async () => {
  const issuer = await makeIssuer();
  const { id } = makeField(issuer, 'hours', { kind: 'number' });
  const designId = await makeDesign(issuer, { statement: '{hours} hours' });
  const { uniqueId } = await schedule(issuer, { designId, fields: { hours: 12 } });
  const drawn = async (more: Record<string, string>) => {
    const answer = await fetchPage('/admin/issue-certificate/draft', {
      cookie: issuer.cookie,
      form: form({ designId, ...more }),
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const [before, without] = [await drawn({ 'fields.hours': '12' }), await drawn({})];
  await fetchApi(`fields/${id}`, { token: issuer.token, method: 'DELETE' });
  const page = await (await fetchPage(pathOf(uniqueId), { cookie: issuer.cookie })).text();
  expect(page).toContain(`name="scheduled" value="${uniqueId}"`);
  expect((await drawn({ scheduled: uniqueId })).equals(before)).toBe(true);
  expect((await drawn({})).equals(without)).toBe(true);
  expect(before.equals(without)).toBe(false);
});

it('tells who saves last what another form has saved since it was opened, and then overwrites it', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await schedule(issuer);
  const revisionIn = (html: string) => /name="revision" value="(\d*)"/.exec(html)?.[1];
  const revision = revisionIn(await (await fetchPage(pathOf(uniqueId), { cookie: issuer.cookie })).text());
  const first = { revision: revision ?? '', studentName: 'Ingrid First' };
  expect((await send(issuer, uniqueId, first)).status).toBe(302);
  expect((await send(issuer, uniqueId, first)).status).toBe(302);
  const second = { revision: revision ?? '', studentName: 'Ingrid Second' };
  const preview = await (await send(issuer, uniqueId, { ...second, intent: 'preview' })).text();
  expect(revisionIn(preview)).toBe(revision);
  const refused = await send(issuer, uniqueId, second);
  const html = await refused.text();
  expect(refused.status).toBe(409);
  expect(html).toContain('This certificate was changed meanwhile.');
  expect(html).toContain('value="Ingrid Second"');
  const names = () => sqlite().prepare('select student_name from scheduled_certificates').pluck().all();
  expect(names()).toEqual(['Ingrid First']);
  expect((await send(issuer, uniqueId, { ...second, revision: revisionIn(html) ?? '' })).status).toBe(302);
  expect(names()).toEqual(['Ingrid Second']);
});

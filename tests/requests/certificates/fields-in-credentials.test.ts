import { fieldsContext, type JsonObject } from '@certrace/verify';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkRecords } from '#app/operations/check-records.server.ts';
import { log } from '#app/shared/log.server.ts';
import { sqlite } from '#db/client.ts';
import { authenticateOnPage, authenticateOverApi, download } from '#tests/support/authentication.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';

let issuer: Person;
let uniqueId: string;

beforeEach(async () => {
  issuer = await makeIssuer();
  makeField(issuer, 'hours', { kind: 'number', name: 'Hours' });
  makeField(issuer, 'credits', { kind: 'number', name: 'ECTS', visibility: ['verifiers'] });
  makeField(issuer, 'grade', { name: 'Grade' });
  makeField(issuer, 'passed', { kind: 'boolean', name: 'Passed at once' });
  makeField(issuer, 'ward', { name: 'Ward', visibility: ['shared'] });
  makeField(issuer, 'staffNumber', { name: 'Staff number', visibility: [] });
  const fields = {
    ...{ hours: 1234.5678, credits: 2.5, grade: 'Merit', passed: true },
    ...{ ward: 'SEEN-WHEN-SHARED', staffNumber: 'SEEN-BY-THE-ISSUER' },
  };
  ({ uniqueId } = await makeCertificate(issuer, { fields, expiryDate: null }));
});

const CARRIED = {
  hours: { name: 'Hours', value: 1234.5678 },
  credits: { name: 'ECTS', value: 2.5 },
  grade: { name: 'Grade', value: 'Merit' },
  passed: { name: 'Passed at once', value: true },
};

const credential = async (): Promise<JsonObject> =>
  JSON.parse((await download(issuer, uniqueId, 'json')).toString());

describe('a credential with own fields', () => {
  it.each(['pdf', 'png', 'json'])(
    'is genuine as %s, and its report has them with their names',
    async (format) => {
      const report = await authenticateOverApi(await download(issuer, uniqueId, format));
      expect([report.verdict, report.certificate?.fields]).toEqual(['genuine', CARRIED]);
    },
  );

  it('has none that only the issuer or the holder sees, and the log has no value', async () => {
    expect(JSON.stringify(await credential())).not.toContain('SEEN-');
    const entries = sqlite().prepare('select entry, document from log_entries').all();
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.map((row) => Object.values(row as object).map(String)).join()).not.toMatch(/Merit|SEEN-/);
    expect(await (await fetchPage('/log')).text()).not.toMatch(/Merit|SEEN-/);
  });

  it('is shown with dates as all dates of the page', async () => {
    const other = await makeIssuer();
    makeField(other, 'activityEnd', { kind: 'date', name: 'End', visibility: ['verifiers'] });
    const made = await makeCertificate(other, { fields: { activityEnd: '2025-12-05' }, expiryDate: null });
    const page = await (await authenticateOnPage(await download(other, made.uniqueId, 'json'))).text();
    const text = page.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, '|');
    expect(text).toContain('05/12/2025');
    expect(text).not.toContain('2025-12-05');
  });

  it('is shown with them on the page, with each digit', async () => {
    const page = await (await authenticateOnPage(await download(issuer, uniqueId, 'pdf'))).text();
    for (const text of ['Hours', '1,234.5678', 'ECTS', 'Merit', 'Passed at once'])
      expect(page).toContain(text);
    expect(page).not.toContain('SEEN-');
  });

  it('names a context that the site serves', async () => {
    const { '@context': contexts } = await credential();
    const address = String((contexts as string[])[2]);
    const answer = await fetchRaw(new URL(address).pathname);
    expect(answer.headers.get('content-type')).toBe('application/ld+json');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await answer.json()).toEqual(fieldsContext(address));
  });

  const own = (document: JsonObject, at: number) =>
    ((document.credentialSubject as JsonObject).fields as JsonObject[])[at] as JsonObject;
  it.each<[string, (it: JsonObject) => void]>([
    ['another value', (it) => (own(it, 0).value = '12345.678')],
    ['a value as a number', (it) => (own(it, 0).value = 1234.5678)],
    ['yes as true', (it) => (own(it, 3).value = true)],
    ['a name twice', (it) => (own(it, 0).name = ['Hours', 'Hours'])],
    ['a type twice', (it) => (own(it, 0).type = ['NumberField', 'NumberField'])],
    ['another name', (it) => (own(it, 0).name = 'Days')],
    ['a field less', (it) => ((it.credentialSubject as JsonObject).fields as unknown[]).splice(0, 1)],
    ['other credits', (it) => Object.assign(it.credentialSubject as object, { creditsEarned: 25 })],
    ['credits as a text', (it) => Object.assign(it.credentialSubject as object, { creditsEarned: '2.5E0' })],
    [
      'another host of the context',
      (it) => ((it['@context'] as string[])[2] = 'https://evil.example/contexts/fields/v1'),
    ],
  ])('is altered with %s', async (_, alter) => {
    const document = await credential();
    alter(document);
    const report = await authenticateOverApi(Buffer.from(JSON.stringify(document)));
    expect(report.verdict).toBe('altered');
  });
});

describe('the fields of a row', () => {
  const field = (at: number, member: string, value: string) =>
    `update certificates set fields = json_set(fields, '$[${at}].${member}', ${value})`;
  it.each([
    ['a value', field(0, 'value', '12')],
    ['a value where Open Badges has a place', field(1, 'value', '25')],
    ['a name', field(0, 'name', `'Days'`)],
    ['a key', field(0, 'key', `'days'`)],
    ['a kind', field(2, 'kind', `'choice'`)],
    ['who sees one', field(0, 'visibility', `json('["verifiers"]')`)],
    ['that others see one', field(5, 'visibility', `json('["certificate"]')`)],
    ['that nobody sees one', field(0, 'visibility', `json('[]')`)],
    ['one to none', `update certificates set fields = json_remove(fields, '$[0]')`],
    ['all to none', 'update certificates set fields = null'],
    ['all to damage', `update certificates set fields = '{'`],
  ])('are compared with the credential: %s', async (_, sql) => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    expect(checkRecords()).toEqual([]);
    sqlite().exec(sql);
    expect(checkRecords()).toEqual([`certificate ${uniqueId} differs from its signed documents in fields`]);
    const file = await fetchRaw(`/certificates/${uniqueId}.pdf`, { headers: { cookie: issuer.cookie } });
    expect(file.status).toBe(503);
  });

  it('that only the issuer sees are not in the credential, so a change of theirs is not seen', () => {
    sqlite().exec(field(5, 'value', `'other'`));
    expect(checkRecords()).toEqual([]);
  });
});

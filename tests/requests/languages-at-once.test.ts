import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrol } from '#app/courses/enrol.server.ts';
import { inLanguage, readerLanguage, readMessagesFrom } from '#app/messages/reader-language.server.ts';
import { createWakeUp } from '#app/processes/other-processes.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { makeCourse } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { readOwnMessages, writeMessages } from '#tests/support/pseudo-language.ts';

const folder = mkdtempSync(join(tmpdir(), 'certrace-messages-'));
const marked = (mark: string) => (text: string) => text.replace(/^(?!\{)/, `${mark} `);

beforeAll(() => {
  writeMessages(folder, { de: marked('DE'), ar: marked('AR') });
  readMessagesFrom(folder);
});
afterAll(() => {
  readOwnMessages();
  rmSync(folder, { recursive: true });
});

type Issuer = Awaited<ReturnType<typeof makeIssuer>>;

const post = (issuer: Issuer, path: string, json: object, headers: Record<string, string>) =>
  fetchApi(path, { method: 'POST', token: issuer.token, json, headers });

describe('an answer of the API', () => {
  it('says in which language its message is', async () => {
    const answers = await Promise.all(
      [undefined, 'de', 'ar', 'nl'].map((accept) =>
        fetchApi('users/me', accept === undefined ? {} : { headers: { 'accept-language': accept } }),
      ),
    );
    expect(answers.map(({ headers }) => headers.get('Content-Language'))).toEqual(['en', 'de', 'ar', 'en']);
    for (const { headers } of answers) expect(headers.get('Vary')).toContain('Accept-Language');
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as {
      code: string;
      message: string;
    }[];
    const [english] = bodies;
    expect(new Set(bodies.map(({ code }) => code)).size).toBe(1);
    expect(bodies.map(({ message }) => message)).toEqual([
      english?.message,
      `DE ${english?.message}`,
      `AR ${english?.message}`,
      english?.message,
    ]);
  });

  it('is translated also where several checks share its message', async () => {
    const issuer = await makeIssuer();
    const german = { 'accept-language': 'de' };
    const json = { url: 'ftp://example.org', types: ['certificate.issued'] };
    const answers = [
      await fetchApi('tokens?since=once', { token: issuer.token, headers: german }),
      await post(issuer, 'webhooks', json, german),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect((await answer.json()).message).toMatch(/^DE /);
    }
  });

  it('stays as it is when it is replayed in another language', async () => {
    const issuer = await makeIssuer();
    const call = (language: string) =>
      post(issuer, 'certs/issue', certificateInput(), {
        'idempotency-key': 'one',
        'accept-language': language,
      });
    const first = await call('de');
    const again = await call('ar');
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.headers.get('Content-Language')).toBeNull();
    const body = await first.json();
    expect(body.message).toMatch(/^DE /);
    expect(await again.json()).toEqual(body);
  });
});

describe('readers of two languages at once', () => {
  it('each get the errors of a thread in their own', async () => {
    const issuers = await Promise.all([makeIssuer(), makeIssuer()]);
    const certificates = [{ studentEmail: 'none', courseName: '', studentName: '' }];
    const asked = issuers.flatMap((issuer, which) =>
      Array.from({ length: 3 }, () => ({ issuer, language: which === 0 ? 'de' : 'ar' })),
    );
    const messages = await Promise.all(
      asked.map(async ({ issuer, language }) => {
        const answer = await post(issuer, 'certs/batches', { certificates }, { 'accept-language': language });
        return { language, body: JSON.stringify(await answer.json()) };
      }),
    );
    for (const { language, body } of messages) {
      // Arabic messages isolate a label that they begin with.
      expect(body).toMatch(language === 'de' ? /"DE / : /"\u2068?AR /);
      expect(body).not.toContain(language === 'de' ? 'AR ' : 'DE ');
    }
  });

  it('each read the same error in their own', () => {
    const error = new AppError('busy', () => t('common.notFound'));
    const read = (language: string) => inLanguage(language, () => error.message);
    expect([read('de'), read('ar'), error.message]).toEqual(['DE Not found.', 'AR Not found.', 'Not found.']);
  });

  it('each download a list in their own, which is read after the call was answered', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    await payFor(await makeVerifier(), uniqueId);
    const download = (language: string) => {
      db().update(users).set({ language }).where(eq(users.id, issuer.id)).run();
      return fetchPage('/admin/verified-certificates.csv', { cookie: issuer.cookie });
    };
    const [german, arabic] = [await download('de'), await download('ar')];
    const [one, other] = await Promise.all([german.text(), arabic.text()]);
    // The payment of the row, not of the heading.
    expect(one).toContain('"DE Success"');
    expect(other).toContain('"AR Success"');
  });

  it('each download the learners of a course in their own', async () => {
    const issuer = await makeIssuer();
    const { id } = await makeCourse(issuer);
    enrol((await makeVerifier()).actor, id);
    db().update(users).set({ language: 'ar' }).where(eq(users.id, issuer.id)).run();
    const file = await fetchPage(`/admin/courses/${id}/learners.csv`, { cookie: issuer.cookie });
    const [header, learner] = (await file.text()).split('\r\n');
    for (const title of header?.split(',') ?? []) expect(title).toMatch(/AR /);
    expect(learner).toMatch(/AR no/);
  });
});

it('a task that a request wakes has no reader', () => {
  const seen: string[] = [];
  const task = createWakeUp('completion');
  task.on(() => seen.push(readerLanguage()));
  inLanguage('ar', task.wake);
  task.on(undefined);
  expect(seen).toEqual(['en']);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanguage, readerLanguage, readMessagesFrom } from '#app/messages/reader-language.server.ts';
import { requireDefaultLanguage } from '#app/start/open-site.server.ts';
import { db } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { users } from '#db/schema/accounts.ts';
import { makeVerifier, PASSWORD } from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage, type PageOptions } from '#tests/support/handler.ts';
import { PSEUDO, pseudo, readOwnMessages, writeMessages } from '#tests/support/pseudo-language.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const folder = mkdtempSync(join(tmpdir(), 'certrace-messages-'));
const GERMAN = (text: string) => text.replace(/^(?!\{)/, 'DE ');

beforeAll(() => {
  writeMessages(folder, { [PSEUDO]: pseudo, de: GERMAN, 'pt-BR': (text) => text });
  readMessagesFrom(folder);
  return readOwnMessages;
});
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = async (answer: Response) => (await answer.text()).replaceAll('<!-- -->', '');
const languageOf = (html: string) => /<html lang="([\w-]+)" dir="(\w+)"/.exec(html)?.slice(1) ?? [];

async function ask(path: string, { accept, ...options }: PageOptions & { accept?: string } = {}) {
  const answer = await fetchPage(path, {
    ...options,
    headers: { ...(accept && { 'accept-language': accept }), ...options.headers },
  });
  const html = await textOf(answer);
  return { answer, html, language: languageOf(html) };
}

describe('a page', () => {
  it.each(['/', '/register'])('%s says in the reader’s language what its form lacks', async (path) => {
    const { answer, html } = await ask(path, {
      accept: 'de',
      form: { name: '', email: '', password: '', role: '' },
    });
    expect(answer.status).toBe(400);
    expect(html).toContain('DE Please fill in all fields');
  });

  // The first two are cached.
  it.each(['/', '/faq', '/log', '/nothing-here'])('%s is in the reader’s language', async (path) => {
    const de = await ask(path, { accept: 'de-CH, en;q=0.5' });
    expect(de.language).toEqual(['de', 'ltr']);
    expect(de.html).toContain('DE Skip to content');
    const ar = await ask(path, { accept: 'ar' });
    expect(ar.language).toEqual([PSEUDO, 'rtl']);
    expect(ar.html).toContain('[Škîp tö çöñtéñt');
    const again = await ask(path, { accept: 'de' });
    expect(again.language).toEqual(['de', 'ltr']);
    expect((await ask(path)).language).toEqual(['en', 'ltr']);
    for (const { answer } of [de, ar, again]) {
      const vary = answer.headers.get('Vary') ?? '';
      expect(vary).toContain('Accept-Language');
      expect(vary).toContain('Cookie');
    }
  });

  it('loads the scripts of its language only', async () => {
    const scripts = (html: string) => html.match(/\/assets\/[\w./-]+\.js/g) ?? [];
    for (const path of ['/', '/log']) {
      const de = scripts((await ask(path, { accept: 'de' })).html);
      const en = scripts((await ask(path)).html);
      expect(en.length).toBeGreaterThan(5);
      expect(de).toEqual(en.map((script) => script.replace('/assets/', '/assets/de/')));
    }
  });

  it('prefers the cookie, and ignores a language that the site does not have', async () => {
    const from = (cookie: string) => ask('/faq', { cookie, accept: 'de' });
    expect((await from(`language=${PSEUDO}`)).language).toEqual([PSEUDO, 'rtl']);
    for (const wrong of ['language=nl', 'language=', 'language=../../package', 'language=__proto__'])
      expect((await from(wrong)).language).toEqual(['de', 'ltr']);
  });

  it('is in DEFAULT_LANGUAGE for a reader who asks for no language of the site', async () => {
    testEnvironment({ DEFAULT_LANGUAGE: 'de' });
    expect((await ask('/faq')).language).toEqual(['de', 'ltr']);
    expect((await ask('/faq', { accept: 'nl' })).language).toEqual(['de', 'ltr']);
    expect((await ask('/faq', { accept: 'nl, *;q=0.1' })).language).toEqual(['de', 'ltr']);
    expect((await ask('/faq', { accept: 'en' })).language).toEqual(['en', 'ltr']);
  });

  it('has the language of its account, whatever the browser asks for', async () => {
    const { cookie, id } = await makeVerifier();
    db().update(users).set({ language: PSEUDO }).where(eq(users.id, id)).run();
    for (const path of ['/verify', '/faq', '/settings'])
      expect((await ask(path, { cookie: `${cookie}; language=de`, accept: 'de' })).language).toEqual([
        PSEUDO,
        'rtl',
      ]);
    db().update(users).set({ language: 'nl' }).where(eq(users.id, id)).run();
    expect((await ask('/verify', { cookie, accept: 'de' })).language).toEqual(['de', 'ltr']);
  });

  it('is in one language while others are rendered beside it', async () => {
    const wanted = Array.from({ length: 30 }, (_, index) => (index % 2 ? 'de' : PSEUDO));
    const pages = await Promise.all(wanted.map((accept) => ask('/log', { accept })));
    expect(pages.map(({ language }) => language[0])).toEqual(wanted);
    for (const [index, { html }] of pages.entries()) {
      expect(html.includes('DE Skip to content')).toBe(index % 2 === 1);
      expect(html.includes('[Škîp tö çöñtéñt')).toBe(index % 2 === 0);
    }
  });
});

it('a login and its toast are in the language of their page, and the next toast in that of the account', async () => {
  const { id, email } = await makeVerifier();
  db().update(users).set({ language: PSEUDO }).where(eq(users.id, id)).run();
  const browser = browserSession({ headers: { 'accept-language': 'de' } });
  const login = await textOf(await browser.fetch('/', { form: { email, password: PASSWORD } }));
  expect(login).toContain('DE Login successful!');
  const next = await textOf(await browser.fetch('/verify'));
  expect(languageOf(next)).toEqual([PSEUDO, 'rtl']);
  expect(next).not.toContain('DE Login');
  expect(next).toContain(pseudo('Login successful!'));
});

it('an error of the server itself is in the reader’s language', async () => {
  const { html, language } = await ask('/faq', {
    method: 'POST',
    accept: 'de',
    headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(language).toEqual(['de', 'ltr']);
  expect(html).toContain('DE Forbidden');
});

it('each of several transactions in one commit has the language of its request', async () => {
  const wanted = ['de', PSEUDO, 'en', 'de'];
  const inEach = wanted.map((language) =>
    inLanguage(language, async () => {
      await sleep(1);
      return groupCommit(readerLanguage);
    }),
  );
  expect(await Promise.all(inEach)).toEqual(wanted);
});

describe('the switch', () => {
  const SWITCH = 'action="/language"';

  it('is in the footer and in the settings, with each language in its own name', async () => {
    const { cookie } = await makeVerifier();
    const footer = /<footer.*<\/footer>/s.exec((await ask('/faq')).html)?.[0];
    const main = /<main.*<\/main>/s.exec((await ask('/settings', { cookie })).html)?.[0];
    for (const part of [footer, main]) {
      expect(part).toContain(SWITCH);
      for (const [language, name] of [
        ['en', 'English'],
        ['de', 'Deutsch'],
        ['pt-BR', 'Português (Brasil)'],
      ])
        expect(part).toMatch(
          new RegExp(`<button[^>]* lang="${language}"[^>]*>${name?.replace(/[()]/g, '\\$&')}</button>`),
        );
    }
  });

  it('keeps the language in a cookie and stays on the path', async () => {
    const browser = browserSession();
    const answer = await browser.fetch('/language', {
      form: { language: 'de', redirectTo: '/log?entry=1' },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/log?entry=1']);
    expect(languageOf(await textOf(await browser.fetch('/log?entry=1')))).toEqual(['de', 'ltr']);
    await browser.fetch('/language', { form: { language: 'en', redirectTo: '/' } });
    const headers = { 'accept-language': 'de' };
    expect(languageOf(await textOf(await browser.fetch('/faq', { headers })))).toEqual(['en', 'ltr']);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'does not lead to %s',
    async (redirectTo) => {
      const answer = await fetchPage('/language', { form: { language: 'de', redirectTo } });
      expect(answer.headers.get('location')).toBe('/');
    },
  );

  it('ignores an unknown language', async () => {
    const answer = await fetchPage('/language', { form: { language: 'nl\r\nx: y', redirectTo: '/faq' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/faq']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('also changes the account’s language, which its other browsers then have', async () => {
    const { cookie } = await makeVerifier();
    await fetchPage('/language', { cookie, form: { language: 'de', redirectTo: '/settings' } });
    expect((await ask('/settings', { cookie })).language).toEqual(['de', 'ltr']);
  });
});

it('a registered account keeps the language of its page, or of Accept-Language over the API', async () => {
  const person = { name: 'Ada', password: PASSWORD, role: 'individual' };
  const languageOfAccount = (email: string) =>
    db().select({ language: users.language }).from(users).where(eq(users.email, email)).get()?.language;
  await fetchPage('/register', {
    cookie: `language=${PSEUDO}`,
    form: { ...person, email: 'page@example.com', confirmPassword: PASSWORD },
  });
  expect(languageOfAccount('page@example.com')).toBe(PSEUDO);
  await fetchApi('users/register', {
    json: { ...person, email: 'api@example.com' },
    headers: { 'accept-language': 'de' },
  });
  expect(languageOfAccount('api@example.com')).toBe('de');
});

describe('the API', () => {
  it('answers in the language of Accept-Language only, with the same code', async () => {
    testEnvironment({ DEFAULT_LANGUAGE: 'de' });
    const login = async (headers: Record<string, string>) =>
      (await fetchApi('users/login', { json: { email: 'a@example.com', password: 'x' }, headers })).json();
    const english = await login({ cookie: 'language=de' });
    const german = await login({ 'accept-language': 'de' });
    expect(english.message).toBe('Login failed.');
    expect(german).toEqual({ ...english, message: 'DE Login failed.' });
  });
});

it('an unknown DEFAULT_LANGUAGE stops the start', () => {
  testEnvironment({ DEFAULT_LANGUAGE: 'nl' });
  expect(requireDefaultLanguage).toThrow(/^DEFAULT_LANGUAGE: must be one of en, ar-XB, de, pt-BR$/);
  testEnvironment({ DEFAULT_LANGUAGE: PSEUDO });
  expect(requireDefaultLanguage()).toBeUndefined();
});

it('a site with one language has no switch', async () => {
  const alone = join(folder, 'alone');
  writeMessages(alone, {});
  readMessagesFrom(alone);
  try {
    const { cookie } = await makeVerifier();
    testEnvironment();
    for (const path of ['/faq', '/settings']) {
      const { html, language } = await ask(path, { cookie: path === '/faq' ? '' : cookie, accept: 'de' });
      expect(language).toEqual(['en', 'ltr']);
      expect(html).not.toContain('action="/language"');
    }
  } finally {
    readMessagesFrom(folder);
  }
});

import { expect, it } from 'vitest';
import { elements } from '#tests/support/crawl.ts';
import { mailedToken, makeVerifier } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

/** The types of a page's scripts, and the relations of its links to scripts. */
async function scriptsOf(path: string, options: Parameters<typeof fetchPage>[1] = {}) {
  const html = await (await fetchPage(path, options)).text();
  const types = elements(html, 'script').map(({ attributes }) => attributes.get('type') ?? 'text/javascript');
  const rels = elements(html, 'link')
    .filter(({ attributes }) => attributes.get('href')?.endsWith('.js'))
    .map(({ attributes }) => attributes.get('rel'));
  return { types: new Set(types), rels: new Set(rels) };
}

const deferred = { types: new Set(['text/javascript', 'deferred']), rels: new Set(['deferred']) };
const atOnce = { types: new Set(['text/javascript', 'module']), rels: new Set(['modulepreload']) };

it.each(['/', '/?redirectTo=%2Fverify', '/register', '/faq', '/log', '/nothing-here', '/verify/a-dead-link'])(
  'defers the scripts of %s for visitors',
  async (path) => expect(await scriptsOf(path)).toEqual(deferred),
);

it('loads scripts at once for accounts', async () => {
  const { cookie } = await makeVerifier();
  for (const path of ['/faq', '/services', '/nothing-here'])
    expect(await scriptsOf(path, { cookie }), path).toEqual(atOnce);
});

it('loads scripts at once for the result of a form', async () => {
  const form = { email: 'ada@people.example', password: 'not her password' };
  expect(await scriptsOf('/?index', { form })).toEqual(atOnce);
});

it('loads scripts at once to close a toast', async () => {
  const flash = Buffer.from(JSON.stringify({ kind: 'info', message: 'Only once' })).toString('base64url');
  expect(await scriptsOf('/faq', { cookie: `certrace_flash=${flash}` })).toEqual(atOnce);
  expect(await scriptsOf('/register?error=not_registered')).toEqual(atOnce);
});

it('loads scripts at once to confirm an email address', async () => {
  const { email } = await makeVerifier({ verified: false });
  expect(await scriptsOf(`/verify/${mailedToken(email, 'verify')}`)).toEqual(atOnce);
});

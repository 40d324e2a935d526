import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Verdict } from '@certrace/verify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { openContext, sharedBrowser } from '#tests/support/browser.ts';
import type { Expected } from '#tests/support/corpus/corpus.ts';
import { CORPUS, readCorpusFile, readIndex, relied } from '#tests/support/corpus/read-corpus.ts';
import { importSite } from '#tests/support/corpus/site.ts';
import { startServer } from '#tests/support/server.ts';
import { verifyCommand } from '../../packages/verify/src/command.ts';

// The site that issued the corpus, the command and the browser give the verdicts that the corpus names. The latter two rely on the
// policy, the list of issuers and the status lists of the site.

const index = readIndex();
const names = Object.keys(index);
const { policy, issuers, lists } = relied();

const folder = mkdtempSync(join(tmpdir(), 'certrace-corpus-'));
let server: Awaited<ReturnType<typeof startServer>>;
let page: Page;

beforeAll(async () => {
  openDatabase(join(folder, 'certrace.sqlite'));
  migrateDatabase();
  importSite(readFileSync('tests/assets/corpus-site.json', 'utf8'));
  sqlite().close();
  server = await startServer({ folder, script: 'tests/support/serve-sample.ts' });
  const context = await openContext(await sharedBrowser());
  page = await context.newPage();
  await page.goto(pathToFileURL('build/client/check/offline.html').href);
  await page.getByLabel('Policy').setInputFiles(policy);
  await page.getByLabel('Trust list').setInputFiles(issuers);
  await page.getByLabel('Status list').setInputFiles(lists);
});
afterAll(async () => {
  await page?.context().close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function verdictOfSite(name: string): Promise<unknown> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(readCorpusFile(name))], name));
  const response = await fetch(`${server.url}/api/v1/authenticate`, { method: 'POST', body: form });
  return ((await response.json()) as { verdict: unknown }).verdict;
}

async function verdictOfCommand(name: string) {
  const lines: string[] = [];
  const options = [
    '--policy',
    policy,
    '--trust',
    issuers,
    ...lists.flatMap((list) => ['--status-list', list]),
  ];
  await verifyCommand([join(CORPUS, name), '--offline', ...options], (line) => lines.push(line));
  return lines.join('\n').trim().split('\n').at(-1);
}

async function verdictInBrowser(name: string) {
  await page.getByLabel('Certificate').setInputFiles(join(CORPUS, name));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.locator('#result li, #result p[data-passed]').first().waitFor();
  return page.locator('#result').getAttribute('data-verdict');
}

const verdictsBy = async (check: (name: string) => Promise<unknown>) => {
  const verdicts: [name: string, verdict: unknown][] = [];
  for (const name of names) verdicts.push([name, await check(name)]);
  return Object.fromEntries(verdicts);
};
const expected = (of: (each: Expected) => Verdict) =>
  Object.fromEntries(Object.entries(index).map(([name, each]) => [name, of(each)]));

it('has at least a hundred files, each with its verdict and the reason, of every verdict', () => {
  const files = readdirSync(CORPUS).filter((name) => !['index.json', 'README.md', 'trust'].includes(name));
  expect([...files].sort()).toEqual([...names].sort());
  expect(names.length).toBeGreaterThanOrEqual(100);
  expect(new Set(Object.values(index).map(({ verdict }) => verdict)).size).toBe(9);
  expect(Object.values(index).filter(({ why }) => !/^\S.*\.$/.test(why))).toEqual([]);
  // Only the log itself knows the forks that its key signed.
  const differing = names.filter((name) => index[name]?.site !== undefined);
  expect(differing.filter((name) => !name.startsWith('fork-log-key'))).toEqual([]);
});

it('gets its verdicts from the site that issued it', async () => {
  expect(await verdictsBy(verdictOfSite)).toEqual(expected(({ verdict, site }) => site ?? verdict));
});

it('gets its verdicts from the command', async () => {
  expect(await verdictsBy(verdictOfCommand)).toEqual(expected(({ verdict }) => verdict));
});

it('gets its verdicts from the browser', async () => {
  expect(await verdictsBy(verdictInBrowser)).toEqual(expected(({ verdict }) => verdict));
});

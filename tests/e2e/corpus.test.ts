import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Verdict } from '@certrace/verify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { openContext, sharedBrowser } from '#tests/support/browser.ts';
import type { Expected } from '#tests/support/corpus/corpus.ts';
import {
  CORPUS,
  indexOf,
  readCorpusFile,
  readIndex,
  relied,
  SETS,
  siteDataOf,
} from '#tests/support/corpus/read-corpus.ts';
import { importSite } from '#tests/support/corpus/site.ts';
import { startServer } from '#tests/support/server.ts';
import { verifyCommand } from '../../packages/verify/src/command.ts';

// The site that issued a set of the corpus, the command and the browser give the verdicts that the set names. The latter two rely on
// the policy, the list of issuers and the status lists of the site.

const folder = mkdtempSync(join(tmpdir(), 'certrace-corpus-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const expected = (index: Record<string, Expected>, of: (each: Expected) => Verdict) =>
  Object.fromEntries(Object.entries(index).map(([name, each]) => [name, of(each)]));

describe.each(SETS.map((set) => [set || 'first', set]))('the set %s', (_, set) => {
  const index = indexOf(set);
  const names = Object.keys(index);
  const { policy, issuers, lists } = relied(set);
  let server: Awaited<ReturnType<typeof startServer>>;
  let page: Page;

  beforeAll(async () => {
    const home = join(folder, `site-${set}`);
    mkdirSync(home);
    openDatabase(join(home, 'certrace.sqlite'));
    migrateDatabase();
    importSite(siteDataOf(set));
    sqlite().close();
    server = await startServer({ folder: home, script: 'tests/support/serve-sample.ts' });
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
  });

  async function verdictOfSite(name: string): Promise<unknown> {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(readCorpusFile(join(set, name)))], name));
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
    await verifyCommand([join(CORPUS, set, name), '--offline', ...options], (line) => lines.push(line));
    return lines.join('\n').trim().split('\n').at(-1);
  }

  async function verdictInBrowser(name: string) {
    await page.getByLabel('Certificate').setInputFiles(join(CORPUS, set, name));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.locator('#result li, #result p[data-passed]').first().waitFor();
    return page.locator('#result').getAttribute('data-verdict');
  }

  const verdictsBy = async (check: (name: string) => Promise<unknown>) => {
    const verdicts: [name: string, verdict: unknown][] = [];
    for (const name of names) verdicts.push([name, await check(name)]);
    return Object.fromEntries(verdicts);
  };

  it('has each of its files in its index, with the verdict and the reason', () => {
    const files = readdirSync(join(CORPUS, set)).filter(
      (name) => !['index.json', 'README.md', 'trust', ...SETS].includes(name),
    );
    expect([...files].sort()).toEqual([...names].sort());
    expect(Object.values(index).filter(({ why }) => !/^\S.*\.$/.test(why))).toEqual([]);
    // Only the log itself knows the forks that its key signed.
    const differing = names.filter((name) => index[name]?.site !== undefined);
    expect(differing.filter((name) => !name.startsWith('fork-log-key'))).toEqual([]);
  });

  it('gets its verdicts from the site that issued it', async () => {
    expect(await verdictsBy(verdictOfSite)).toEqual(expected(index, ({ verdict, site }) => site ?? verdict));
  });

  it('gets its verdicts from the command', async () => {
    expect(await verdictsBy(verdictOfCommand)).toEqual(expected(index, ({ verdict }) => verdict));
  });

  it('gets its verdicts from the browser', async () => {
    expect(await verdictsBy(verdictInBrowser)).toEqual(expected(index, ({ verdict }) => verdict));
  });
});

it('has at least a hundred files, of every verdict that a site gives', () => {
  const verdicts = Object.values(readIndex()).map(({ verdict }) => verdict);
  expect(verdicts.length).toBeGreaterThanOrEqual(100);
  expect(new Set(verdicts).size).toBe(9);
});

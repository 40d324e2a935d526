import { cpSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { beforeAll, inject } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { makeSiteInPseudo } from './pseudo-language.ts';
import { type StartOptions, startServer } from './server.ts';

const SCRIPT = 'tests/support/serve-sample.ts';

/** Makes the sample site's database and uploads, unless another worker makes them at this moment. */
async function makeData(data: string) {
  try {
    mkdirSync(`${data}.lock`);
  } catch {
    return delay(100);
  }
  const folder = `${data}.unfinished`;
  try {
    // A server that took too long to start has left a part of the data.
    rmSync(folder, { recursive: true, force: true });
    const server = await startServer({ script: SCRIPT, folder });
    await server.stop();
    renameSync(folder, data);
  } finally {
    rmdirSync(`${data}.lock`);
  }
}

/** Copies the sample site's data, which the first test file that needs them makes. */
async function copyData(): Promise<string> {
  const folder = inject('sharedFolder');
  const data = join(folder, 'sample');
  const copy = mkdtempSync(join(folder, 'copy-'));
  for (;;) {
    try {
      cpSync(data, copy, { recursive: true });
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await makeData(data);
    }
  }
}

type SampleOptions = Pick<StartOptions, 'env'> & {
  /** Whether the site also speaks the pseudo-language. */
  inPseudo?: boolean;
};

/** Serves the sample site on data of its own. */
export async function startSample({ env = {}, inPseudo = false }: SampleOptions = {}) {
  const folder = await copyData();
  if (inPseudo) makeSiteInPseudo(folder);
  const server = await startServer({
    env: { ...env, ...(inPseudo && { OTHER_SITE: folder }) },
    script: SCRIPT,
    folder,
  });
  return {
    ...server,
    async stop() {
      const status = await server.stop();
      rmSync(folder, { recursive: true, force: true });
      return status;
    },
  };
}

type Sample = Awaited<ReturnType<typeof startSample>>;

let shared: Promise<Sample> | undefined;

/**
 * The sample site of this process, which several test files share because a start takes two seconds of processor time. They only add
 * data, and don't depend on what others add. It ends with the process.
 */
export function sharedSample(): Promise<Omit<Sample, 'stop'>> {
  shared ??= startSample();
  return shared;
}

/** Serves the sample site for a test file, which also gets a browser. */
export function sampleSite({ isShared = false, ...options }: SampleOptions & { isShared?: boolean } = {}) {
  const site = {} as { server: Omit<Sample, 'stop'>; browser: Browser };
  beforeAll(async () => {
    site.browser = await sharedBrowser();
    const own = isShared ? undefined : await startSample(options);
    site.server = own ?? (await sharedSample());
    return async () => {
      await Promise.all(site.browser.contexts().map((context) => context.close()));
      await own?.stop();
    };
  });
  return site;
}

/** Logs a browser in with a session cookie; an empty one means a visitor. */
export async function addSession(context: BrowserContext, url: string, cookie: string) {
  const [name = '', value = ''] = cookie.split('=');
  if (name) await context.addCookies([{ name, value, url }]);
}

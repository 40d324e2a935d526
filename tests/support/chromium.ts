import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = join(PROJECT, 'node_modules/@sparticuz/chromium');
const CACHE = join(PROJECT, 'node_modules', '.cache');
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
const FOLDER = join(CACHE, `chromium-${version}`);
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

export type Executable = { path: string; env: Record<string, string> };

/** Another browser. Without it, tests use the packaged one whatever is installed, so that they find the same everywhere. */
const { CHROME_PATH } = process.env;

/**
 * Unpacks the headless Chromium of the npm package once, so that tests need no installed browser. It unpacks into a
 * temporary folder and moves that into place, so that concurrent runs never see it incomplete.
 */
export async function prepareChromium() {
  if (CHROME_PATH || existsSync(FOLDER)) return;
  await mkdir(CACHE, { recursive: true });
  const partial = await mkdtemp(`${FOLDER}.`);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = partial;
  try {
    await Promise.all(ARCHIVES.map((name) => inflate(join(PACKAGE, 'bin', name))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  await rename(partial, FOLDER).catch(() => rm(partial, { recursive: true, force: true }));
}

/**
 * The browser to launch. The packaged one needs libraries that a minimal Debian lacks (NSS, NSPR and expat). The
 * package contains them for Amazon Linux 2023. With LD_LIBRARY_PATH they work on any glibc from 2.34. FONTCONFIG_PATH
 * names the package's font, for machines without fonts.
 */
export function chromiumExecutable(): Executable {
  if (CHROME_PATH) return { path: CHROME_PATH, env: {} };
  return {
    path: join(FOLDER, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(FOLDER, 'al2023', 'lib'),
      ...(!existsSync('/etc/fonts') && { FONTCONFIG_PATH: join(FOLDER, 'fonts') }),
    },
  };
}

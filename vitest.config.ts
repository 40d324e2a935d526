import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * Server modules are left to Node, as in production, so that a test, the built handler and everything they
 * load share one instance of each: the database that a test installs is the one the handler reads.
 */
const server = { deps: { external: [/\/app\/.*\.server\.ts$/, /\/db\/.*\.ts$/, /\/build\/server\//] } };

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

/** The files of a project share processes, because loading the program takes a second and a half of processor time. */
const shared: TestOptions = { isolate: false };

/** Files that measure the memory of their process. */
const ALONE = ['tests/golden/memory.test.ts', 'tests/unit/idle-collection.test.ts'];
/** The main journeys in the browser, which `npm test` runs; `npm run test:browser` runs the others. */
const JOURNEYS = ['courses', 'story'].map((name) => `tests/e2e/${name}.test.ts`);
/** Files that open many pages; `npm run test:pages` runs them. */
const PAGES = [
  'tests/e2e/chinese-punctuation.test.ts',
  'tests/e2e/every-page.test.ts',
  'tests/e2e/languages.test.ts',
  'tests/e2e/page-experience.test.ts',
  'tests/e2e/pseudo-language.test.ts',
  'tests/e2e/reloaded-pages.test.ts',
];

/**
 * Tables that make every call and form as everybody, with every malformed body and with every Idempotency-Key, forgeries of every kind, and
 * pictures of every certificate and design; `npm run test:sweeps` runs them.
 */
const SWEEPS = [
  'tests/golden/certificates.test.ts',
  'tests/golden/design-areas.test.ts',
  'tests/golden/design-languages.test.ts',
  'tests/golden/designs.test.ts',
  'tests/golden/library-pictures.test.ts',
  'tests/golden/library.test.ts',
  'tests/golden/overflow.test.ts',
  'tests/golden/photographs.test.ts',
  'tests/golden/varying-titles.test.ts',
  'tests/requests/access.test.ts',
  'tests/requests/access-changes.test.ts',
  'tests/requests/access-members.test.ts',
  'tests/requests/api-hardening.test.ts',
  'tests/requests/audit/acts.test.ts',
  'tests/requests/authentication/ended-keys.test.ts',
  'tests/requests/authentication/forged-log.test.ts',
  'tests/requests/authentication/forging-without-keys.test.ts',
  'tests/requests/authentication/forging.test.ts',
  'tests/requests/authentication/quorum.test.ts',
  'tests/requests/idempotency.test.ts',
  'tests/unit/rasterise.test.ts',
];
/**
 * Tests that start servers, commands, converters and worker processes, wait for idle time, or fill the demo, which takes seconds;
 * `npm run test:programs` runs them.
 */
const PROGRAMS = [
  'tests/requests/accounts/superadmin-create.test.ts',
  'tests/requests/audit/daily-entry.test.ts',
  'tests/requests/authentication/command-line.test.ts',
  'tests/requests/canaries.test.ts',
  'tests/requests/certificates/drawn-when-idle.test.ts',
  'tests/requests/clients/command.test.ts',
  'tests/requests/clients/story.test.ts',
  'tests/requests/connections.test.ts',
  'tests/requests/courses/conversions.test.ts',
  'tests/requests/log/witness.test.ts',
  'tests/requests/operations/backup.test.ts',
  'tests/requests/operations/fsck-contents.test.ts',
  'tests/requests/operations/fsck.test.ts',
  'tests/requests/operations/help.test.ts',
  'tests/requests/operations/how-to-add.test.ts',
  'tests/requests/operations/start-refusals.test.ts',
  'tests/requests/operations/traces.test.ts',
  'tests/requests/operations/upgrade-check.test.ts',
  'tests/requests/server.test.ts',
  'tests/unit/demo.test.ts',
  'tests/unit/limited-process.test.ts',
  'tests/unit/mail-lanes.test.ts',
  'tests/unit/worker-pool.test.ts',
];
/** Files of `npm run test:faults` that look at what servers answer in or after a fault. The others measure a loaded server. */
const AFTERMATHS = [
  'tests/faults/connection-resets.test.ts',
  'tests/faults/durability.test.ts',
  'tests/faults/full-disk.test.ts',
  'tests/faults/guessed-passwords.test.ts',
  'tests/faults/image.test.ts',
  'tests/faults/interrupted-batches.test.ts',
  'tests/faults/killed-{acts,backup-erasures,completions,conversions,credit,erasures,learning,numbers,payments,pictures,scheduled,webhooks}.test.ts',
  'tests/faults/lost-workers.test.ts',
  'tests/faults/replication.test.ts',
  'tests/faults/s3-storage.test.ts',
  'tests/faults/scheduled-backups.test.ts',
  'tests/faults/workers.test.ts',
];

/** They fail a test for what it did not look for. */
const EVERY_TEST = ['tests/support/quiet-console.ts', 'tests/support/plain-texts.ts'];

/**
 * A test or hook that takes longer is considered to hang. CI machines differ in speed by a factor of three, so this does not limit the
 * speed. `npm run bench` measures it.
 */
const HANGING_MS = 120_000;

const browser: TestOptions = {
  ...shared,
  setupFiles: EVERY_TEST,
  globalSetup: ['tests/support/prepare-e2e.ts'],
};

const requests: TestOptions = {
  ...shared,
  setupFiles: [...EVERY_TEST, 'tests/support/setup.ts'],
  // React's production build renders a page in half of the time. tests/unit/react-warnings.test.ts uses the other one.
  env: { NODE_ENV: 'production' },
};

/** Files that measure time or memory run one at a time, after those of all other projects. */
const measuring: TestOptions = { maxWorkers: 1 };

const project = (
  name: string,
  include: string[],
  options: TestOptions = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include, ...options },
});

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    server,
    testTimeout: HANGING_MS,
    hookTimeout: HANGING_MS,
    execArgv: ['--import', new URL('tests/support/fast-imports.ts', import.meta.url).href],
    // Files that start browsers and servers mostly wait for them, so four files at a time use two cores.
    maxWorkers: 4,
    // On a loaded machine a condition may take longer than the default of a second.
    expect: { poll: { timeout: 20_000 } },
    exclude: [...configDefaults.exclude, 'build/**'],
    projects: [
      project('unit', ['tests/unit/**/*.test.ts', 'tests/golden/**/*.test.ts', 'tests/*.test.ts'], {
        ...shared,
        exclude: [...ALONE, ...SWEEPS, ...PROGRAMS],
        setupFiles: [...EVERY_TEST, 'tests/support/setup.ts'],
      }),
      project('memory', ALONE, {
        ...measuring,
        setupFiles: [...EVERY_TEST, 'tests/support/setup.ts'],
      }),
      project('ui', ['tests/ui/**/*.test.{ts,tsx}'], {
        environment: 'happy-dom',
        setupFiles: EVERY_TEST,
      }),
      project('requests', ['tests/requests/**/*.test.ts'], {
        ...requests,
        exclude: [...SWEEPS, ...PROGRAMS],
      }),
      project('sweeps', SWEEPS, requests),
      project('programs', PROGRAMS, requests),
      project('input', ['tests/input/**/*.test.ts'], {
        setupFiles: [...EVERY_TEST, 'tests/support/setup.ts'],
        env: { NODE_ENV: 'production' },
        // Thousands of requests a test, some of which hash a password.
        testTimeout: 300_000,
      }),
      project('aftermaths', AFTERMATHS, { setupFiles: EVERY_TEST }),
      project('faults', ['tests/faults/**/*.test.ts'], {
        ...measuring,
        exclude: AFTERMATHS,
        setupFiles: EVERY_TEST,
      }),
      project('e2e', JOURNEYS, browser),
      project('browser', ['tests/e2e/**/*.test.ts'], { ...browser, exclude: [...JOURNEYS, ...PAGES] }),
      project('pages', PAGES, browser),
      // The tools print what they like.
      project('foreign-tools', ['tests/foreign-tools/**/*.test.ts']),
      project('engines', ['tests/engines/**/*.test.ts'], browser),
      project('package', ['tests/package/**/*.test.ts'], {
        setupFiles: EVERY_TEST,
      }),
    ],
  },
});

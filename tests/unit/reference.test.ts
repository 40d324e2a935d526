import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseEnvironment } from '#app/config/env.server.ts';
import { registerSiteMetrics } from '#app/operations/site-metrics.server.ts';
import '#app/events/webhooks/due-deliveries.server.ts';
import '#app/mail/delivery-results.server.ts';
import '#app/server/pages/request-metrics.server.ts';
import { keepWorkerMetrics } from '#app/processes/relay.server.ts';
import { registry } from '#app/shared/metrics.server.ts';

// The configuration, the commands and the metrics in the documents are those of the program.

const textOf = (path: string) => readFileSync(path, 'utf8');
const DOCUMENTS = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

registerSiteMetrics();

/** The variables that app/config/variables.ts reads, in addition to those that the primary sets for its workers. */
const variables = [...textOf('app/config/variables.ts').matchAll(/^ {2}([A-Z][A-Z\d_]+): (?!values)/gm)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'WEB_WORKER');
/** Variables that libraries, commands and other programs read. */
const OF_OTHERS = [
  ...['OTEL_EXPORTER_OTLP_HEADERS', 'BACKUP_PASSPHRASE', 'SUPERADMIN_PASSWORD_1', 'SITE_NAME'],
  ...[
    'BENCH_BEFORE',
    'BENCH_ROUNDS',
    'BENCH_SIZES',
    'BENCH_SMALLEST',
    'CHROME_PATH',
    'INPUT_CASES',
    'INPUT_SEED',
  ],
  // Of earlier versions, in the changelog.
  'MAX_CONNECTIONS_PER_ADDRESS',
  ...['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'],
  ...['BUCKET', 'ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => `LITESTREAM_${name}`),
];

it('docs/configuration.md lists every variable once, with its default', () => {
  expect(variables.length).toBeGreaterThan(60);
  const defaults = parseEnvironment({ SESSION_SECRET: 'x'.repeat(32) }) as Record<string, unknown>;
  const read = (name: string) =>
    defaults[name] === true ? '1' : String(Number(defaults[name]) || defaults[name] || 0);
  const text = textOf('docs/configuration.md');
  const rows = [...text.matchAll(/^\| (`[A-Z][A-Z\d_]+`[^|]*) \| ([^|]*) \|/gm)];
  const entries = rows.flatMap(([, names = '', values = '']) => {
    const each = values.split(', ');
    return names.split(', ').map((name, place) => [name.slice(1, -1), each[place] ?? values] as const);
  });
  const listed = new Map(entries);
  expect(entries.map(([name]) => name).toSorted()).toEqual([...listed.keys()].toSorted());
  // Their defaults are in the text of other rows, or in Stripe's library.
  for (const name of [
    'GOOGLE_AUTHORIZATION_URL',
    'GOOGLE_TOKEN_URL',
    'GOOGLE_USERINFO_URL',
    'STRIPE_API_BASE',
  ]) {
    expect(text).toContain(`\`${name}\``);
    listed.set(name, 'described');
  }
  expect(variables.filter((name) => !listed.has(name))).toEqual([]);
  const wrong = [...listed].filter(
    ([name, value]) =>
      /^[\w./:-]+$/.test(value) && !['none', 'described'].includes(value) && read(name) !== value,
  );
  expect(wrong).toEqual([]);
});

it.each([...DOCUMENTS, 'Dockerfile', ...readdirSync('deploy').map((name) => `deploy/${name}`)])(
  '%s names only variables that exist',
  (path) => {
    // Variables in code, in a unit, in an environment file and before a command.
    const named = textOf(path).matchAll(/(?:^|[`\s{=])([A-Z][A-Z\d]*(?:_[A-Z\d]+)+_?)(?==|`|\}|:)/gm);
    const known = new Set([...variables, ...OF_OTHERS]);
    expect([...new Set([...named].map(([, name = '']) => name))].filter((name) => !known.has(name))).toEqual(
      [],
    );
  },
);

/** The commands in a document: the name of a script and its options. */
function commandsIn(text: string) {
  const npm = [...text.matchAll(/npm run ([\w:-]+)((?: -- [^`\n#|]*)?)/g)];
  const node = [...text.matchAll(/(?:node|certrace) (scripts\/[\w-]+\.ts)([^`\n#|]*)/g)];
  return [...npm, ...node].map(([, script = '', rest = '']) => ({
    script,
    options: [...rest.matchAll(/--([a-z][\w-]*)/g)].map(([, option = '']) => option),
  }));
}

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

it('docs/commands.md lists every command once', () => {
  const rows = textOf('docs/commands.md').match(/^\| `npm [^|]*\|/gm) ?? [];
  const listed = rows.flatMap((row) =>
    [...row.matchAll(/`npm (?:run )?([\w:-]+)/g)].map(([, script = '']) => script),
  );
  // npm runs the check of the version of Node before some.
  const run = Object.keys(scripts).filter((script) => scripts[script] !== scripts.prestart);
  expect(listed.toSorted()).toEqual(run.toSorted());
});

/** A command of 0.4, which is run there before the upgrade. */
const OF_0_4 = 'credentials:backfill';

it.each(DOCUMENTS)('%s names only commands and options that exist', (path) => {
  const wrong = commandsIn(textOf(path)).flatMap(({ script, options }) => {
    const run = script.startsWith('scripts/') ? script : scripts[script];
    if (run === undefined) return script === OF_0_4 ? [] : [script];
    const file = run.split(' ').find((part) => part.endsWith('.ts') && existsSync(part));
    if (!file) return run.startsWith('drizzle-kit') || options.length === 0 ? [] : [`${script}: no program`];
    // The package's command is in a module of its own, which tests import.
    const program = textOf(file.replace(/cli\.ts$/, 'command.ts'));
    return options
      .filter((option) => !new RegExp(`['" ]?${option}['"]?: \\{ type: `).test(program))
      .map((option) => `${script} --${option}`);
  });
  expect(wrong).toEqual([]);
});

it('README.md is read in two minutes: it is short, and has a small picture of the product', () => {
  const text = textOf('README.md');
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  expect(prose.match(/\S+/g)?.length).toBeLessThanOrEqual(500);
  const known = [...variables, ...OF_OTHERS];
  expect(known.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).length).toBeLessThanOrEqual(8);
  const [, picture = ''] = /^!\[.+\]\((docs\/[\w-]+\.png)\)$/m.exec(text) ?? [];
  expect(statSync(picture).size).toBeLessThan(200_000);
});

/** The suites that .ci/run runs, as scripts of package.json. */
const suitesOfCi = () =>
  textOf('.ci/run')
    .match(/^for suite in (.+); do$/m)?.[1]
    ?.split(' ') ?? [];

it('CONTRIBUTING.md names the suites of continuous integration', () => {
  const suites = [
    ...suitesOfCi(),
    ...[...textOf('.ci/run').matchAll(/npm run (test:\w+)/g)].map(([, name = '']) => name),
  ];
  expect(suites.length).toBeGreaterThan(2);
  const named = commandsIn(textOf('CONTRIBUTING.md').replaceAll('npm test', 'npm run test'));
  const missing = suites.filter((suite) => !named.some(({ script }) => script === suite));
  expect(missing).toEqual([]);
});

it('continuous integration runs every test project once', () => {
  const everyday = /^const EVERYDAY = (.+);$/m.exec(textOf('scripts/test.ts'))?.[1]?.match(/[\w-]+/g) ?? [];
  const run = suitesOfCi().flatMap((suite) => {
    const projects = /^node scripts\/test\.ts(.*)$/.exec(scripts[suite] ?? '')?.[1] ?? '';
    return projects === '' ? everyday : projects.trim().split(' ');
  });
  const projects = [...textOf('vitest.config.ts').matchAll(/^ {6}project\('([\w-]+)'/gm)].map(
    ([, name = '']) => name,
  );
  expect(run.toSorted()).toEqual(projects.toSorted());
});

it('docs/operations.md lists every metric', () => {
  const [ends] = keepWorkerMetrics().all(new Set()).at(-1) ?? [];
  const metrics = registry.getMetricsAsArray() as unknown as { name: string; type: string }[];
  const names = [...metrics, ...(ends ? [ends] : [])]
    .map(({ name, type }) => (type === 'counter' ? `${name}_total` : name))
    .filter((name) => name.startsWith('certrace_'));
  const rows = textOf('docs/operations.md').match(/^\| `certrace_.*$/gm) ?? [];
  const listed = rows.flatMap((row) => row.split(' | ')[0]?.match(/certrace_\w+/g) ?? []);
  expect(names.length).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual(names.toSorted());
});

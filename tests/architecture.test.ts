import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { problemsOfDirections } from '../scripts/check-directions.ts';
import { problemsOfMessages } from '../scripts/check-messages.ts';

/** The domains that each domain may import: verification charges for and shows certificates, courses issue them. */
const DOMAINS: Record<string, string[]> = {
  // The log has the newest hash of the audit trail.
  audit: ['log'],
  accounts: ['audit', 'mail'],
  mail: [],
  files: [],
  // Events are read with the scopes of tokens.
  events: ['accounts', 'mail', 'audit'],
  // Drawn files are cached in the store of files.
  drawing: ['files'],
  // The search of payments knows certificate IDs.
  payments: ['accounts', 'mail', 'certificates', 'drawing', 'events'],
  credentials: ['accounts', 'log'],
  log: [],
  // Links and sessions of the people to whom certificates were issued. Certificates read the holder.
  holders: ['accounts', 'mail'],
  certificates: ['accounts', 'mail', 'credentials', 'log', 'drawing', 'files', 'holders', 'events'],
  designs: ['accounts', 'mail', 'certificates', 'drawing', 'files'],
  batches: ['accounts', 'mail', 'certificates', 'files', 'log', 'events'],
  verification: [
    'accounts',
    'mail',
    'payments',
    'certificates',
    'holders',
    'credentials',
    'files',
    'log',
    'events',
  ],
  courses: ['accounts', 'mail', 'certificates', 'payments', 'files', 'events'],
  support: ['accounts', 'mail'],
  privacy: [
    'accounts',
    'audit',
    'batches',
    'certificates',
    'drawing',
    'events',
    'files',
    'mail',
    'operations',
    'verification',
  ],
  // Operations include backups, alerts and statistics, and the check of records against what was signed.
  operations: ['accounts', 'audit', 'certificates', 'credentials', 'files', 'log', 'mail'],
  // The demo creates its data with the same functions as the routes.
  sample: [
    'accounts',
    'batches',
    'certificates',
    'courses',
    'designs',
    'drawing',
    'files',
    'mail',
    'payments',
    'support',
    'verification',
  ],
};

type Source = { path: string; imports: { from: string; typeOnly: boolean }[] };

const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]/g;

/** Resolves the specifier of a project file to its path from the root. Returns other specifiers unchanged. */
function resolve(specifier: string, importer: string): string {
  if (/^#(?:app|db|tests)\//.test(specifier)) return specifier.slice(1);
  return specifier.startsWith('.') ? normalize(join(dirname(importer), specifier)) : specifier;
}

function readSources(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const path = join(folder, name);
      const text = readFileSync(path, 'utf8');
      const written = [...text.matchAll(IMPORT)].map((match) => ({
        from: resolve(match[2] ?? match[3] ?? '', path),
        typeOnly: match[1] !== undefined,
      }));
      const dynamic = [...text.matchAll(DYNAMIC_IMPORT)].map((match) => ({
        from: resolve(match[1] ?? '', path),
        typeOnly: false,
      }));
      return { path, imports: [...written, ...dynamic] };
    });
}

const sources = [...readSources('app'), ...readSources('db')];
const packages = readSources('packages');
const within = (folder: string) => sources.filter(({ path }) => path.startsWith(`${folder}/`));

/** Returns `file imports module` for every import of these files that a rule forbids. */
const violations = (files: Source[], forbidden: (from: string) => boolean) =>
  files.flatMap(({ path, imports }) =>
    imports.filter(({ from }) => forbidden(from)).map(({ from }) => `${path} imports ${from}`),
  );

const isHttp = (from: string) => /^(?:react-router$|@react-router\/|@?hono(?:$|\/)|node:https?$)/.test(from);
const isDrizzle = (from: string) => from.startsWith('drizzle-orm') || from === 'better-sqlite3';
/** The diagnostics channel for traces, and how texts are compared. They have no query, and browsers can run them. */
const WITHOUT_QUERIES = ['db/spans.ts', 'db/folding.ts'];
const isDatabase = (from: string) => from.startsWith('db/') && !WITHOUT_QUERIES.includes(from);

/** Tables that refer to each other: verifications and payments. Drizzle follows references after both files are loaded. */
const isMutualReference = (path: string, from: string) =>
  path === 'db/schema/verification.ts' && from === 'db/schema/payments.ts';

/** The circles of a graph, each as 'a → b → a'. */
function circlesIn(edges: Map<string, string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const walk = (node: string, trail: string[]) => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      circles.push([...trail.slice(trail.indexOf(node)), node].join(' → '));
      return;
    }
    state.set(node, 'open');
    for (const next of edges.get(node) ?? []) if (edges.has(next)) walk(next, [...trail, node]);
    state.set(node, 'done');
  };
  for (const node of edges.keys()) walk(node, []);
  return circles;
}

describe('imports run one way', () => {
  it('the scan finds imports', () => {
    expect(sources.length).toBeGreaterThan(30);
    expect(sources.flatMap(({ imports }) => imports).some(({ from }) => isHttp(from))).toBe(true);
    expect(sources.flatMap(({ imports }) => imports).some(({ from }) => isDatabase(from))).toBe(true);
  });

  it.each(Object.keys(DOMAINS))(
    '%s imports no HTTP, no routes, no interface, and only its allowed domains',
    (domain) => {
      const allowed = new Set([
        domain,
        'config',
        'messages',
        'processes',
        'shared',
        ...(DOMAINS[domain] ?? []),
      ]);
      // Every domain takes the actor as an argument and needs its types, and records acts in the audit trail.
      const isOpen = (from: string) =>
        from === 'app/accounts/actor.server.ts' || from === 'app/audit/record-act.server.ts';
      expect(
        violations(within(`app/${domain}`), (from) => {
          if (isHttp(from)) return true;
          if (!from.startsWith('app/') || isOpen(from)) return false;
          return !allowed.has(from.split('/')[1] ?? '');
        }),
      ).toEqual([]);
    },
  );

  it('the rules cover every folder of app/', () => {
    const folders = readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const known = new Set([
      ...Object.keys(DOMAINS),
      'config',
      'messages',
      'processes',
      'routes',
      'server',
      'shared',
      'start',
      'ui',
    ]);
    expect(folders.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it('routes contain no queries', () => {
    expect(violations(within('app/routes'), (from) => isDrizzle(from) || isDatabase(from))).toEqual([]);
  });

  it('input is parsed once, at the edge', () => {
    const texts = (folder: string) =>
      within(folder).map(({ path }) => ({ path, text: readFileSync(path, 'utf8') }));
    const known = new Set(texts('app/routes').flatMap(({ text }) => text.match(/\b\w+Schema\b/g) ?? []));
    const parses =
      /\b(?:parseInput|safeParse)\(\s*(\w+)|\b(\w+Schema)(?:\([^()]*\))?\s*\.(?:safeParse|parse)\(/g;
    const again = Object.keys(DOMAINS)
      // The demo is a client, like a route.
      .filter((domain) => domain !== 'sample')
      .flatMap((domain) => texts(`app/${domain}`))
      .flatMap(({ path, text }) =>
        [...text.matchAll(parses)]
          .map(([, given, called]) => given ?? called ?? '')
          .filter((schema) => known.has(schema))
          .map((schema) => `${path} parses ${schema}`),
      );
    expect(known.size).toBeGreaterThan(30);
    expect(again).toEqual([]);
  });

  it('app/server contains no queries and imports no routes', () => {
    expect(violations(within('app/server'), (from) => isDrizzle(from) || isDatabase(from))).toEqual([]);
    expect(violations(within('app/server'), (from) => from.startsWith('app/routes/'))).toEqual([]);
  });

  it('app/server holds the handler, the listener and four rooms', () => {
    expect(readdirSync('app/server').toSorted()).toEqual([
      'edge',
      'handler.server.ts',
      'listener.server.ts',
      'pages',
      'session',
      'sockets',
    ]);
  });

  it('app/shared imports no domain and no HTTP', () => {
    const foreign = (from: string) =>
      isHttp(from) || (from.startsWith('app/') && !/^app\/(?:shared|config|messages|processes)\//.test(from));
    expect(violations(within('app/shared'), foreign)).toEqual([]);
  });

  it('app/config imports nothing of the project', () => {
    expect(violations(within('app/config'), (from) => /^(?:app\/(?!config\/)|db\/)/.test(from))).toEqual([]);
  });

  it('app/ holds no loose file but the route table, the root and the entries', () => {
    const loose = readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(loose.map(({ name }) => name).toSorted()).toEqual([
      'entry.client.tsx',
      'entry.server.tsx',
      'root.tsx',
      'routes.ts',
    ]);
  });

  it('db/ imports nothing from app/', () => {
    expect(violations(within('db'), (from) => from.startsWith('app/') || isHttp(from))).toEqual([]);
  });

  it('packages import nothing from the server', () => {
    const foreign = (from: string) => /^(?:app|db|tests)\//.test(from) || isDrizzle(from) || isHttp(from);
    expect(packages.length).toBeGreaterThan(10);
    expect(violations(packages, foreign)).toEqual([]);
  });

  it('the design system imports no domain and no server code', () => {
    const foreign = (from: string) =>
      isDatabase(from) || isDrizzle(from) || /^app\/(?!messages\/|ui\/|shared\/)/.test(from);
    expect(violations(within('app/ui'), foreign)).toEqual([]);
  });

  it('pages show their lists with ListPage', () => {
    const own = within('app/routes').filter(({ path }) => readFileSync(path, 'utf8').includes('LoadMore'));
    expect(own.map(({ path }) => path).sort()).toEqual(
      // A page that polls, one whose rows leave it, and two that show samples when the catalogue cannot be loaded.
      ['batches/batch', 'courses/admin-courses', 'courses/courses', 'courses/explore'].map(
        (page) => `app/routes/${page}.tsx`,
      ),
    );
  });

  it('files without .server in their name import nothing that a browser lacks', () => {
    const pure = sources.filter(
      ({ path }) =>
        path.startsWith('app/') &&
        !path.startsWith('app/routes') &&
        !/\.server\.tsx?$/.test(path) &&
        path !== 'app/root.tsx' &&
        !/\.worker\.ts$/.test(path),
    );
    const values = pure.map((file) => ({
      ...file,
      imports: file.imports.filter(({ typeOnly }) => !typeOnly),
    }));
    expect(
      violations(values, (from) => from.includes('.server.') || isDatabase(from) || isDrizzle(from)),
    ).toEqual([]);
  });

  it('pages and the design system import server modules by alias, so that each has one instance', () => {
    const relative = sources
      .filter(({ path }) => /^app\/(?:routes|ui|root)/.test(path) && !/\.server\.ts$/.test(path))
      .flatMap(({ path }) => {
        const text = readFileSync(path, 'utf8');
        return [...text.matchAll(/from\s+['"](\.[^'"]*\.server\.ts)['"]/g)].map(
          (match) => `${path}: ${match[1]}`,
        );
      });
    expect(relative).toEqual([]);
  });

  it('a file imports its own folder by a relative path, and other folders by alias', () => {
    const SPECIFIER = /(?:from\s+|import\s*\(?\s*)'([^']+)'/g;
    const isBundled = (path: string) =>
      /^app\/(?:routes|ui|root|entry)/.test(path) && !/\.server\.ts$/.test(path);
    const wrong = sources.flatMap(({ path }) => {
      const folder = dirname(path);
      return [...readFileSync(path, 'utf8').matchAll(SPECIFIER)]
        .map(([, specifier = '']) => specifier)
        .filter((specifier) => {
          if (specifier.startsWith('..')) return !specifier.includes('/+types/');
          const isOwnFolder = specifier.startsWith('#') && dirname(specifier.slice(1)) === folder;
          return isOwnFolder && !(isBundled(path) && specifier.endsWith('.server.ts'));
        })
        .map((specifier) => `${path}: ${specifier}`);
    });
    expect(wrong).toEqual([]);
  });

  it('nothing of the project is imported for its effect, styles apart', () => {
    const effects = sources.flatMap(({ path }) =>
      [...readFileSync(path, 'utf8').matchAll(/^import '(#(?:app|db)\/[^']+|\.[^']+)';/gm)]
        .map(([, specifier = '']) => specifier)
        .filter((specifier) => !specifier.endsWith('.css'))
        .map((specifier) => `${path}: ${specifier}`),
    );
    expect(effects).toEqual([]);
  });

  it('there are no import cycles', () => {
    const edges = new Map(
      sources.map(({ path, imports }) => [
        path,
        imports
          .filter(({ from, typeOnly }) => !typeOnly && !isMutualReference(path, from))
          .map(({ from }) => from),
      ]),
    );
    expect(circlesIn(edges)).toEqual([]);
  });

  it('there are no cycles between folders, imports of types included', () => {
    const isNested = (one: string, other: string) =>
      one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
    const edges = new Map<string, string[]>();
    for (const { path, imports } of sources) {
      const folder = dirname(path);
      const others = imports
        .map(({ from }) => dirname(from))
        .filter((other) => other !== folder && !isNested(other, folder) && /^(?:app|db)\b/.test(other));
      edges.set(folder, [...(edges.get(folder) ?? []), ...others]);
    }
    expect(edges.size).toBeGreaterThan(30);
    expect(circlesIn(edges)).toEqual([]);
  });
});

describe('texts', () => {
  it('stand in messages/, and the messages of all languages fit the code', () => {
    expect(problemsOfMessages()).toEqual([]);
  });

  it('may run from right to left: no style names a side', () => {
    expect(problemsOfDirections()).toEqual([]);
  });
});

/** Private parts of Node and React Router, as their uses are written, with the files that may use them (decision 0030). */
const PRIVATE_PARTS: [RegExp, string[]][] = [
  [/\.onIncoming\b/, []],
  [/__reactRouterContext|streamController/, ['app/server/pages/page-response.server.ts']],
  [/__reactRouterManifest/, ['scripts/shorten-manifest.ts']],
  [/\b(?:req|incoming|request)\.push\b|IncomingMessage\.prototype/, []],
  [/\b_dump\b/, []],
  [/pauseOnConnect|listeners\('connection'\)/, []],
  [/stackTraceLimit/, []],
  [/closeIdleConnections/, []],
  [/process\.send\s*=/, []],
  [/registerHooks|module\.register\(/, []],
];

it('few files name the fields of a certificate, which app/certificates/fields.ts declares', () => {
  const fields = ['studentName', 'studentEmail', 'courseName', 'issueDate', 'expiryDate'];
  const naming = [...sources, ...packages]
    .map(({ path }) => path)
    .filter((path) => path !== 'packages/client/src/schema.ts')
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      return fields.filter((field) => new RegExp(`\\b${field}\\b`).test(text)).length >= 4;
    });
  expect(naming).toContain('app/certificates/fields.ts');
  expect(naming.length).toBeLessThanOrEqual(20);
});

it('objects of the API are declared with their values, in app/routes/api/v1/schemas', () => {
  const converting = sources
    .map(({ path }) => path)
    .filter((path) => path.startsWith('app/routes/api/'))
    .filter((path) => /toISOString|toDollars/.test(readFileSync(path, 'utf8')));
  expect(converting).toEqual(['app/routes/api/v1/object.ts']);
});

it('no worker thread loads what starts threads, which takes a third of its start', () => {
  const bySource = new Map(sources.map((source) => [source.path, source]));
  const loadedBy = (path: string, loaded = new Set<string>()): Set<string> => {
    loaded.add(path);
    for (const { from, typeOnly } of bySource.get(path)?.imports ?? [])
      if (!typeOnly && !loaded.has(from)) loadedBy(from, loaded);
    return loaded;
  };
  const isThread = ({ imports }: Source) =>
    imports.some(({ from }) => /^app\/shared\/(?:worker-thread|lists\/list-thread)\.server\.ts$/.test(from));
  const threads = sources.filter((source) => isThread(source) && !source.path.startsWith('app/shared/'));
  expect(threads.length).toBeGreaterThan(7);
  expect(
    threads.map(({ path }) => path).filter((path) => loadedBy(path).has('app/shared/worker-pool.server.ts')),
  ).toEqual([]);
});

it('private parts of Node and React Router are used in the decided files only', () => {
  const paths = [...sources, ...readSources('scripts')].map(({ path }) => path);
  const programs = [...paths, 'server.ts'].map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const found = PRIVATE_PARTS.map(([part]) =>
    programs.filter(({ text }) => part.test(text)).map(({ path }) => path),
  );
  expect(found).toEqual(PRIVATE_PARTS.map(([, files]) => files));
});

it('a renamed file is followed by a sync of its folder, without which a power failure undoes the name', () => {
  const unsynced = sources.flatMap(({ path }) => {
    const calls = readFileSync(path, 'utf8')
      .split(/^(?=.*\brename(?:Sync)?\()/m)
      .slice(1);
    return calls
      .filter((code) => !/syncFolder(?:Now)?\(/.test(code))
      .map((code) => `${path}: ${code.split('\n', 1)[0]?.trim()}`);
  });
  expect(unsynced).toEqual([]);
});

it('two files read multipart bodies', () => {
  const parser = 'app/server/edge/multipart.server.ts';
  const readers = sources.filter(({ imports }) => imports.some(({ from }) => from === parser));
  expect(readers.map(({ path }) => path)).toEqual([
    'app/routes/upload-form.server.ts',
    'app/server/session/posted-form.server.ts',
  ]);
});

it('migrations keep one snapshot, that of the newest', () => {
  const snapshots = readdirSync('migrations/meta').filter((name) => name.endsWith('_snapshot.json'));
  const newest =
    readdirSync('migrations')
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .at(-1) ?? '';
  expect(snapshots).toEqual([`${newest.slice(0, 4)}_snapshot.json`]);
});

describe('the route table', async () => {
  const flatten = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children }) => [file, ...flatten(children ?? [])]);
  const table = (await import('#app/routes.ts')).default as RouteConfigEntry[];
  const files = flatten(table);

  it('lists only files that exist', () => {
    expect(files.filter((file) => !existsSync(join('app', file)))).toEqual([]);
  });

  it('lists every route module', () => {
    const listed = new Set(files.map((file) => normalize(join('app', file))));
    const modules = within('app/routes').filter(({ path }) => {
      if (/\.server\.ts$/.test(path)) return false;
      const text = readFileSync(path, 'utf8');
      return /^export\s+(?:default\b|(?:async\s+)?(?:const|function)\s+(?:loader|action)\b)/m.test(text);
    });
    expect(modules.map(({ path }) => path).filter((path) => !listed.has(path))).toEqual([]);
  });
});

describe('dependencies', () => {
  type Locked = { version: string; integrity?: string; link?: boolean; dev?: boolean; license?: string };
  type Lock = { packages: Record<string, Locked> };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const floors = JSON.parse(readFileSync('tests/security-floors.json', 'utf8')) as Record<string, string>;
  const copies = (name: string) =>
    Object.entries(packages)
      .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
      .map(([, { version }]) => version);
  const isAtLeast = (version: string, floor: string) =>
    version.localeCompare(floor, 'en', { numeric: true }) >= 0 && !version.includes('-');

  it.each(Object.entries(floors))(
    'every %s is at least %s, the first version without a known vulnerability',
    (name, floor) => {
      const versions = copies(name);
      expect(versions).not.toEqual([]);
      expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
    },
  );

  it.each(['react', 'react-dom', 'react-router'])('there is one copy of %s', (name) => {
    expect(copies(name)).toHaveLength(1);
  });

  it('every package of production has a licence that allows to host it', () => {
    // The LGPL parts are libvips and its bindings, which sharp loads as a shared library.
    // PSF-2.0 is the permissive licence of Python, from which argparse was ported. CC0-1.0 gives up all rights.
    const allowed =
      /^(?:PSF-2\.0|MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|LGPL-3\.0-or-later|Unlicense|CC0-1\.0)$/;
    const others = Object.entries(packages)
      .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
      .filter(([, { license = '' }]) => !license.split(' AND ').every((name) => allowed.test(name)));
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it('every package in package-lock.json has an integrity', () => {
    const installed = Object.entries(packages).filter(
      ([path, { link }]) => path.startsWith('node_modules/') && !link,
    );
    const unchecked = installed.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });

  it('SQLite is at least 3.51.3', () => {
    const version = String(sqlite().prepare('select sqlite_version()').pluck().get());
    expect(isAtLeast(version, '3.51.3'), version).toBe(true);
  });

  it('every version in package.json is exact', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(\d+\.\d+\.\d+|file:[\w/]+)$/.test(version),
    );
    expect(ranges).toEqual([]);
  });
});

describe('comments', () => {
  const files = ['app', 'bench', 'db', 'packages', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|css|sql)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  );
  const sections = [...readFileSync('docs/product.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
    ([, title = '']) => title,
  );

  it('refer to nothing outside the repository', () => {
    const outside = new RegExp(`${'CON'}TRACT|\\b${'SP'}EC\\b|\\bthe specification\\b`);
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((path) => outside.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('refer to sections of docs/product.md that exist', () => {
    const unknown = files.flatMap((path) =>
      // A reference may continue on the comment's next line.
      [
        ...readFileSync(path, 'utf8')
          .replaceAll(/\n\s*(?:\*|\/\/) /g, ' ')
          .matchAll(/docs\/product\.md, ([^`"]{3,40})/g),
      ]
        .filter(([, reference = '']) => !sections.some((title) => reference.startsWith(title)))
        .map(([reference]) => `${path}: ${reference}`),
    );
    expect(unknown).toEqual([]);
  });
});

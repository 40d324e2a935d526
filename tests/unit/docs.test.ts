import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
/** Decisions may name files that a later change renamed. */
const current = documents.filter((path) => !path.startsWith('docs/decisions/'));

const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g;
const PATH = /`((?:app|db|docs|migrations|packages|public|scripts|tests)\/[\w./-]+|[\w-]+\.(?:ts|json))`/g;
const NAME_IN_PATH = /((?:`\w+`(?:,| and)?\s)+)in\s+`((?:app|db|packages)\/[\w./-]+\.tsx?)`/g;

const textOf = (path: string) => readFileSync(path, 'utf8');
/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');
const anchorsIn = (path: string) =>
  [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe.each(documents)('%s', (path) => {
  it('links only to existing files and headings', () => {
    const broken = [...textOf(path).matchAll(LINK)].filter(([, target = '', anchor]) => {
      const file = target === '' ? path : normalize(join(dirname(path), target));
      return !existsSync(file) || (anchor !== undefined && !anchorsIn(file).includes(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe.each(current)('%s', (path) => {
  it('names only existing paths', () => {
    const paths = [...textOf(path).matchAll(PATH)].map(([, named = '']) => named);
    expect(paths.filter((named) => !existsSync(named))).toEqual([]);
  });

  it('names functions with the files that define them', () => {
    const missing = [...textOf(path).matchAll(NAME_IN_PATH)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/\w+/g)]
        .map(([name]) => name)
        .filter((name) => name !== 'and' && !(existsSync(file) && textOf(file).includes(name)))
        .map((name) => `${name} in ${file}`),
    );
    expect(missing).toEqual([]);
  });
});

it('docs/architecture.md names files and functions', () => {
  const text = textOf('docs/architecture.md');
  expect([...text.matchAll(PATH)].length).toBeGreaterThan(40);
  expect([...text.matchAll(NAME_IN_PATH)].length).toBeGreaterThan(5);
});

describe('docs/architecture.md, Glossary', () => {
  const [, glossary = ''] = /^## Glossary\n(.*?)^## /ms.exec(textOf('docs/architecture.md')) ?? [];
  const sources = ['app', 'db', 'packages', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => textOf(join(folder, name))),
  );
  const named = [...glossary.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const isExport = (name: string) => new RegExp(`^export (?:async )?(?:function|const|type) ${name}\\b`, 'm');

  it('explains each word once', () => {
    const words = [...glossary.matchAll(/^\| (.+?) \|/gm)]
      .slice(1)
      .flatMap(([, cell = '']) => cell.split(', '));
    expect(words.length).toBeGreaterThan(30);
    expect(words).toEqual([...new Set(words)]);
  });

  it('names functions and types that have the name alone', () => {
    const counts = named.map((name) => [name, sources.filter((text) => isExport(name).test(text)).length]);
    expect(counts.filter(([, count]) => count === 1).length).toBeGreaterThan(5);
    expect(counts.filter(([, count]) => Number(count) > 1)).toEqual([]);
  });
});

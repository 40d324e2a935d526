import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(`app/routes/${name}`, 'utf8') }));

/** What a route calls to stream a file. */
const STREAMS =
  /\b(?:uploadAction|fileAction|designAction|uploadSource|checkPostedFile|readDesign|uploadQuestions)\(|\bfiles: \{|\buploadLesson\(|\bcheckAction\b/;
const isRoute = (text: string) =>
  /export (?:const|async function|function) (?:action|loader)\b|export \{[^}]*\baction\b/.test(text);

it('every route that streams a file states the limit of its upload, and no other does', () => {
  const routes = sources.filter(({ text }) => isRoute(text));
  const streams = routes.filter(({ text }) => STREAMS.test(text)).map(({ name }) => name);
  const states = routes
    .filter(({ text }) => /export const handle = \{[^;]*\bupload: \{/.test(text))
    .map(({ name }) => name);
  expect(streams.length).toBeGreaterThan(8);
  expect(states.toSorted()).toEqual(streams.toSorted());
});

it('every call of the API with files states the limit of its upload', () => {
  const operations = sources
    .filter(({ text }) => /^api\('/m.test(text))
    .flatMap(({ text }) => text.slice(text.search(/^api\('/m)).split(/\.(?:get|post|put|patch|delete)\(\{/));
  const streams = operations.filter((text) => /\bfiles: \{/.test(text) || STREAMS.test(text));
  expect(streams.length).toBeGreaterThan(8);
  expect(streams.filter((text) => !/\bupload: \{/.test(text))).toEqual([]);
});

it('every route whose path has a token keeps it out of logs and caches', () => {
  const routes = readFileSync('app/routes.ts', 'utf8').matchAll(
    /route\('[^']*:token\b[^']*', 'routes\/([^']+)'/g,
  );
  const files = [...routes].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(8);
  const open = sources.filter(({ name, text }) => files.includes(name) && !/\btokenInUrl: true\b/.test(text));
  expect(open.map(({ name }) => name)).toEqual([]);
});

import { expect, it } from 'vitest';
import { sidesInClasses, sidesInCss } from '../../scripts/check-directions.ts';

it.each([
  '.a { margin-left: 1rem; }',
  '.a { left: 0; }',
  '.a { text-align: right; }',
  '.a { float: left; }',
  '.a { border-top-left-radius: 2px; }',
  '.a { padding: 0 1rem 0 2rem; }',
  '.a { inset: 0 auto 0 calc(1rem + 2px); }',
])('finds the side in %s', (code) => {
  expect(sidesInCss({ path: 'a.css', code })).toHaveLength(1);
});

it.each([
  '.a { margin-inline-start: 1rem; }',
  '.a { padding: 0 1rem 2px 1rem; }',
  '.a { inset: auto 0 0; }',
  '.a { float: inline-start; }',
  '/* left: 0; */',
  '.left: hover { color: red; }',
])('passes %s', (code) => {
  expect(sidesInCss({ path: 'a.css', code })).toEqual([]);
});

it('finds classes that name a side, with variants and in expressions', () => {
  const code =
    '<p className="ml-4 lg:-right-2 flex" /><p className={wide ? "text-left" : "ms-4 text-start"} />';
  expect(sidesInClasses({ path: 'a.tsx', code }).map((problem) => problem.split(': ')[1])).toEqual([
    'ml-4',
    '-right-2',
    'text-left',
  ]);
});

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
  '.a { margin: 0 1px\n 0 2px; }',
  '.a { border-style: solid none none dotted; }',
  '.a { border-radius: 4px 0 0 4px; }',
  '.a { text-align-last: left; }',
  '.a { justify-self: right; }',
  '.a { @apply flex ml-4; }',
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
  '.a { border-radius: 4px 4px 0 0; }',
  '.a { justify-content: space-between; }',
  '.a { @apply flex ms-4; }',
])('passes %s', (code) => {
  expect(sidesInCss({ path: 'a.css', code })).toEqual([]);
});

it('finds classes that name a side, with variants and in expressions', () => {
  const code =
    '<><p className="ml-4 lg:-right-2 flex" /><p className={wide ? "text-left" : "ms-4 text-start"} /></>';
  expect(sidesInClasses({ path: 'a.tsx', code }).map((problem) => problem.split(': ')[1])).toEqual([
    'ml-4',
    'lg:-right-2',
    'text-left',
  ]);
});

it.each([
  ['a style', '<p style={{ marginLeft: 4 }} />'],
  ['a style with a side as value', "<p style={{ textAlign: 'left' }} />"],
  ['a style that a script sets', "element.style.paddingRight = '1px'"],
  ['a class in a constant', "const box = 'pl-2 flex'"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
  ['a class beside a value', '<p className={`card ${tone} mr-4`} />'],
  ['a class in another attribute', '<Card boxClassName="rounded-l-lg" />'],
  ['a class with a value of its own', '<p className="lg:pl-[calc(1rem+2px)]" />'],
  ['a property as class', '<p className="[margin-left:1px]" />'],
])('finds %s', (_what, code) => {
  expect(sidesInClasses({ path: 'a.tsx', code })).toEqual([expect.stringContaining('a.tsx:1 names a side')]);
});

it.each([
  ['a language', "const languages = ['ml', 'mr', 'pl', 'mr-IN', 'pl-PL']"],
  ['a word', "const text = 'left over on the right'"],
  ['a place of the page', '({ left, right }) => ({ left: rect.left, width: right - left })'],
  [
    'logical styles',
    '<p className="ps-2 end-4 rounded-s" style={{ marginInlineStart: 4, textAlign: \'start\' }} />',
  ],
])('passes %s', (_what, code) => {
  expect(sidesInClasses({ path: 'a.tsx', code })).toEqual([]);
});

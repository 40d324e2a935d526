import '../../golden/without-system-fonts.ts';
import { expect, it } from 'vitest';
import { layoutOf } from '#app/drawing/layout.ts';
import { placeText } from '#app/drawing/lettering.server.ts';

it.each([
  ['a long word of Latin letters', 'Andrianampoinimerinatompokoindrindra Ravalomanana'],
  ['Thai', 'กรุงเทพมหานคร อมรรัตนโกสินทร์ มหินทรายุธยา มหาดิลกภพ นพรัตนราชธานีบูรีรมย์ อุดมราชนิเวศน์มหาสถาน'],
  ['Burmese', 'အောင်ဆန်းစုကြည် မဟာသီရိသုဓမ္မသတိုးသိရီသုဓမ္မ'],
])('a name breaks at its spaces where they suffice: %s', (_, name) => {
  const { lines } = placeText(name, layoutOf(3).name, 'EBGaramond-Regular');
  expect(lines).toHaveLength(2);
  expect(lines.map(({ text }) => text).join(' ')).toBe(name);
});

it.each([
  [
    'between words',
    '计算机科学与技术导论计算机科学与技术导论计算机科学与技术导论',
    /^(?:计算机|科学|与|技术|导论)+$/,
  ],
  ['within a word', 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5), /^\w+$/],
])('a name without spaces breaks %s', (_, name, line) => {
  const { lines } = placeText(name, layoutOf(3).name, 'EBGaramond-Regular');
  expect(lines.length).toBeGreaterThan(1);
  for (const { text } of lines) expect(text).toMatch(line);
  expect(lines.map(({ text }) => text).join('')).toBe(name);
});

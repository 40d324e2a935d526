import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mixedScripts, skeletonOf, skeletonsOf } from '#app/accounts/name-twins.server.ts';
import { confusablesText } from '../../scripts/confusables.ts';

const lookAlike = (one: string, other: string) =>
  skeletonsOf(one).some((skeleton) => skeletonsOf(other).includes(skeleton));

it('the confusable characters are those of the Unicode version that normalises the names', () => {
  expect(confusablesText()).toBe(readFileSync('app/accounts/confusables.txt', 'utf8'));
});

// ICU's uspoof_getSkeleton gives the same, except that it kept characters without a glyph until Unicode 15.1.
it.each([
  ['Harvard', 'Harvard'],
  ['modern', 'rnodern'],
  ['МІТ', 'MlT'],
  ['ﬁle № 10', 'file No lO'],
  ['𝓗arvard', 'Harvard'],
  ['Universit\u00e9', 'Universite\u0301'],
  ['M\u200bI\u2060T\u{e0041}', 'MlT'],
  ['ﷺ', 'صلى lللo علىo وسلم'],
])('the skeleton of %j is %j', (text, skeleton) => expect(skeletonOf(text)).toBe(skeleton));

it.each([
  ['Massachusetts Institute', 'Massachusetts\u200b Institute'],
  ['Massachusetts Institute', 'MASSACHUSETTS INSTITUTE'],
  ['Massachusetts Institute', 'Massachusetts  \u3000Institute\u00a0'],
  ['Oxford', 'Охford'],
  ['MIT', 'МІТ'],
  ['MIT', 'mit'],
  ['BIT', 'Віt'],
  ['Cornell', 'Comell'],
  ['Zoë Institute', 'Zoe\u0308 Institute'],
  ['ＭＩＴ', 'MIT'],
  ['Straße', 'STRASSE'],
  ['علی‌رضا', 'علیرضا'],
  ['ﷺ'.repeat(200), 'صلى الله عليه وسلم'.repeat(200)],
])('%j and %j look alike', (one, other) => expect(lookAlike(one, other)).toBe(true));

it.each([
  ['Aurora Institute', 'Aurora College'],
  ['Université', 'Universite'],
  ['東京大学', '京都大学'],
  ['MIT', 'M.I.T.'],
])('%j and %j do not look alike', (one, other) => expect(lookAlike(one, other)).toBe(false));

it('a long skeleton is kept as its hash', () => {
  const keys = ['a', 'b'].flatMap((end) => skeletonsOf(`${'ﷺ'.repeat(199)}${end}`));
  expect([new Set(keys).size, keys.every((key) => key.length === 43)]).toEqual([4, true]);
});

it.each([
  ['Оxford', ['Latin', 'Cyrillic']],
  ['Α Cornell', ['Latin', 'Greek']],
  ['Ꭺurora', ['Latin', 'others']],
  ['Aurora Institute, No. 7 (Zürich)', []],
  ['МГУ им. Ломоносова', []],
  ['東京カレッジ のぞみ', []],
  ['서울대학교 (大學)', []],
  ['राजीव गांधी', []],
  ['2026 – 100 %', []],
])('the scripts that %j mixes are %j', (name, scripts) => expect(mixedScripts(name)).toEqual(scripts));

import { expect, it } from 'vitest';
import { printable } from '../../../packages/verify/src/texts.ts';

it.each([
  ['Ada\u001b[2J', 'Ada\\u{1b}[2J'],
  ['a\nb\r\u0000', 'a\\u{a}b\\u{d}\\u{0}'],
  ['\u009b31m\u007f', '\\u{9b}31m\\u{7f}'],
  ['\u202eadA\u2069\u200f\u061c', '\\u{202e}adA\\u{2069}\\u{200f}\\u{61c}'],
  ['Ingrid Sørensen, आकाश, محمد, 李雷 👩‍🎓', 'Ingrid Sørensen, आकाश, محمد, 李雷 👩‍🎓'],
])('a terminal shows %j as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

import { describe, expect, it } from 'vitest';
import { boxDefaults, MOST_BOXES } from '#app/drawing/own-artwork/artwork.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { boxesToShow, boxOfWords, enteredBoxes } from '#app/routes/designs/own-artwork/box-form.server.ts';

describe('the fields of boxes in a form without a script', () => {
  it('are read in millimetres and in the notation of the reader, in their order', () => {
    const fields = {
      'box-10-kind': 'qr',
      'box-2-kind': 'text',
      'box-2-text': 'For {student}',
      'box-2-x': '12,5',
      'box-2-size': '10,25',
    };
    const { boxes, errors } = inLanguage('de', () => enteredBoxes(fields)) ?? {};
    expect(errors).toEqual({});
    expect(boxes).toEqual([
      { ...boxDefaults('text'), text: 'For {student}', x: 12_500, size: 10.25 },
      boxDefaults('qr'),
    ]);
  });

  it('name each number that cannot be read', () => {
    const fields = { 'box-1-kind': 'line', 'box-1-x': '1 mm', 'box-1-width': '', 'box-1-y': '٣' };
    const entered = enteredBoxes(fields);
    expect(entered?.errors).toEqual({
      'box-1-x': ['X must be a number.'],
      'box-1-width': ['Width must be a number.'],
    });
    expect(entered?.boxes).toEqual([{ ...boxDefaults('line'), y: 3_000 }]);
  });

  it('are at most one more than a design has, which is refused with the others', () => {
    const many = Array.from({ length: 300 }, (_, index) => [`box-${index}-kind`, 'text']);
    expect(enteredBoxes(Object.fromEntries(many))?.boxes).toHaveLength(MOST_BOXES + 1);
  });

  it('are not read where a script sends the boxes', () => {
    expect(enteredBoxes({ boxes: '[]', 'box-1-kind': 'text' })).toBeNull();
  });
});

it.each([
  ['no JSON', '{', []],
  ['no list', '{"length": 3}', []],
  ['entries of other kinds', '[null, 3, "x"]', Array.from({ length: 3 }, () => boxDefaults('text'))],
  ['values of other types', '[{"kind": "qr", "x": "7", "text": null}]', [boxDefaults('qr')]],
  [
    'a picture',
    '[{"kind": "picture", "picture": "photo", "y": 5}]',
    [{ ...boxDefaults('picture'), picture: 'photo', y: 5 }],
  ],
])('boxes of a refused form are shown again as far as they can be: %s', (_, boxes, shown) => {
  expect(boxesToShow({ boxes })).toEqual(shown);
});

describe('a box of words', () => {
  const word = (text: string, x: number, y: number, width: number, height = 8_000) => ({
    text,
    x,
    y,
    width,
    height,
    baseline: y + height,
    size: 28,
  });
  const title = word('Diploma', 100_000, 40_000, 97_000);

  it('has the room of a line for longer values on both sides of the middle', () => {
    const words = [word('Ada', 110_000, 100_000, 30_000), word('Lovelace', 145_000, 100_000, 40_000)];
    const box = boxOfWords(words, 'a4', [title]);
    // 15 mm from the edges, and as high as a line of that size.
    expect(box).toMatchObject({ text: 'Ada Lovelace', align: 'center', width: 265_000, lines: 1, size: 28 });
    expect([box.x + box.width / 2, Math.round(box.height / 1_000)]).toEqual([147_500, 13]);
    expect(box.y + box.height / 2).toBe(104_000);
  });

  it('ends where something else stands beside, above or below it', () => {
    const beside = word('Rector', 200_000, 101_000, 40_000);
    const above = word('to', 120_000, 91_000, 20_000);
    const box = boxOfWords([word('2026', 60_000, 100_000, 30_000)], 'a4', [beside]);
    expect(box).toMatchObject({ x: 60_000, align: 'left', width: 138_000 });
    const low = boxOfWords([word('2026', 125_000, 100_000, 30_000)], 'a4', [above]);
    expect([low.y, low.height]).toEqual([99_000, 10_000]);
  });

  it('at the right grows to the left, and of several lines fills them', () => {
    const words = [word('for the', 230_000, 100_000, 50_000), word('office', 240_000, 112_000, 40_000)];
    expect(boxOfWords(words, 'a4', [])).toMatchObject({
      x: 15_000,
      width: 265_000,
      align: 'right',
      long: 'wrap',
      lines: 2,
    });
  });
});

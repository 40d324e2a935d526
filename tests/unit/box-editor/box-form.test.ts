import { describe, expect, it } from 'vitest';
import { boxDefaults, MOST_BOXES } from '#app/drawing/own-artwork/artwork.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { boxesToShow, enteredBoxes } from '#app/routes/designs/own-artwork/box-form.server.ts';

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

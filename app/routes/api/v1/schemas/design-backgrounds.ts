import { z } from 'zod';
import 'zod-openapi';
import { ARTWORK_PAGE_NAMES } from '#app/drawing/own-artwork/artwork.ts';
import { _id, int, object, text } from '#app/routes/api/v1/object.ts';

export const wordObject = object('BackgroundWord', {
  text: text('Ada'),
  x: int(120_500, 'Thousandths of a millimetre from the left edge of the page'),
  y: int(84_000, 'Thousandths of a millimetre from its upper edge'),
  width: int(24_000, 'Of what is drawn, in thousandths of a millimetre'),
  height: int(7_000, 'Of what is drawn, in thousandths of a millimetre'),
  baseline: int(90_500, 'Its baseline, in thousandths of a millimetre from the upper edge'),
  size: z.number().meta({ description: 'Of its type, in points', examples: [28] }),
});

export const backgroundObject = object('DesignBackground', {
  _id,
  page: z.enum(ARTWORK_PAGE_NAMES).meta({ description: 'The page that it fills', examples: ['a4'] }),
  isVector: z.boolean().meta({
    description: 'Whether certificates as PDF have the drawing itself, and not its pixels',
    examples: [true],
  }),
  words: wordObject.array().meta({ description: 'The words that it shows, in the order of reading' }),
});

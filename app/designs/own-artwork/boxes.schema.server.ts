import { z } from 'zod';
import {
  ALIGNMENTS,
  type ArtworkBox,
  type ArtworkPage,
  BOX_KINDS,
  BOX_TYPEFACES,
  boxDefaults,
  LEAST_LINE,
  LEAST_SIDE,
  LONG_VALUES,
  MAX_BOX_TEXT,
  MAX_LINES,
  MOST_BOXES,
  micronsOf,
  TYPE_SIZES,
} from '#app/drawing/own-artwork/artwork.ts';
import { isBlank, safeParse } from '#app/shared/parse.server.ts';
import { printedLine } from '#app/shared/printable.ts';
import { t } from '#messages';
import { type BoxProperty, boxLabels, ofBox } from './texts.ts';

/** No page is longer. */
const LONGEST = 297_000;

const numberFrom = (property: BoxProperty, min: number, max: number) =>
  z
    .number({ error: () => mustBeNumber(property, min, max) })
    .refine((value) => value >= min && value <= max, {
      error: () => mustBeNumber(property, min, max),
    });

const mustBeNumber = (property: BoxProperty, min: number, max: number) =>
  t('ownArtwork.labelMustBeANumberFromMinToMax', {
    label: boxLabels()[property],
    min: String(min),
    max: String(max),
  });

/** A length, to the thousandth of a millimetre. */
const microns = (property: BoxProperty, min: number) =>
  numberFrom(property, min, LONGEST)
    .transform(Math.round)
    .meta({ description: 'In thousandths of a millimetre' });

const points = (property: BoxProperty) =>
  numberFrom(property, TYPE_SIZES.least, TYPE_SIZES.most).optional().meta({ description: 'In points' });

const oneOf = <Value extends string>(property: BoxProperty, values: readonly [Value, ...Value[]]) =>
  z.enum(values, {
    error: () =>
      t('design.labelMustBeOneOfValues', { label: boxLabels()[property], values: values.join(', ') }),
  });

const notAPicture = () => t('ownArtwork.aPictureIsLogoASignatureOrAField');

const boxSchema = z
  .strictObject({
    kind: oneOf('kind', BOX_KINDS),
    x: microns('x', 0),
    y: microns('y', 0),
    width: microns('width', LEAST_LINE),
    height: microns('height', LEAST_LINE),
    text: z
      .preprocess(
        (value) => (isBlank(value) ? undefined : value),
        printedLine(() => boxLabels().text, MAX_BOX_TEXT).optional(),
      )
      .meta({
        description:
          'A text with placeholders, an ID with {id}, or a date with {issueDate} or {expiryDate}; the alternative text of a picture',
      }),
    picture: z
      .string({ error: notAPicture })
      .regex(/^[a-z][a-zA-Z0-9]{0,29}$/, { error: notAPicture })
      .nullish()
      .meta({ description: 'logo, signature1 to signature6, or the key of a field for photographs' }),
    align: oneOf('align', ALIGNMENTS).optional(),
    typeface: oneOf('typeface', BOX_TYPEFACES).optional(),
    size: points('size'),
    minSize: points('minSize').meta({ description: 'The smallest size of a text, in points' }),
    colour: z
      .string({ error: () => mustBeColour() })
      .regex(/^#[0-9a-f]{6}$/i, { error: () => mustBeColour() })
      .transform((value) => value.toLowerCase())
      .optional(),
    long: oneOf('long', LONG_VALUES).optional(),
    lines: numberFrom('lines', 1, MAX_LINES).transform(Math.round).optional(),
  })
  .superRefine(({ kind, width, height, text, size, minSize }, context) => {
    const refuse = (property: BoxProperty, message: string) =>
      context.addIssue({ code: 'custom', path: [property], message });
    const thin = Math.min(width, height) === width ? 'width' : 'height';
    const least = kind === 'line' ? Math.max(width, height) : Math.min(width, height);
    if (least < LEAST_SIDE) refuse(thin, mustBeNumber(thin, LEAST_SIDE, LONGEST));
    if (kind === 'id' && text !== undefined && !text.includes('{id}'))
      refuse('text', t('ownArtwork.anIdNeedsPlaceholder', { placeholder: '{id}' }));
    if (size !== undefined && minSize !== undefined && minSize > size)
      refuse('minSize', t('ownArtwork.theSmallestSizeIsAboveTheSize'));
  })
  .transform(toBox);

const mustBeColour = () => t('design.labelMustBeAColourSuchAs1b2350', { label: boxLabels().colour });

type Entered = Partial<ArtworkBox> & Pick<ArtworkBox, 'kind'>;

/** A box with its keys in a fixed order, so that equal designs have equal JSON. */
function toBox(entered: { [Key in keyof Entered]: Entered[Key] | undefined }): ArtworkBox {
  const { kind } = entered as Entered;
  const usual = boxDefaults(kind);
  const size = entered.size ?? Math.max(usual.size, entered.minSize ?? 0);
  const mayHaveText = kind !== 'qr' && kind !== 'line';
  return {
    kind,
    x: entered.x ?? usual.x,
    y: entered.y ?? usual.y,
    width: entered.width ?? usual.width,
    height: entered.height ?? usual.height,
    text: mayHaveText ? (entered.text ?? usual.text) : '',
    picture: kind === 'picture' ? (entered.picture ?? usual.picture) : null,
    align: entered.align ?? usual.align,
    typeface: entered.typeface ?? usual.typeface,
    size,
    minSize: entered.minSize ?? Math.min(usual.minSize, size),
    colour: entered.colour ?? usual.colour,
    long: entered.long ?? usual.long,
    lines: entered.lines ?? usual.lines,
  };
}

/** The list in a form's field, where it is JSON. Null if it is no list. */
function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (isBlank(value)) return [];
  if (typeof value !== 'string') return null;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

function readBoxes(value: unknown, context: z.RefinementCtx): ArtworkBox[] {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  const list = listIn(value);
  if (!list) refuse(t('ownArtwork.boxesMustBeAListInJson'));
  if (!list || list.length > MOST_BOXES) {
    if (list) refuse(t('ownArtwork.atMostMaxBoxesNotCount', { max: MOST_BOXES, count: list.length }));
    return [];
  }
  return list.flatMap((entry, index) => {
    const result = safeParse(boxSchema, entry);
    if (result.success) return [result.data];
    for (const { code, message, ...issue } of result.error.issues) {
      const unknown =
        code === 'unrecognized_keys' && 'keys' in issue ? String(issue.keys[0]).slice(0, 40) : null;
      refuse(
        ofBox(index, unknown === null ? message : t('ownArtwork.nameIsNoPropertyOfABox', { name: unknown })),
      );
    }
    return [];
  });
}

const { $schema: _, ...described } = z.toJSONSchema(boxSchema, { io: 'input' });

/** The boxes of a design, as a list or, in a form, as its JSON. */
export const boxesField = z.unknown().transform(readBoxes).meta({
  type: 'array',
  maxItems: MOST_BOXES,
  items: described,
  description:
    'With the base artwork: what stands on the page, in the order of drawing and of reading. JSON in a form',
});

/** The boxes that leave the page, with why. */
export function offPage(
  boxes: readonly ArtworkBox[],
  page: ArtworkPage,
): { index: number; message: string }[] {
  const { width, height } = micronsOf(page);
  const message = t('ownArtwork.itLeavesThePageOfWidthByHeight', {
    width: width / 1000,
    height: height / 1000,
  });
  return [...boxes.entries()]
    .filter(([, box]) => box.x + box.width > width || box.y + box.height > height)
    .map(([index]) => ({ index, message }));
}

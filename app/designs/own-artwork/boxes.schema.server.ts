import { z } from 'zod';
import {
  ALIGNMENTS,
  type ArtworkBox,
  BOX_KINDS,
  BOX_TYPEFACES,
  boxDefaults,
  FACE_KINDS,
  type Face,
  LEAST_LINE,
  LEAST_SIDE,
  LONG_VALUES,
  MAX_BOX_TEXT,
  MAX_LINES,
  MOST_BOXES,
  micronsOf,
  type Surface,
  TYPE_SIZES,
} from '#app/drawing/own-artwork/artwork.ts';
import { isBlank, safeParse } from '#app/shared/parse.server.ts';
import { printedLine } from '#app/shared/printable.ts';
import { t } from '#messages';
import { type BoxProperty, boxLabels, faceLabels, ofBox, ofFace } from './texts.ts';

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

function readBoxes(value: unknown, refuse: (message: string) => void): ArtworkBox[] {
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

const refuseIn = (context: z.RefinementCtx) => (message: string) =>
  context.addIssue({ code: 'custom', message });

const { $schema: _, ...described } = z.toJSONSchema(boxSchema, { io: 'input' });

/** The boxes of a design, as a list or, in a form, as its JSON. */
export const boxesField = z
  .unknown()
  .transform((value, context) => readBoxes(value, refuseIn(context)))
  .meta({
    type: 'array',
    maxItems: MOST_BOXES,
    items: described,
    description:
      'With the base artwork: what stands on the page, in the order of drawing and of reading. JSON in a form',
  });

/** The boxes that leave the page, with why. */
export function offPage(boxes: readonly ArtworkBox[], page: Surface): { index: number; message: string }[] {
  const { width, height } = micronsOf(page);
  const message = t('ownArtwork.itLeavesThePageOfWidthByHeight', {
    width: width / 1000,
    height: height / 1000,
  });
  return [...boxes.entries()]
    .filter(([, box]) => box.x + box.width > width || box.y + box.height > height)
    .map(([index]) => ({ index, message }));
}

const noKind = () => t('faces.aFaceHasOneOfTheseKinds', { kinds: FACE_KINDS.join(', ') });
const noBackground = () => t('faces.aFacesBackgroundIsTheIdOfAStoredOne');

const faceSchema = z.strictObject({
  kind: z.enum(FACE_KINDS, { error: noKind }),
  background: z
    .string({ error: noBackground })
    .regex(/^(?:[0-9a-f]{64})?$/, { error: noBackground })
    .nullish()
    .meta({ description: 'The _id of a background that fills this face. The paper colour without it' }),
  boxes: z.unknown(),
});

/** A face that has something. The site makes the others. */
function readFace(entry: unknown, refuse: (message: string) => void): Face[] {
  const result = safeParse(faceSchema, entry);
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = issue?.code === 'unrecognized_keys' ? String(issue.keys[0]).slice(0, 40) : null;
    refuse(name === null ? (issue?.message ?? noKind()) : t('faces.nameIsNoPropertyOfAFace', { name }));
    return [];
  }
  const { kind, background, boxes: entered } = result.data;
  const boxes = readBoxes(entered, (message) => refuse(ofFace(kind, message)));
  for (const { index, message } of offPage(boxes, kind)) refuse(ofFace(kind, ofBox(index, message)));
  return boxes.length > 0 || background ? [{ kind, background: background || null, boxes }] : [];
}

function readFaces(value: unknown, context: z.RefinementCtx): Face[] {
  const refuse = refuseIn(context);
  const list = listIn(value);
  if (!list) refuse(t('faces.facesMustBeAListInJson'));
  // A longer list has two of a kind, or another kind.
  const faces = (list ?? []).slice(0, FACE_KINDS.length + 1).flatMap((entry) => readFace(entry, refuse));
  for (const kind of FACE_KINDS) {
    if (faces.filter((face) => face.kind === kind).length > 1)
      refuse(t('faces.thereIsOneFaceOfAKind', { face: faceLabels()[kind] }));
  }
  return FACE_KINDS.flatMap((kind) => faces.find((face) => face.kind === kind) ?? []);
}

/** The faces of a design, as a list or, in a form, as its JSON. */
export const facesField = z
  .unknown()
  .transform(readFaces)
  .meta({
    type: 'array',
    maxItems: FACE_KINDS.length,
    items: {
      type: 'object',
      required: ['kind', 'boxes'],
      additionalProperties: false,
      properties: {
        kind: { type: 'string', enum: [...FACE_KINDS] },
        background: {
          type: ['string', 'null'],
          description: 'The _id of a background that fills this face. The paper colour without it',
        },
        boxes: { type: 'array', maxItems: MOST_BOXES, items: described },
      },
    },
    description:
      'With the base artwork: the faces that its author makes, at most one of a kind; the site makes the others. A card has 85.6 × 54 mm, a wide picture 203.2 × 106.68 mm (1200 × 630 pixels), and a square one 182.88 mm a side (1080 pixels). JSON in a form',
  });

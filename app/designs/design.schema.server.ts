import { z } from 'zod';
import { contrastProblems } from '#app/drawing/contrast.ts';
import { BASES, baseDefaults, DATE_STYLES, PAGE_SIZES, TYPEFACES } from '#app/drawing/design.ts';
import { ARTWORK_PAGE_NAMES, type ArtworkProblem } from '#app/drawing/own-artwork/artwork.ts';
import { ENGLISH, languages, parseLanguage } from '#app/messages/reader-language.server.ts';
import { exampleDurations } from '#app/shared/durations.ts';
import { readDuration } from '#app/shared/entered-durations.ts';
import {
  existingName,
  type Label,
  line,
  multiline,
  optional,
  requiredText,
  wholeNumber,
} from '#app/shared/fields.ts';
import { isBlank } from '#app/shared/parse.server.ts';
import { printedLine } from '#app/shared/printable.ts';
import { textNow } from '#app/shared/reader-texts.ts';
import { t } from '#messages';
import type { TextName } from './design-form.ts';
import {
  fieldLabels,
  MAX_MAIL_SUBJECT,
  MAX_MAIL_TEXT,
  MAX_NAME_LENGTH,
  SIGNATORIES,
  TEXT_LENGTHS,
} from './design-form.ts';
import { lineAt } from './design-texts.server.ts';
import { boxesField, facesField, offPage } from './own-artwork/boxes.schema.server.ts';
import { ofBox } from './own-artwork/texts.ts';
import { signatoryOf, toDesign } from './to-design.server.ts';

/** An optional line, empty by default. */
const optionalLine = (label: Label, max: number, schema = line) =>
  z
    .preprocess((value) => (isBlank(value) ? undefined : value), schema(label, max).optional())
    .transform((value) => value ?? '');

const optionalText = (name: TextName) =>
  optionalLine(() => fieldLabels()[name], TEXT_LENGTHS[name], printedLine);

/** An address with a placeholder, which could lead anywhere. */
const FILLED_ADDRESS = /\S*(?:\/\/|@|www\.|mailto:)\S*(?:\{|%7b)\S*/i;

const mailText = optionalLine(() => fieldLabels().mailText, MAX_MAIL_TEXT, multiline)
  .superRefine((text, context) => {
    const found = FILLED_ADDRESS.exec(text);
    if (!found) return;
    const message = t('design.labelHasAPlaceholderInAnAddress', {
      label: fieldLabels().mailText,
      line: lineAt(text, found.index),
      address: found[0].slice(0, 80),
    });
    context.addIssue({ code: 'custom', message });
  })
  .meta({
    description:
      'Markdown without images, with placeholders, after what the mail says of the certificate. The standard mail without it. Of organisations that a super admin has approved',
  });

const mailSubject = optionalLine(() => fieldLabels().mailSubject, MAX_MAIL_SUBJECT).meta({
  description:
    'Subject of the mail about a certificate, with placeholders. The standard one without it. Of organisations that a super admin has approved',
});

const colour = (label: Label) =>
  z
    .string(requiredText(label))
    .regex(/^#[0-9a-f]{6}$/i, {
      error: () => t('design.labelMustBeAColourSuchAs1b2350', { label: textNow(label) }),
      abort: true,
    })
    .transform((value) => value.toLowerCase());

/** The hash of a stored picture, or null. */
const picture = (label: Label) =>
  z
    .string(requiredText(label))
    .regex(/^(?:[0-9a-f]{64})?$/, {
      error: () => t('design.labelIsNotKnownPleaseChooseItAgain', { label: textNow(label) }),
    })
    .nullish()
    .transform((hash) => hash || null);

/** One of a few values, or undefined. */
const chosen = <Value extends string>(label: Label, values: readonly [Value, ...Value[]]) =>
  z.preprocess(
    (value) => (isBlank(value) ? undefined : value),
    z
      .enum(values, {
        error: () => t('design.labelMustBeOneOfValues', { label: textNow(label), values: values.join(', ') }),
      })
      .optional(),
  );

/** One of a few values, by default the first. */
const choice = <Value extends string>(label: Label, values: readonly [Value, ...Value[]]) =>
  z.preprocess(
    (value) => (isBlank(value) ? undefined : value),
    z
      .enum(values, {
        error: () => t('design.labelMustBeOneOfValues', { label: textNow(label), values: values.join(', ') }),
      })
      .default(values[0]),
  );

const signatory = <Number extends (typeof SIGNATORIES)[number]>(number: Number) =>
  ({
    [`signatory${number}Name`]: optionalLine(
      () => t('design.nameOfSignatoryNumber', { number }),
      100,
      printedLine,
    ),
    [`signatory${number}Title`]: optionalLine(
      () => t('design.titleOfSignatoryNumber', { number }),
      100,
      printedLine,
    ),
    [`signature${number}Image`]: picture(() => t('design.signatureNumber', { number })),
  }) as Record<`signatory${Number}Name` | `signatory${Number}Title`, ReturnType<typeof optionalLine>> &
    Record<`signature${Number}Image`, ReturnType<typeof picture>>;

const notALanguage = () => t('design.languageMustBeOneOfLanguages', { languages: languages().join(', ') });

const notADuration = () =>
  t('design.expiresafterMustBeADurationSuch', {
    expiresAfter: fieldLabels().expiresAfter,
    example: exampleDurations().years,
  });

const ALL_BASES = [...BASES, 'artwork'] as const;

/** The fields of a design, each for itself. */
export const designFields = z.object({
  name: line(() => fieldLabels().name, MAX_NAME_LENGTH),
  base: z.enum(ALL_BASES, {
    error: () => t('design.layoutMustBeOneOfBases', { bases: ALL_BASES.join(', ') }),
  }),
  typeface: z.enum(TYPEFACES, {
    error: () => t('design.typefaceMustBeOneOfTypefaces', { typefaces: TYPEFACES.join(', ') }),
  }),
  primary: colour(() => fieldLabels().primary),
  accent: colour(() => fieldLabels().accent),
  paper: colour(() => fieldLabels().paper),
  title: printedLine(() => fieldLabels().title, TEXT_LENGTHS.title),
  subtitle: optionalText('subtitle'),
  beforeName: optionalText('beforeName'),
  beforeCourse: optionalText('beforeCourse'),
  statement: optionalText('statement'),
  logoImage: picture(() => t('designFields.logo')),
  ...signatory(1),
  ...signatory(2),
  ...signatory(3),
  ...signatory(4),
  ...signatory(5),
  ...signatory(6),
  seal: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
  language: z
    .string({ error: notALanguage })
    .max(35, { error: notALanguage })
    .optional()
    .refine((language) => !language || parseLanguage(language) !== null, { error: notALanguage })
    .transform((language) => language || ENGLISH)
    .meta({ description: 'The language of what the layout prints itself, and of dates. English by default' }),
  pageSize: chosen(() => fieldLabels().pageSize, PAGE_SIZES).meta({
    description: 'The size of the page. a4 by default. Not with the base artwork, which has page',
  }),
  page: chosen(() => t('ownArtwork.page'), ARTWORK_PAGE_NAMES).meta({
    description:
      'With the base artwork: the size and direction of the page. By default that of the background, or a4',
  }),
  backgroundImage: picture(() => t('ownArtwork.background')),
  boxes: boxesField.optional(),
  faces: facesField.optional(),
  draft: optional(
    z.union([z.boolean(), z.enum(['on', 'true', 'false'])], {
      error: () => t('fields.labelMustBeTrueOrFalse', { label: 'draft' }),
    }),
  )
    .transform((value) => value === true || value === 'on' || value === 'true')
    .meta({
      description: 'With the base artwork: save it as a draft, which may have problems and cannot be chosen',
    }),
  draftNumber: optional(wholeNumber('draftNumber', 0, 1_000_000_000)).meta({
    description: 'The number of the draft that was read, so that another that was saved meanwhile is kept',
  }),
  dateStyle: choice(() => fieldLabels().dateStyle, DATE_STYLES).meta({
    description: 'Dates as 28/02/2026, or with the month in words of the language. numbers by default',
  }),
  expiresAfter: optionalLine(() => fieldLabels().expiresAfter, 40)
    .refine((text) => text === '' || readDuration(text) !== null, { error: notADuration })
    .transform((text) => readDuration(text) ?? ''),
  mailSubject,
  mailText,
  version: optional(wholeNumber('version', 0, 1_000_000)).transform((value) => value ?? 0),
});

export type DesignFields = z.output<typeof designFields>;

const exceptWithArtwork = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().meta({ description: 'Required, but with the base artwork, which has a default for it' });

/** The fields as calls describe them. */
export const designBody = designFields.extend({
  typeface: exceptWithArtwork(designFields.shape.typeface),
  primary: exceptWithArtwork(designFields.shape.primary),
  accent: exceptWithArtwork(designFields.shape.accent),
  paper: exceptWithArtwork(designFields.shape.paper),
  title: exceptWithArtwork(designFields.shape.title),
});

type CloseColours = { one: string; other: string; ratio: string; needed: number };
const closeTextColours = (values: CloseColours) => t('design.textColoursAreTooClose', values);
const closeOrnamentColours = (values: CloseColours) => t('design.ornamentColoursAreTooClose', values);

/** The beginning of a text, without half a surrogate pair. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** What own artwork need not name: it shows neither these colours, if it has a background, nor the title. */
function withArtworkDefaults(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Reflect.get(input, 'base') !== 'artwork') return input;
  const { colours, typeface } = baseDefaults('minimal');
  const given = Object.entries(input).filter(([, value]) => !isBlank(value));
  const name: unknown = Reflect.get(input, 'name');
  const title = typeof name === 'string' ? cut(name, TEXT_LENGTHS.title) : undefined;
  return { typeface, ...colours, paper: '#ffffff', title, ...Object.fromEntries(given) };
}

/** The fields that go with own artwork alone. */
const ARTWORK_FIELDS = ['page', 'backgroundImage', 'boxes', 'faces', 'draft'] as const;

/** Fields of the other kind of design, and boxes that leave the page. */
function refineArtwork(entered: DesignFields, context: z.RefinementCtx) {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (entered.base !== 'artwork') {
    const isGiven = (field: (typeof ARTWORK_FIELDS)[number]) =>
      field === 'boxes' || field === 'faces' ? (entered[field] ?? []).length > 0 : Boolean(entered[field]);
    for (const field of ARTWORK_FIELDS.filter(isGiven)) {
      refuse(
        field === 'backgroundImage' ? 'background' : field,
        t('ownArtwork.fieldGoesWithArtwork', { field }),
      );
    }
    return;
  }
  if (entered.pageSize) refuse('pageSize', t('ownArtwork.artworkHasPageInsteadOfPageSize'));
  for (const { index, message } of offPage(entered.boxes ?? [], entered.page ?? 'a4'))
    refuse('boxes', ofBox(index, message));
}

/** Input for a design. `version` is the version that was opened for editing. */
export const designSchema = z
  .preprocess(withArtworkDefaults, designFields)
  .superRefine((entered, context) => {
    refineArtwork(entered, context);
    if (entered.base === 'artwork') return;
    for (const { colours, use, ratio, needed } of contrastProblems(toDesign(entered))) {
      const [one, other] = colours;
      context.addIssue({
        code: 'custom',
        path: [one],
        message: (use === 'text' ? closeTextColours : closeOrnamentColours)({
          one: fieldLabels()[one],
          other: fieldLabels()[other],
          ratio: ratio.toFixed(1),
          needed,
        }),
      });
    }
    for (const number of SIGNATORIES) {
      const { name, title, signature } = signatoryOf(entered, number);
      if (name !== '' || (title === '' && signature === null)) continue;
      const message = t('design.nameOfSignatoryNumberIsRequired', { number });
      context.addIssue({ code: 'custom', path: [`signatory${number}Name`], message });
    }
  })
  .transform((entered) => ({
    name: entered.name,
    expiresAfter: entered.expiresAfter || null,
    version: entered.version,
    design: toDesign(entered),
    isDraft: entered.draft,
    draftNumber: entered.draftNumber,
    mail: { subject: entered.mailSubject, text: entered.mailText },
  }));

/** A design that was entered. Own artwork is checked before it is saved, which gives its problems. */
export type DesignInput = z.output<typeof designSchema> & { problems?: ArtworkProblem[] };

/** The course whose default is set. An empty name means the issuer's default. */
export const defaultSchema = z.object({ courseName: optionalLine(() => t('common.courseName'), 200) });

/** The course whose default is removed. An empty name means the issuer's default. */
export const noDefaultSchema = z.object({
  courseName: optional(existingName(() => t('common.courseName'))).transform((value) => value ?? ''),
});

/** The base layouts: how a design is composed. Landscape unless the name says portrait. */
export const BASES = [
  'heritage',
  'collegiate',
  'ribbon',
  'modern',
  'minimal',
  'portrait-classic',
  'portrait-modern',
] as const;
export type Base = (typeof BASES)[number];

/** Pairings of the fonts in fonts/: one face for titles, others for names and running text. */
export const TYPEFACES = ['classic', 'garamond', 'editorial', 'modern'] as const;
export type Typeface = (typeof TYPEFACES)[number];

/** What an issuer chooses about the look of its certificates. */
export type Design = {
  base: Base;
  /** Each as '#rrggbb'. All other colours of a drawing are derived from them. */
  colours: { primary: string; accent: string; paper: string };
  typeface: Typeface;
  /** Name (SHA-256 in hex) of a PNG in `DesignImages`. */
  logo: string | null;
  /** At most three, drawn from left to right. `signature` is the name of a PNG. */
  signatories: { name: string; title: string; signature: string | null }[];
  /** Without placeholders at the time of drawing. An empty text takes no room. */
  texts: { title: string; subtitle: string; beforeName: string; beforeCourse: string; statement: string };
  seal: boolean;
};

/** PNG bytes by name. They were bounded and encoded by the server; uploaded bytes are never used. */
export type DesignImages = Record<string, Uint8Array>;

const TEXTS: Design['texts'] = {
  title: 'Certificate',
  subtitle: 'of Completion',
  beforeName: 'This is to certify that',
  beforeCourse: 'has successfully completed the course',
  statement: '',
};

/** Each base's own colours, typeface and texts. Texts may have placeholders (`fillPlaceholders`). */
export const BASE_DEFAULTS: Record<Base, Omit<Design, 'logo' | 'signatories'>> = {
  heritage: {
    base: 'heritage',
    colours: { primary: '#173b34', accent: '#a07a35', paper: '#fbf8f0' },
    typeface: 'classic',
    texts: TEXTS,
    seal: true,
  },
  collegiate: {
    base: 'collegiate',
    colours: { primary: '#5a1826', accent: '#a98035', paper: '#fffdf8' },
    typeface: 'garamond',
    texts: {
      ...TEXTS,
      title: 'Diploma',
      subtitle: '',
      beforeName: 'The faculty of {issuer} hereby confers upon',
      beforeCourse: 'who has fulfilled all requirements of the course',
      statement: 'this diploma, with all the rights and honours that belong to it, given on {issueDate}.',
    },
    seal: true,
  },
  ribbon: {
    base: 'ribbon',
    colours: { primary: '#1d3f72', accent: '#b3822c', paper: '#ffffff' },
    typeface: 'editorial',
    texts: {
      ...TEXTS,
      title: 'Certificate of Achievement',
      subtitle: '',
      beforeName: 'Proudly presented to',
      beforeCourse: 'for outstanding work in',
    },
    seal: true,
  },
  modern: {
    base: 'modern',
    colours: { primary: '#20235c', accent: '#e0593f', paper: '#ffffff' },
    typeface: 'modern',
    texts: { ...TEXTS, beforeName: 'Awarded to', beforeCourse: 'for completing the course' },
    seal: false,
  },
  minimal: {
    base: 'minimal',
    colours: { primary: '#1a1c20', accent: '#c2410c', paper: '#fdfdfb' },
    typeface: 'editorial',
    texts: {
      ...TEXTS,
      title: 'Certificate of completion',
      subtitle: '',
      beforeName: 'Presented to',
      beforeCourse: 'for completing',
    },
    seal: false,
  },
  'portrait-classic': {
    base: 'portrait-classic',
    colours: { primary: '#22314f', accent: '#9b7836', paper: '#fcf9f2' },
    typeface: 'classic',
    texts: TEXTS,
    seal: true,
  },
  'portrait-modern': {
    base: 'portrait-modern',
    colours: { primary: '#0d4f4a', accent: '#d97706', paper: '#ffffff' },
    typeface: 'modern',
    texts: { ...TEXTS, beforeName: 'This certificate is awarded to', beforeCourse: 'for completing' },
    seal: false,
  },
};

export const PLACEHOLDERS = ['student', 'course', 'issuer', 'issueDate', 'expiryDate', 'id'] as const;
export type PlaceholderValues = Record<(typeof PLACEHOLDERS)[number], string>;

const PLACEHOLDER = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'gu');

/** Replaces {student}, {course}, {issuer}, {issueDate}, {expiryDate} and {id}. Other braces stay as they are. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(PLACEHOLDER, (_, name: keyof PlaceholderValues) => values[name]);

/** Most characters of a text after its placeholders are filled in. A text of this length takes tens of milliseconds to draw. */
export const MAX_FILLED_LENGTH = 900;

/** Names of the texts for people. */
export const TEXT_LABELS: Record<keyof Design['texts'], string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  beforeName: 'Text before the name',
  beforeCourse: 'Text before the course',
  statement: 'Statement',
};

const OF_CERTIFICATES = PLACEHOLDERS.filter((name) => name !== 'issuer');

/** Whether a text can differ between certificates of one issuer. */
export const isVarying = (text: string): boolean =>
  OF_CERTIFICATES.some((name) => text.includes(`{${name}}`));

/** The design ID of the built-in layout. */
export const STANDARD_DESIGN = 'standard';

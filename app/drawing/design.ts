import { t } from '#messages';
import { PAGES, type Page, type PageSize } from './drawing.ts';
import { type OwnArtwork, pageOfSurface } from './own-artwork/artwork.ts';

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
export type LayoutBase = (typeof BASES)[number];

/** A base layout, or boxes on the issuer's own background. */
export type Base = LayoutBase | 'artwork';

/** Pairings of the fonts in fonts/: one face for titles, others for names and running text. */
export const TYPEFACES = ['classic', 'garamond', 'editorial', 'modern'] as const;
export type Typeface = (typeof TYPEFACES)[number];

export const PAGE_SIZES = Object.keys(PAGES) as [PageSize, ...PageSize[]];

/** How dates are written: 28/02/2026, or 28 February 2026. */
export const DATE_STYLES = ['numbers', 'words'] as const;
export type DateStyle = (typeof DATE_STYLES)[number];

/** What an issuer chooses about the look of its certificates. */
export type Design = {
  base: Base;
  /** Each as '#rrggbb'. All other colours of a drawing are derived from them. */
  colours: { primary: string; accent: string; paper: string };
  typeface: Typeface;
  /** Name (SHA-256 in hex) of a PNG in `DesignImages`. */
  logo: string | null;
  /** At most six, drawn from left to right and in two rows if one is too narrow. `signature` is the name of a PNG. */
  signatories: { name: string; title: string; signature: string | null }[];
  /** Without placeholders at the time of drawing. An empty text takes no room. */
  texts: { title: string; subtitle: string; beforeName: string; beforeCourse: string; statement: string };
  seal: boolean;
  /** The language of the layout's own texts. English without it. */
  language?: string;
  /** A4 without it. */
  pageSize?: PageSize | undefined;
  /** Numbers without it. */
  dateStyle?: DateStyle;
  /** The own fields of its texts, by key, if these are to be filled with `fillFormatted` (placeholders.ts). */
  fields?: string[];
  /** With the base 'artwork', and only then. Of the texts it has the title alone, which names the files. */
  artwork?: OwnArtwork;
};

export const orientationOf = (base: LayoutBase) => (base.startsWith('portrait') ? 'portrait' : 'landscape');

/** What decides about the page of a design. */
export type Paged = Pick<Design, 'base' | 'pageSize'> & { artwork?: Pick<OwnArtwork, 'page'> | undefined };

/** The page of a design. */
export function pageOf({ base, pageSize = 'a4', artwork }: Paged): Page {
  if (base === 'artwork') return pageOfSurface(artwork?.page ?? 'a4');
  return PAGES[pageSize][orientationOf(base)];
}

/** PNG bytes by name. They were bounded and encoded by the server; uploaded bytes are never used. */
export type DesignImages = Record<string, Uint8Array>;

type Look = Pick<Design, 'colours' | 'typeface' | 'seal'>;

/** Each base's own colours and typeface. */
const LOOKS: Record<LayoutBase, Look> = {
  heritage: {
    colours: { primary: '#173b34', accent: '#a07a35', paper: '#fbf8f0' },
    typeface: 'classic',
    seal: true,
  },
  collegiate: {
    colours: { primary: '#5a1826', accent: '#a98035', paper: '#fffdf8' },
    typeface: 'garamond',
    seal: true,
  },
  ribbon: {
    colours: { primary: '#1d3f72', accent: '#b3822c', paper: '#ffffff' },
    typeface: 'editorial',
    seal: true,
  },
  modern: {
    colours: { primary: '#20235c', accent: '#e0593f', paper: '#ffffff' },
    typeface: 'modern',
    seal: false,
  },
  minimal: {
    colours: { primary: '#1a1c20', accent: '#c2410c', paper: '#fdfdfb' },
    typeface: 'editorial',
    seal: false,
  },
  'portrait-classic': {
    colours: { primary: '#22314f', accent: '#9b7836', paper: '#fcf9f2' },
    typeface: 'classic',
    seal: true,
  },
  'portrait-modern': {
    colours: { primary: '#0d4f4a', accent: '#d97706', paper: '#ffffff' },
    typeface: 'modern',
    seal: false,
  },
};

/** Each base's own texts in the reader's language. They may have placeholders (`fillPlaceholders`). */
function textsOf(base: LayoutBase): Design['texts'] {
  const usual = {
    title: t('baseTexts.certificate'),
    subtitle: t('baseTexts.ofCompletion'),
    beforeName: t('baseTexts.thisIsToCertifyThat'),
    beforeCourse: t('baseTexts.hasSuccessfullyCompletedTheCourse'),
    statement: '',
  };
  switch (base) {
    case 'heritage':
    case 'portrait-classic':
      return usual;
    case 'collegiate':
      return {
        title: t('baseTexts.diploma'),
        subtitle: '',
        beforeName: t('baseTexts.theFacultyOfIssuerConfersUpon', { issuer: '{issuer}' }),
        beforeCourse: t('baseTexts.whoHasFulfilledAllRequirements'),
        statement: t('baseTexts.thisDiplomaGivenOnIssueDate', { issueDate: '{issueDate}' }),
      };
    case 'ribbon':
      return {
        ...usual,
        title: t('baseTexts.certificateOfAchievement'),
        subtitle: '',
        beforeName: t('baseTexts.proudlyPresentedTo'),
        beforeCourse: t('baseTexts.forOutstandingWorkIn'),
      };
    case 'modern':
      return {
        ...usual,
        beforeName: t('baseTexts.awardedTo'),
        beforeCourse: t('baseTexts.forCompletingTheCourse'),
      };
    case 'minimal':
      return {
        ...usual,
        title: t('baseTexts.certificateOfCompletion'),
        subtitle: '',
        beforeName: t('baseTexts.presentedTo'),
        beforeCourse: t('baseTexts.forCompleting'),
      };
    case 'portrait-modern':
      return {
        ...usual,
        beforeName: t('baseTexts.thisCertificateIsAwardedTo'),
        beforeCourse: t('baseTexts.forCompleting'),
      };
  }
}

/** A base's own colours, typeface and texts, the texts in the reader's language. */
export const baseDefaults = (base: LayoutBase): Omit<Design, 'logo' | 'signatories'> => ({
  base,
  ...LOOKS[base],
  texts: textsOf(base),
});

/** Most characters of a text after its placeholders are filled in. A text of this length takes tens of milliseconds to draw. */
export const MAX_FILLED_LENGTH = 900;

/** Names of the texts for people. */
export const textLabels = (): Record<keyof Design['texts'], string> => ({
  title: t('common.title'),
  subtitle: t('designTexts.subtitle'),
  beforeName: t('designTexts.textBeforeTheName'),
  beforeCourse: t('designTexts.textBeforeTheCourse'),
  statement: t('designTexts.statement'),
});

/** The design ID of the built-in layout. */
export const STANDARD_DESIGN = 'standard';

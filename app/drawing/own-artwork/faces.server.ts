import { isLight, paletteOf } from '#app/drawing/contrast.ts';
import type { Design, Typeface } from '#app/drawing/design.ts';
import { layoutOf } from '#app/drawing/layout.ts';
import { directionOf } from '#app/messages/about-languages.ts';
import { ENGLISH, inLanguage } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';
import {
  type ArtworkBox,
  type BoxKind,
  type BoxTypeface,
  boxAt,
  type FaceKind,
  hasText,
  LEAST_ID_SIZE,
  micronsOf,
  mirrored,
  type Place,
} from './artwork.ts';

/* The faces that the site makes of a design: boxes, as an author could place them, in the colours and typefaces of the design. */

/** What decides which boxes a face has. */
export type FaceFacts = {
  hasExpiry: boolean;
  /** The key of the photograph's field. */
  photo: string | null;
  /** Whether nobody sees the logo on light paper. */
  isLogoPale: boolean;
};

type Letters = Record<'display' | 'name' | 'course' | 'small', BoxTypeface>;

const LETTERS: Record<Typeface, Letters> = {
  classic: { display: 'classic', name: 'garamond', course: 'garamond-semibold', small: 'garamond-semibold' },
  garamond: {
    display: 'garamond',
    name: 'garamond-italic',
    course: 'garamond-semibold',
    small: 'garamond-semibold',
  },
  editorial: { display: 'editorial', name: 'editorial', course: 'modern-bold', small: 'modern' },
  modern: { display: 'modern-bold', name: 'modern-bold', course: 'modern-bold', small: 'modern' },
};

type Look = Partial<Pick<ArtworkBox, 'text' | 'picture' | 'align' | 'typeface' | 'size' | 'colour'>>;

/** Texts shrink as far as the longest values need. */
const SMALLEST = 4;
const TWO_LINES = { long: 'wrap', lines: 2 } as const;

const faceBox = (kind: BoxKind, place: Place, look: Look) =>
  boxAt(kind, place, {
    ...(kind === 'text' && TWO_LINES),
    ...(hasText({ kind }) && { minSize: kind === 'id' ? LEAST_ID_SIZE : SMALLEST }),
    ...look,
  });

type Kit = FaceFacts & {
  palette: ReturnType<typeof paletteOf>;
  letters: Letters;
  title: string;
  hasLogo: boolean;
  dates: string[];
};

type Texts = Record<'display' | 'name' | 'course', [place: Place, size: number]> & {
  align: 'left' | 'center';
};

/** The texts on the paper of a face. */
function textsOn({ palette, letters, title }: Kit, { align, ...places }: Texts): ArtworkBox[] {
  const look = { align, colour: palette.ink };
  const text = (name: 'display' | 'name' | 'course', own: Look) =>
    faceBox('text', places[name][0], { ...look, size: places[name][1], typeface: letters[name], ...own });
  return [
    text('display', { text: title, colour: palette.label }),
    text('name', { text: '{student}', colour: palette.title }),
    text('course', { text: '{course}' }),
  ];
}

/** The lines with the dates and the ID, from a place downwards. */
function smallLines({ palette, letters, dates }: Kit, [x, y, width, height]: Place, size: number) {
  const look = { align: 'left', size, typeface: letters.small } as const;
  return [
    ...dates.map((text, index) =>
      faceBox('text', [x, y + index * height, width, height], { ...look, text, colour: palette.ink }),
    ),
    faceBox('id', [x, y + dates.length * height, width, height], { ...look, colour: palette.muted }),
  ];
}

/** The logo. A pale one gets a dark plate on light paper. */
function logoAt({ hasLogo, isLogoPale, palette }: Kit, place: Place): ArtworkBox[] {
  if (!hasLogo) return [];
  const logo = faceBox('picture', place, { picture: 'logo' });
  if (!isLogoPale || !isLight(palette.paper)) return [logo];
  const [x, y, width, height] = place;
  const around: Place = [x - 1, y - 0.5, width + 2, height + 1];
  return [faceBox('line', around, { colour: palette.title }), logo];
}

const photoAt = ({ photo }: Kit, place: Place): ArtworkBox[] =>
  photo === null ? [] : [faceBox('picture', place, { picture: photo })];

function card(kit: Kit): ArtworkBox[] {
  const { palette, letters, photo, hasLogo } = kit;
  const texts: Texts = {
    align: 'left',
    display: [[5, 13.5, 54, 4.5], 7.5],
    name: [[5, 18.5, 54, 9], 16],
    course: [[5, 28, 54, 8.5], 10],
  };
  return [
    faceBox('line', [0, 0, 85.6, 3.5], { colour: palette.primary }),
    faceBox('line', [0, 3.5, 85.6, 0.6], { colour: palette.accent }),
    faceBox('text', [5, 6, hasLogo ? 53 : 75.6, 7], {
      text: '{issuer}',
      align: 'left',
      size: 10,
      typeface: letters.course,
      colour: palette.ink,
    }),
    ...logoAt(kit, [60.6, 6, 20, 7]),
    ...textsOn(kit, texts),
    ...photoAt(kit, [65.3, 14.4, 12.6, 16.2]),
    ...smallLines(kit, [5, kit.hasExpiry ? 38 : 42, 54, 4.2], 7.5),
    faceBox('qr', [61.6, photo === null ? 23 : 31.5, 20, 20], {}),
  ];
}

function wide(kit: Kit): ArtworkBox[] {
  const { palette, letters, hasLogo } = kit;
  const texts: Texts = {
    align: 'left',
    display: [[20, 31, 138, 9], 16],
    name: [[20, 41, 138, 20], 42],
    course: [[20, 62, 138, 16], 22],
  };
  return [
    faceBox('line', [0, 0, 9, 106.68], { colour: palette.primary }),
    faceBox('line', [9, 0, 1.2, 106.68], { colour: palette.accent }),
    ...logoAt(kit, [21, 9, 48, 16]),
    faceBox('text', [hasLogo ? 75 : 20, 9, hasLogo ? 83 : 138, 16], {
      text: '{issuer}',
      align: 'left',
      size: 20,
      typeface: letters.course,
      colour: palette.ink,
    }),
    ...textsOn(kit, texts),
    ...photoAt(kit, [162.7, 20, 31, 39.9]),
    ...smallLines(kit, [20, kit.hasExpiry ? 80 : 86, 138, 6], 12),
    faceBox('qr', [165.2, 70, 26, 26], {}),
  ];
}

function square(kit: Kit): ArtworkBox[] {
  const { palette, letters, photo, hasLogo } = kit;
  const texts: Texts = {
    align: 'center',
    display: [[16, 65, 150.88, 11], 22],
    name: [[16, 78, 150.88, 26], 48],
    course: [[16, 105, 150.88, 18], 26],
  };
  const left = photo === null ? 16 : 54;
  return [
    faceBox('line', [0, 0, 182.88, 9], { colour: palette.primary }),
    faceBox('line', [0, 9, 182.88, 1.5], { colour: palette.accent }),
    faceBox('text', [16, hasLogo ? 17 : 24, 150.88, 18], {
      text: '{issuer}',
      size: 28,
      typeface: letters.course,
      colour: palette.ink,
    }),
    ...logoAt(kit, [56.44, 39, 70, 20]),
    ...textsOn(kit, texts),
    ...photoAt(kit, [16, 126, 33, 42.4]),
    ...smallLines(kit, [left, kit.hasExpiry ? 136 : 140, 128 - left, 8], 14),
    faceBox('qr', [132.88, 130, 34, 34], {}),
  ];
}

const FACES: Record<FaceKind, (kit: Kit) => ArtworkBox[]> = { card, wide, square };

/** The look of certificates without a design. */
function standardLook(): Omit<Design, 'base'> {
  const { navy: primary, gold: accent, paper } = layoutOf(1).colours;
  const texts = { subtitle: '', beforeName: '', beforeCourse: '', statement: '' };
  return {
    colours: { primary, accent, paper },
    typeface: 'classic',
    logo: null,
    signatories: [],
    texts: { ...texts, title: t('baseTexts.certificateOfCompletion') },
    seal: false,
  };
}

/** The boxes of a face that the site makes, with placeholders, in the design's language. */
export function siteBoxes(kind: FaceKind, design: Omit<Design, 'base'>, facts: FaceFacts): ArtworkBox[] {
  const language = design.language ?? ENGLISH;
  const dates = inLanguage(language, () => [
    `${t('drawing.issuedOn')} {issueDate}`,
    ...(facts.hasExpiry ? [`${t('drawing.validUntil')} {expiryDate}`] : []),
  ]);
  const boxes = FACES[kind]({
    ...facts,
    palette: paletteOf(design.colours),
    letters: LETTERS[design.typeface],
    title: design.texts.title,
    hasLogo: design.logo !== null,
    dates,
  });
  return directionOf(language) === 'rtl' ? mirrored(boxes, micronsOf(kind)) : boxes;
}

/** A design whose page is one of its faces: its author's, or one without boxes where the site makes it. */
export function ownFace(design: Design, kind: FaceKind): Design {
  const { background = null, boxes = [] } = design.artwork?.faces?.find((face) => face.kind === kind) ?? {};
  return { ...design, base: 'artwork', artwork: { page: kind, background, boxes } };
}

const hasOwnFace = (design: Design | null, kind: FaceKind) =>
  design?.artwork?.faces?.some((face) => face.kind === kind) ?? false;

/** A design whose page is one of its faces. @param design null for certificates without one */
export function inFace(design: Design | null, kind: FaceKind, facts: FaceFacts): Design {
  if (design && hasOwnFace(design, kind)) return ownFace(design, kind);
  const look = design ?? inLanguage(ENGLISH, standardLook);
  return {
    ...look,
    base: 'artwork',
    artwork: { page: kind, background: null, boxes: siteBoxes(kind, look, facts) },
  };
}

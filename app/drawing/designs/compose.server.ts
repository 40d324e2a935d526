import { paletteOf } from '#app/drawing/contrast.ts';
import { type Design, type LayoutBase, orientationOf, pageOf } from '#app/drawing/design.ts';
import type { Artwork, CertificateDrawing, Page, Pen } from '#app/drawing/drawing.ts';
import { hasMargin, PAGES, printedCheck } from '#app/drawing/drawing.ts';
import { markParts } from '#app/drawing/marks.server.ts';
import { inReadingOrder } from '#app/drawing/tagging/reading-order.ts';
import { directionOf } from '#app/messages/about-languages.ts';
import { ENGLISH } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';
import { partsOf, qrSquare } from './boxes.server.ts';
import { collegiate } from './collegiate.ts';
import type { Pictures } from './decode.server.ts';
import { FACES } from './faces.ts';
import { heritage } from './heritage.ts';
import type { BoxOf, Layout, LayoutBox, Square, TextName } from './layout.ts';
import { inPixels, onPage } from './layout.ts';
import { minimal } from './minimal.ts';
import { modern } from './modern.ts';
import type { Part } from './parts.server.ts';
import { portraitClassic } from './portrait-classic.ts';
import { portraitModern } from './portrait-modern.ts';
import { ribbon } from './ribbon.ts';

const LAYOUTS: Record<LayoutBase, Layout> = {
  heritage,
  collegiate,
  ribbon,
  modern,
  minimal,
  'portrait-classic': portraitClassic,
  'portrait-modern': portraitModern,
};

/** Texts that belong to the template unless they vary. All other texts are details in every base. */
const TEMPLATE_TEXTS = ['title', 'subtitle'] as const;
const FIXED_TEXTS: ReadonlySet<TextName> = new Set([...TEMPLATE_TEXTS, 'issuer']);

/** Whether a box depends on nothing but the design and the issuer. */
function isFixed(box: LayoutBox): boolean {
  if (box.kind === 'qr' || box.kind === 'facts' || box.kind === 'photo') return false;
  if (box.kind === 'text') return FIXED_TEXTS.has(box.shows);
  return (
    box.kind !== 'stack' || box.blocks.every((block) => !('shows' in block) || FIXED_TEXTS.has(block.shows))
  );
}

/** The parts of a certificate in one base. */
type Composition = {
  page: Page;
  drawBackdrop: (pen: Pen) => void;
  /** Parts that depend on nothing but the design and the issuer. */
  fixed: () => Part[];
  /** Parts that depend on the certificate. */
  varying: Part[];
  qr: Square;
};

export function compose(drawing: CertificateDrawing, design: Design, pictures: Pictures): Composition {
  // Designs with own artwork are drawn from their boxes.
  const base = design.base as LayoutBase;
  const layout = LAYOUTS[base];
  const page = pageOf(design);
  const margin = hasMargin(drawing);
  const signatoryRows = Math.ceil(design.signatories.length / layout.signatoriesInRow);
  const kit = {
    drawing,
    design,
    texts: {
      ...design.texts,
      issuer: drawing.issuerName,
      name: drawing.studentName,
      course: drawing.courseName,
      scan: t('drawing.scanToVerify'),
      scanTheCode: t('drawing.scanTheCodeToVerify'),
    },
    pictures,
    palette: paletteOf(design.colours),
    faces: FACES[design.typeface],
    pageWidth: page.width,
    signatoryRows,
    isMirrored: directionOf(design.language ?? ENGLISH) === 'rtl',
  };
  const has = {
    logo: design.logo !== null,
    seal: design.seal,
    photo: drawing.photo !== undefined,
    signatories: signatoryRows,
    expiry: Boolean(drawing.expiryDate),
    margin,
  };
  const onA4 = [...layout.dependentBoxes(has), ...layout.boxes];
  const boxes = inPixels(onPage(onA4, layout.gives, page, PAGES.a4[orientationOf(base)]));
  const draw = (those: LayoutBox[]) => those.flatMap((box) => partsOf(kit, box));
  let fixed: Part[] | undefined;
  return {
    page,
    fixed: () => {
      fixed ??= draw(boxes.filter(isFixed));
      return fixed;
    },
    varying: draw(boxes.filter((box) => !isFixed(box))),
    qr: qrSquare(kit, boxes.find((box) => box.kind === 'qr') as BoxOf<'qr'>),
    drawBackdrop: (pen) => {
      if (!kit.isMirrored) return layout.drawBackdrop(pen, kit.palette, page, margin);
      pen.save();
      pen.translate(page.width, 0);
      pen.scale(-1, 1);
      layout.drawBackdrop(pen, kit.palette, page, margin);
      pen.restore();
    },
  };
}

/** The place and size of the mark, around the middle of the page. */
export const REVOKED = { angle: -0.33, size: 168, spacing: 16, width: 1090, height: 226 };

/** Whether a part depends on a varying text, or shares a stack with one. */
const dependsOn = (varying: readonly string[], { what, stack }: Part) =>
  varying.some((text) => text === what || stack?.has(text));

export function designArtwork(drawing: CertificateDrawing, design: Design, pictures: Pictures): Artwork {
  const { page, drawBackdrop, fixed, varying, qr } = compose(drawing, design, pictures);
  const varyingTexts = TEMPLATE_TEXTS.filter((text) => drawing.varyingTexts?.includes(text));
  const fixedTexts = TEMPLATE_TEXTS.map((text) => (varyingTexts.includes(text) ? null : design.texts[text]));
  const { dateStyle } = design;
  const mark = { ...REVOKED, x: page.width / 2, y: page.height * 0.48, dateStyle };
  const marks = markParts(drawing, mark, paletteOf(design.colours).revoked);
  const details = () => [
    ...(varyingTexts.length > 0 ? fixed().filter((part) => dependsOn(varyingTexts, part)) : []),
    ...varying,
  ];
  return {
    page,
    qr,
    templateKey: JSON.stringify([
      { ...design, texts: fixedTexts },
      drawing.issuerName,
      printedCheck(drawing),
      hasMargin(drawing),
      drawing.photo !== undefined,
    ]),
    drawTemplate: (pen) => {
      pen.fillStyle = design.colours.paper;
      pen.fillRect(0, 0, page.width, page.height);
      drawBackdrop(pen);
      for (const part of fixed()) {
        if (!dependsOn(varyingTexts, part)) part.draw(pen);
      }
    },
    drawDetails: (pen) => {
      const parts = details();
      for (const part of [...parts, ...marks]) part.draw(pen);
      if (marks.length === 0) return parts.map(({ area }) => area);
      return [{ left: 0, top: 0, width: page.width, height: page.height }];
    },
    elements: () => inReadingOrder([...fixed(), ...varying, ...marks]),
  };
}

import type { Artwork } from '#app/drawing/artwork.ts';
import { paletteOf } from '#app/drawing/contrast.ts';
import type { Base, Design } from '#app/drawing/design.ts';
import { type CertificateDrawing, printedCheck } from '#app/drawing/drawing.ts';
import { LANDSCAPE, PORTRAIT } from '#app/drawing/page.ts';
import { drawRevocation } from '#app/drawing/revocation.server.ts';
import { directionOf } from '#app/messages/about-languages.ts';
import { ENGLISH } from '#app/messages/catalogs.server.ts';
import { collegiate } from './collegiate.server.ts';
import type { Composition } from './composition.ts';
import type { Pictures } from './decode.server.ts';
import { FACES } from './faces.ts';
import { qrSquare } from './furniture.server.ts';
import { heritage } from './heritage.server.ts';
import { minimal } from './minimal.server.ts';
import { modern } from './modern.server.ts';
import type { Kit, Part } from './parts.server.ts';
import { portraitClassic } from './portrait-classic.server.ts';
import { portraitModern } from './portrait-modern.server.ts';
import { ribbon } from './ribbon.server.ts';

/** Composes a certificate. A base must not change once certificates were issued with it: a new look needs a new base. */
type Compose = (kit: Kit) => Composition;

const COMPOSERS: Record<Base, Compose> = {
  heritage,
  collegiate,
  ribbon,
  modern,
  minimal,
  'portrait-classic': portraitClassic,
  'portrait-modern': portraitModern,
};

export function compose(drawing: CertificateDrawing, design: Design, pictures: Pictures): Composition {
  const kit = {
    drawing,
    design,
    pictures,
    palette: paletteOf(design.colours),
    faces: FACES[design.typeface],
    pageWidth: (design.base.startsWith('portrait') ? PORTRAIT : LANDSCAPE).width,
    isMirrored: directionOf(design.language ?? ENGLISH) === 'rtl',
  };
  const composition = COMPOSERS[design.base](kit);
  if (!kit.isMirrored) return composition;
  return {
    ...composition,
    qr: qrSquare(kit, composition.qr),
    drawBackdrop: (pen) => {
      pen.save();
      pen.translate(kit.pageWidth, 0);
      pen.scale(-1, 1);
      composition.drawBackdrop(pen);
      pen.restore();
    },
  };
}

const REVOKED = { angle: -0.33, size: 168, spacing: 16, width: 1090, height: 226 };

/** Texts that belong to the template unless they vary. All other texts are details in every base. */
const TEMPLATE_TEXTS = ['title', 'subtitle'] as const;

/** Whether a part depends on a varying text, or shares a stack with one. */
const dependsOn = (varying: readonly string[], { what, stack }: Part) =>
  varying.some((text) => text === what || stack?.has(text));

export function designArtwork(drawing: CertificateDrawing, design: Design, pictures: Pictures): Artwork {
  const { page, drawBackdrop, fixed, varying, qr } = compose(drawing, design, pictures);
  const varyingTexts = TEMPLATE_TEXTS.filter((text) => drawing.varyingTexts?.includes(text));
  const fixedTexts = TEMPLATE_TEXTS.map((text) => (varyingTexts.includes(text) ? null : design.texts[text]));
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
      for (const part of parts) part.draw(pen);
      if (!drawing.revokedAt) return parts.map(({ area }) => area);
      const mark = { ...REVOKED, x: page.width / 2, y: page.height * 0.48 };
      drawRevocation(pen, drawing.revokedAt, mark, paletteOf(design.colours).revoked);
      return [{ left: 0, top: 0, width: page.width, height: page.height }];
    },
  };
}

import { LANDSCAPE } from '#app/drawing/page.ts';
import { bodyParts } from './body.server.ts';
import type { Composition } from './composition.ts';
import { brandParts, dateFacts, factParts, idFact, qrPart, signatoryParts } from './furniture.server.ts';
import { imagePart, type Kit, type Part, textPart } from './parts.server.ts';
import { BANNER, drawRibbonBackdrop, TAIL } from './ribbon-backdrop.ts';
import { laurelSeal, sealParts } from './seals.server.ts';
import { stack } from './stack.server.ts';

const { width: WIDTH } = LANDSCAPE;
const CENTRE = WIDTH / 2;

function headParts(kit: Kit): Part[] {
  const { design, drawing, palette } = kit;
  const logo = imagePart(kit, 'logo', design.logo, { left: CENTRE - 220, top: 74, width: 440, height: 92 });
  const top = logo.length > 0 ? 174 : 92;
  return [
    ...logo,
    ...textPart(
      kit,
      'issuer',
      drawing.issuerName,
      { left: 280, top, width: WIDTH - 560, height: 226 - top },
      {
        role: 'label',
        size: logo.length > 0 ? 26 : 34,
        colour: palette.label,
        spacing: 0.14,
        capitals: true,
        maxLines: 2,
      },
    ),
    ...stack(
      kit,
      {
        left: BANNER.left + 50,
        top: BANNER.top + 18,
        width: BANNER.right - BANNER.left - 100,
        height: BANNER.bottom - BANNER.top - 36,
        loosen: 1,
      },
      [
        {
          what: 'title',
          gap: 0,
          text: design.texts.title,
          maxHeight: 84,
          style: { role: 'title', size: 74, colour: palette.onPrimary, spacing: 0.03, maxLines: 2 },
        },
        {
          what: 'subtitle',
          gap: 8,
          text: design.texts.subtitle,
          maxHeight: 30,
          style: { role: 'label', size: 22, colour: palette.accentOnPrimary, spacing: 0.2, capitals: true },
        },
      ],
    ),
  ];
}

function body(kit: Kit, bottom: number): Part[] {
  const { palette } = kit;
  const top = BANNER.bottom + TAIL.drop + 18;
  return bodyParts(
    kit,
    { left: 240, top, width: WIDTH - 480, height: bottom - top },
    {
      prose: { size: 30, maxHeight: 66 },
      name: { gap: 22, size: 98, maxHeight: 136 },
      divider: {
        gap: 20,
        width: 560,
        height: 3,
        draw: (pen, { left, top: y, width }) => {
          pen.fillStyle = palette.hairline;
          pen.fillRect(left, y + 1, width, 1.5);
          pen.fillStyle = palette.ornament;
          pen.fillRect(left + width / 2 - 50, y, 100, 3);
        },
      },
      beforeCourse: { gap: 24 },
      course: { gap: 18, size: 50, width: 1200, maxHeight: 98 },
      statement: { gap: 22, size: 25, width: 1040, maxHeight: 84 },
    },
  );
}

/** A folded ribbon that carries the title, with rays behind it. */
export function ribbon(kit: Kit): Composition {
  const { palette, design } = kit;
  const signed = design.signatories.length > 0;
  const qr = { left: WIDTH - 96 - 164, top: 988, size: 164 };
  const colours = { label: palette.label, value: palette.ink, align: 'center' } as const;
  const facts = [idFact(kit), ...dateFacts(kit)];
  const widths = facts.map((_, index) => (index === 0 ? 380 : 220));
  const whole = widths.reduce((total, width) => total + width, 0);
  return {
    page: LANDSCAPE,
    qr,
    drawBackdrop: (pen) => drawRibbonBackdrop(pen, palette),
    fixed: () => [
      ...headParts(kit),
      ...sealParts(kit, laurelSeal, { x: 176, y: 1068, radius: 82 }),
      ...signatoryParts(
        kit,
        { left: 290, top: 836, width: WIDTH - 580, height: 158 },
        {
          columnWidth: 340,
          gap: 76,
          imageHeight: 72,
          name: palette.ink,
          title: palette.muted,
          line: palette.ornament,
        },
      ),
      ...brandParts(
        kit,
        { left: CENTRE - 400, top: 1120, width: 800 },
        { colour: palette.muted, check: palette.ornament },
      ),
    ],
    varying: [
      ...body(kit, signed ? 812 : 984),
      qrPart(kit, qr),
      ...facts.flatMap((fact, index) => {
        const before = widths.slice(0, index).reduce((total, width) => total + width, 0);
        return factParts(
          kit,
          fact,
          { left: CENTRE - whole / 2 + before, top: 1040, width: widths[index] as number },
          colours,
        );
      }),
    ],
  };
}

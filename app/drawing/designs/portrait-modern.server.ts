import { mix } from '#app/drawing/contrast.ts';
import { PORTRAIT } from '#app/drawing/page.ts';
import type { Pen } from '#app/drawing/pen.ts';
import { t } from '#messages';
import { bodyParts } from './body.server.ts';
import type { Composition } from './composition.ts';
import { brandParts, dateFacts, factParts, idFact, qrPart, signatoryParts } from './furniture.server.ts';
import { logoPlateParts } from './logo-plate.server.ts';
import { type Kit, type Part, textPart } from './parts.server.ts';
import { laurelSeal, sealParts } from './seals.server.ts';
import { stack } from './stack.server.ts';

const { width: WIDTH, height: HEIGHT } = PORTRAIT;
const MARGIN = 110;
const INNER = WIDTH - 2 * MARGIN;
/** The block of colour ends in a slope. */
const SLOPE = { left: 660, right: 500 };

function drawBackdrop(pen: Pen, { palette }: Kit) {
  const quad = (colour: string, shift: number, thickness: number) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(0, SLOPE.left + shift);
    pen.lineTo(WIDTH, SLOPE.right + shift);
    pen.lineTo(WIDTH, SLOPE.right + shift - thickness);
    pen.lineTo(0, SLOPE.left + shift - thickness);
    pen.closePath();
    pen.fill();
  };
  pen.fillStyle = palette.primary;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.lineTo(WIDTH, 0);
  pen.lineTo(WIDTH, SLOPE.right);
  pen.lineTo(0, SLOPE.left);
  pen.closePath();
  pen.fill();
  pen.save();
  pen.clip();
  pen.fillStyle = mix(palette.primary, palette.patternOnPrimary, 0.6);
  for (const [x, y, radius] of [
    [WIDTH - 60, 40, 330],
    [WIDTH - 330, 480, 190],
  ] as const) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, Math.PI * 2);
    pen.fill();
  }
  pen.restore();
  quad(palette.ornament, 14, 14);
  quad(palette.tint, 50, 22);
  pen.fillStyle = palette.primary;
  pen.fillRect(0, HEIGHT - 22, WIDTH, 22);
}

const LOGO = { left: MARGIN + 26, top: 112, width: 380, height: 104 };

function body(kit: Kit, bottom: number): Part[] {
  const { palette } = kit;
  const top = SLOPE.left + 76;
  const column = {
    left: MARGIN,
    top,
    width: INNER,
    height: bottom - top,
    align: 'left',
    anchor: 0.4,
  } as const;
  return bodyParts(kit, column, {
    prose: { size: 32, maxHeight: 70 },
    name: { gap: 28, size: 92, maxHeight: 196 },
    divider: {
      gap: 34,
      width: 120,
      height: 8,
      draw: (pen, area) => {
        pen.fillStyle = palette.ornament;
        pen.fillRect(area.left, area.top, area.width, area.height);
      },
    },
    beforeCourse: { gap: 34 },
    course: { gap: 22, size: 52, maxHeight: 150 },
    statement: { gap: 34, size: 27, width: 900, maxHeight: 120, maxLines: 4 },
  });
}

/** A portrait page under a sloping block of colour that carries the title. */
export function portraitModern(kit: Kit): Composition {
  const { palette, design, drawing } = kit;
  const signed = design.signatories.length > 0;
  const hasLogo = design.logo !== null;
  const qr = { left: WIDTH - MARGIN - 190, top: 1456, size: 190 };
  const colours = { label: palette.label, value: palette.ink };
  const [first, ...dates] = [idFact(kit), ...dateFacts(kit)];
  const headTop = hasLogo ? 262 : 130;
  return {
    page: PORTRAIT,
    qr,
    drawBackdrop: (pen) => drawBackdrop(pen, kit),
    fixed: () => [
      ...logoPlateParts(kit, LOGO, { padding: { x: 26, y: 22 }, radius: 12, align: 'left' }),
      ...stack(
        kit,
        {
          left: MARGIN,
          top: headTop,
          width: INNER - (design.seal ? 232 : 60),
          height: 540 - headTop,
          align: 'left',
        },
        [
          {
            what: 'issuer',
            gap: 0,
            text: drawing.issuerName,
            width: hasLogo ? 700 : 760,
            maxHeight: 66,
            style: { role: 'label', size: 28, colour: palette.accentOnPrimary, spacing: 0.06, maxLines: 2 },
          },
          {
            what: 'title',
            gap: 30,
            text: design.texts.title,
            maxHeight: 130,
            style: { role: 'title', size: 112, colour: palette.onPrimary, spacing: -0.02, maxLines: 2 },
          },
          {
            what: 'subtitle',
            gap: 22,
            text: design.texts.subtitle,
            width: 680,
            maxHeight: 48,
            style: { role: 'prose', size: 40, colour: palette.quietOnPrimary },
          },
        ],
      ),
      ...sealParts(kit, laurelSeal, { x: WIDTH - MARGIN - 100, y: 545, radius: 104 }),
      ...signatoryParts(
        kit,
        { left: MARGIN, top: 1226, width: INNER, height: 190 },
        {
          align: 'left',
          columnWidth: 310,
          gap: 44,
          imageHeight: 84,
          name: palette.ink,
          title: palette.muted,
          line: palette.ornament,
        },
      ),
      ...brandParts(
        kit,
        { left: MARGIN, top: 1622, width: INNER - 380 },
        { align: 'left', colour: palette.muted, check: palette.ornament },
      ),
    ],
    varying: [
      ...body(kit, signed ? 1196 : 1420),
      qrPart(kit, qr),
      ...(first ? factParts(kit, first, { left: MARGIN, top: 1470, width: 400 }, colours) : []),
      ...dates.flatMap((fact, index) =>
        factParts(kit, fact, { left: MARGIN + index * 230, top: 1544, width: 210 }, colours),
      ),
      ...textPart(
        kit,
        'note',
        t('drawing.scanToVerify'),
        { left: qr.left - 170, top: 1622, width: 150, height: 24 },
        { role: 'prose', size: 20, colour: palette.muted, align: 'right' },
      ),
    ],
  };
}

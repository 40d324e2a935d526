import { LANDSCAPE } from '#app/drawing/page.ts';
import type { Pen } from '#app/drawing/pen.ts';
import { bodyParts } from './body.server.ts';
import type { Composition } from './composition.ts';
import {
  brandParts,
  dateFacts,
  factParts,
  idFact,
  qrPart,
  rulePart,
  signatoryParts,
} from './furniture.server.ts';
import { logoPlateParts } from './logo-plate.server.ts';
import { type Kit, type Part, textPart } from './parts.server.ts';
import { ribbonSeal, sealParts } from './seals.server.ts';
import { stack } from './stack.server.ts';

const { width: WIDTH, height: HEIGHT } = LANDSCAPE;
const CENTRE = WIDTH / 2;
const TOP_BAND = 148;
const BOTTOM_BAND = 1062;
const FRAME = 30;

/** A lattice of diagonals, like the lining of an academic gown. */
function lattice(pen: Pen, top: number, bottom: number) {
  const [step, height] = [22, bottom - top];
  pen.save();
  pen.beginPath();
  pen.rect(0, top, WIDTH, height);
  pen.clip();
  pen.beginPath();
  for (let x = -height; x < WIDTH + height; x += step) {
    pen.moveTo(x, top);
    pen.lineTo(x + height, bottom);
    pen.moveTo(x + height, top);
    pen.lineTo(x, bottom);
  }
  pen.stroke();
  pen.restore();
}

function drawBackdrop(pen: Pen, { palette }: Kit) {
  pen.fillStyle = palette.primary;
  pen.fillRect(0, 0, WIDTH, TOP_BAND);
  pen.fillRect(0, BOTTOM_BAND, WIDTH, HEIGHT - BOTTOM_BAND);
  pen.fillRect(0, 0, FRAME, HEIGHT);
  pen.fillRect(WIDTH - FRAME, 0, FRAME, HEIGHT);
  pen.strokeStyle = palette.patternOnPrimary;
  pen.lineWidth = 1;
  lattice(pen, 0, TOP_BAND);
  lattice(pen, BOTTOM_BAND, HEIGHT);
  pen.strokeStyle = palette.ornament;
  pen.lineWidth = 5;
  pen.strokeRect(FRAME, TOP_BAND, WIDTH - 2 * FRAME, BOTTOM_BAND - TOP_BAND);
  pen.lineWidth = 1.5;
  pen.strokeRect(FRAME + 14, TOP_BAND + 14, WIDTH - 2 * FRAME - 28, BOTTOM_BAND - TOP_BAND - 28);
}

/** The logo hangs from the band. */
const LOGO = { left: CENTRE - 190, top: TOP_BAND - 30, width: 380, height: 108 };

function body(kit: Kit, top: number, bottom: number): Part[] {
  const { palette } = kit;
  return bodyParts(
    kit,
    { left: 210, top, width: WIDTH - 420, height: bottom - top },
    {
      prose: { size: 30, maxHeight: 66 },
      name: { gap: 26, size: 90, maxHeight: 132 },
      divider: {
        gap: 24,
        width: 180,
        height: 9,
        draw: (pen, { left, top: y, width }) => {
          pen.fillStyle = palette.ornament;
          pen.fillRect(left, y, width, 3);
          pen.fillRect(left + 30, y + 7, width - 60, 1.5);
        },
      },
      beforeCourse: { gap: 26 },
      course: { gap: 20, size: 52, width: 1220, maxHeight: 96 },
      statement: { gap: 24, size: 26, width: 1080, maxHeight: 88 },
    },
  );
}

/** A diploma between two broad bands: the college above, the facts below. */
export function collegiate(kit: Kit): Composition {
  const { palette, design, drawing } = kit;
  const signed = design.signatories.length > 0;
  const onBand = { label: palette.accentOnPrimary, value: palette.onPrimary };
  const qr = { left: 70, top: 1082, size: 136 };
  const hasLogo = design.logo !== null;
  const titleTop = hasLogo ? 262 : 196;
  const facts = [idFact(kit), ...dateFacts(kit)];
  return {
    page: LANDSCAPE,
    qr,
    drawBackdrop: (pen) => drawBackdrop(pen, kit),
    fixed: () => [
      ...textPart(
        kit,
        'issuer',
        drawing.issuerName,
        { left: 200, top: 22, width: WIDTH - 400, height: hasLogo ? 62 : 104 },
        {
          role: 'title',
          size: hasLogo ? 38 : 46,
          colour: palette.onPrimary,
          spacing: 0.2,
          capitals: true,
          maxLines: 2,
        },
      ),
      ...logoPlateParts(kit, LOGO, { padding: { x: 30, y: 22 }, radius: 14, outline: true }),
      ...stack(kit, { left: 330, top: titleTop, width: WIDTH - 660, height: hasLogo ? 152 : 200 }, [
        {
          what: 'title',
          gap: 0,
          text: design.texts.title,
          maxHeight: 120,
          style: { role: 'title', size: 100, colour: palette.title, spacing: 0.04, maxLines: 2 },
        },
        {
          what: 'subtitle',
          gap: 14,
          text: design.texts.subtitle,
          maxHeight: 36,
          style: { role: 'label', size: 24, colour: palette.label, spacing: 0.24, capitals: true },
        },
      ]),
      ...sealParts(kit, ribbonSeal, { x: WIDTH - 212, y: TOP_BAND + 40, radius: 82 }),
      ...signatoryParts(
        kit,
        { left: 150, top: 862, width: WIDTH - 300, height: 172 },
        {
          columnWidth: 380,
          gap: 80,
          imageHeight: 84,
          name: palette.ink,
          title: palette.muted,
          line: palette.ink,
        },
      ),
      ...brandParts(
        kit,
        { left: WIDTH - 570, top: 1139, width: 500 },
        { align: 'right', colour: palette.quietOnPrimary, check: palette.accentOnPrimary },
      ),
      rulePart(kit, 'rule', { left: 230, top: 1103, width: 1.5, height: 96 }, palette.accentOnPrimary),
    ],
    varying: [
      ...body(kit, titleTop + (hasLogo ? 160 : 212), signed ? 844 : 1024),
      qrPart(kit, qr),
      ...facts.flatMap((fact, index) =>
        factParts(
          kit,
          fact,
          {
            left: 256 + (index === 0 ? 0 : 360 + (index - 1) * 200),
            top: 1124,
            width: index === 0 ? 340 : 180,
          },
          onBand,
        ),
      ),
    ],
  };
}

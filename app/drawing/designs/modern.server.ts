import { ring } from '#app/drawing/ornament.ts';
import { LANDSCAPE } from '#app/drawing/page.ts';
import type { Pen } from '#app/drawing/pen.ts';
import { t } from '#messages';
import { bodyParts } from './body.server.ts';
import type { Composition } from './composition.ts';
import { brandParts, dateFacts, factParts, idFact, qrPart, signatoryParts } from './furniture.server.ts';
import { logoPlateParts } from './logo-plate.server.ts';
import { type Kit, type Part, textPart } from './parts.server.ts';
import { laurelSeal, sealParts } from './seals.server.ts';
import { stack } from './stack.server.ts';

const { width: WIDTH, height: HEIGHT } = LANDSCAPE;
const PANEL = 440;
const LEFT = 550;
const RIGHT = WIDTH - 110;
const INSET = 70;

function drawBackdrop(pen: Pen, { palette }: Kit) {
  pen.fillStyle = palette.primary;
  pen.fillRect(0, 0, PANEL, HEIGHT);
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, PANEL, HEIGHT);
  pen.clip();
  pen.strokeStyle = palette.patternOnPrimary;
  for (let radius = 64; radius < 350; radius += 40) ring(pen, PANEL, 420, radius, 15);
  pen.restore();
  pen.fillStyle = palette.ornament;
  pen.fillRect(PANEL, 0, 12, HEIGHT);
}

const LOGO = { left: INSET + 26, top: 106, width: PANEL - 2 * INSET - 52, height: 132 };

function body(kit: Kit, top: number, bottom: number): Part[] {
  const column = {
    left: LEFT,
    top,
    width: RIGHT - LEFT,
    height: bottom - top,
    align: 'left',
    anchor: 0.45,
  } as const;
  return bodyParts(kit, column, {
    prose: { size: 30, maxHeight: 66 },
    name: { gap: 22, size: 92, maxHeight: 190 },
    beforeCourse: { gap: 40 },
    course: { gap: 18, size: 48, maxHeight: 130 },
    statement: { gap: 30, size: 26, width: 940, maxHeight: 92 },
  });
}

/** A panel of colour with the facts on the left, large type on the right. */
export function modern(kit: Kit): Composition {
  const { palette, design, drawing } = kit;
  const signed = design.signatories.length > 0;
  const qr = { left: INSET, top: 900, size: 200 };
  const onPanel = { label: palette.accentOnPrimary, value: palette.onPrimary };
  const panelWidth = PANEL - 2 * INSET;
  const facts = dateFacts(kit);
  const factsTop = 868 - facts.length * 76;
  return {
    page: LANDSCAPE,
    qr,
    drawBackdrop: (pen) => drawBackdrop(pen, kit),
    fixed: () => [
      ...logoPlateParts(kit, LOGO, { padding: { x: 26, y: 22 }, radius: 10, align: 'left' }),
      ...stack(
        kit,
        {
          left: LEFT,
          top: 96,
          width: RIGHT - LEFT - (design.seal ? 230 : 0),
          height: 240,
          align: 'left',
          anchor: 0,
        },
        [
          {
            what: 'issuer',
            gap: 0,
            text: drawing.issuerName,
            maxHeight: 58,
            style: { role: 'label', size: 26, colour: palette.label, spacing: 0.08, maxLines: 2 },
          },
          {
            what: 'title',
            gap: 34,
            text: design.texts.title,
            maxHeight: 116,
            style: { role: 'title', size: 100, colour: palette.title, spacing: -0.02, maxLines: 2 },
          },
          {
            what: 'subtitle',
            gap: 22,
            text: design.texts.subtitle,
            maxHeight: 44,
            style: { role: 'prose', size: 36, colour: palette.muted },
          },
        ],
      ),
      ...sealParts(kit, laurelSeal, { x: RIGHT - 90, y: 190, radius: 90 }),
      ...signatoryParts(
        kit,
        { left: LEFT, top: 900, width: RIGHT - LEFT, height: 184 },
        {
          align: 'left',
          columnWidth: 330,
          gap: 50,
          imageHeight: 84,
          name: palette.ink,
          title: palette.muted,
          line: palette.ornament,
        },
      ),
      ...brandParts(
        kit,
        { left: LEFT, top: 1120, width: RIGHT - LEFT },
        { align: 'left', colour: palette.muted, check: palette.ornament },
      ),
    ],
    varying: [
      ...body(kit, 370, signed ? 876 : 1076),
      qrPart(kit, qr),
      ...facts.flatMap((fact, index) =>
        factParts(kit, fact, { left: INSET, top: factsTop + index * 76, width: panelWidth }, onPanel),
      ),
      ...factParts(kit, idFact(kit), { left: INSET, top: 1120, width: panelWidth }, onPanel),
      ...textPart(
        kit,
        'note',
        t('drawing.scanToVerify'),
        { left: INSET, top: 1172, width: panelWidth, height: 24 },
        { role: 'prose', size: 20, colour: palette.quietOnPrimary, align: 'left' },
      ),
    ],
  };
}

import { LANDSCAPE } from '#app/drawing/page.ts';
import type { Pen } from '#app/drawing/pen.ts';
import { t } from '#messages';
import { bodyParts } from './body.server.ts';
import type { Composition } from './composition.ts';
import { brandParts, dateFacts, factParts, idFact, qrPart, signatoryParts } from './furniture.server.ts';
import { imagePart, inPage, type Kit, type Part, textPart } from './parts.server.ts';
import { sealParts, stampedSeal } from './seals.server.ts';
import { stack } from './stack.server.ts';

const { width: WIDTH, height: HEIGHT } = LANDSCAPE;
const MARGIN = 120;
/** A narrow column on the right for dates, ID and QR code. */
const SIDE = { left: 1352, width: WIDTH - MARGIN - 1352 };
const MAIN = { left: MARGIN, width: 1130 };
const TOP_RULE = 196;
const BOTTOM_RULE = 1096;

function drawBackdrop(pen: Pen, { palette }: Kit) {
  pen.fillStyle = palette.hairline;
  for (const y of [TOP_RULE, BOTTOM_RULE]) pen.fillRect(MARGIN, y, WIDTH - 2 * MARGIN, 1.5);
  pen.fillRect(SIDE.left - 56, TOP_RULE, 1.5, BOTTOM_RULE - TOP_RULE);
  pen.fillStyle = palette.ornament;
  pen.fillRect(MARGIN, TOP_RULE - 4, 132, 7);
  pen.fillRect(0, HEIGHT - 18, WIDTH, 18);
}

function headParts(kit: Kit): Part[] {
  const { design, drawing, palette } = kit;
  const [top, height] = [78, 92];
  const logo = imagePart(
    kit,
    'logo',
    design.logo,
    { left: MARGIN, top, width: 380, height },
    { align: 'left' },
  );
  const start = logo[0] ? inPage(kit, logo[0].area).left + logo[0].area.width + 36 : MARGIN;
  return [
    ...logo,
    ...textPart(
      kit,
      'issuer',
      drawing.issuerName,
      { left: start, top, width: SIDE.left - 90 - start, height },
      { role: 'label', size: 28, colour: palette.ink, maxLines: 2, align: 'left' },
    ),
    ...stack(
      kit,
      { left: MAIN.left, top: TOP_RULE + 44, width: MAIN.width, height: 132, align: 'left', anchor: 0 },
      [
        {
          what: 'title',
          gap: 0,
          text: design.texts.title,
          maxHeight: 76,
          style: { role: 'title', size: 60, colour: palette.label, maxLines: 2 },
        },
        {
          what: 'subtitle',
          gap: 16,
          text: design.texts.subtitle,
          maxHeight: 36,
          style: { role: 'prose', size: 30, colour: palette.muted },
        },
      ],
    ),
  ];
}

function body(kit: Kit, bottom: number): Part[] {
  const top = TOP_RULE + 186;
  const column = { ...MAIN, top, height: bottom - top, align: 'left', anchor: 0.5 } as const;
  return bodyParts(kit, column, {
    prose: { size: 28, maxHeight: 62 },
    name: { gap: 26, size: 124, maxHeight: 216 },
    beforeCourse: { gap: 44 },
    course: { gap: 20, size: 46, maxHeight: 130 },
    statement: { gap: 30, size: 25, width: 960, maxHeight: 84 },
  });
}

/** Type and thin rules on a grid, nothing else. */
export function minimal(kit: Kit): Composition {
  const { palette, design } = kit;
  const signed = design.signatories.length > 0;
  const qr = { left: SIDE.left, top: BOTTOM_RULE - 44 - 190, size: 190 };
  const colours = { label: palette.label, value: palette.ink };
  const facts = [...dateFacts(kit), idFact(kit)];
  return {
    page: LANDSCAPE,
    qr,
    drawBackdrop: (pen) => drawBackdrop(pen, kit),
    fixed: () => [
      ...headParts(kit),
      ...sealParts(kit, stampedSeal, { x: SIDE.left + 82, y: 632, radius: 78 }),
      ...signatoryParts(
        kit,
        { left: MAIN.left, top: 888, width: MAIN.width, height: 176 },
        {
          align: 'left',
          columnWidth: 340,
          gap: 52,
          imageHeight: 80,
          name: palette.ink,
          title: palette.muted,
          line: palette.ink,
        },
      ),
      ...brandParts(
        kit,
        { left: MARGIN, top: 1130, width: 700 },
        { align: 'left', colour: palette.muted, check: palette.ornament },
      ),
    ],
    varying: [
      ...body(kit, signed ? 862 : 1050),
      qrPart(kit, qr),
      ...facts.flatMap((fact, index) =>
        factParts(
          kit,
          fact,
          { left: SIDE.left, top: TOP_RULE + 50 + index * 88, width: SIDE.width },
          { ...colours, valueSize: 25 },
        ),
      ),
      ...textPart(
        kit,
        'note',
        t('drawing.scanToVerify'),
        { left: SIDE.left, top: qr.top - 36, width: SIDE.width, height: 24 },
        { role: 'prose', size: 20, colour: palette.muted, align: 'left' },
      ),
    ],
  };
}

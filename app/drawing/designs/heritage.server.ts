import type { Area } from '#app/drawing/fit-text.ts';
import { flourish } from '#app/drawing/ornament.ts';
import { LANDSCAPE } from '#app/drawing/page.ts';
import { t } from '#messages';
import { bodyParts } from './body.server.ts';
import type { Composition } from './composition.ts';
import { brandParts, dateParts, factParts, idFact, qrPart, signatoryParts } from './furniture.server.ts';
import { drawHeritageBackdrop } from './heritage-backdrop.ts';
import { imagePart, type Kit, type Part, textPart } from './parts.server.ts';
import { ribbonSeal, sealParts } from './seals.server.ts';
import { stack } from './stack.server.ts';

const { width: WIDTH } = LANDSCAPE;

const CENTRE = WIDTH / 2;
function headingParts(kit: Kit): Part[] {
  const { palette, design, drawing } = kit;
  const column = { left: 250, top: 142, width: WIDTH - 500, height: 296 };
  const logo = imagePart(kit, 'logo', design.logo, { left: CENTRE - 220, top: 142, width: 440, height: 92 });
  const taken = logo.length > 0 ? 104 : 14;
  return [
    ...logo,
    ...stack(kit, { ...column, top: column.top + taken, height: column.height - taken, loosen: 1.6 }, [
      {
        what: 'issuer',
        gap: 0,
        text: drawing.issuerName,
        width: 1000,
        maxHeight: 56,
        style: { role: 'label', size: 28, colour: palette.label, spacing: 0.16, capitals: true, maxLines: 2 },
      },
      {
        what: 'title',
        gap: 24,
        text: design.texts.title,
        maxHeight: 112,
        style: { role: 'title', size: 88, colour: palette.title, spacing: 0.14, capitals: true, maxLines: 2 },
      },
      {
        what: 'subtitle',
        gap: 20,
        text: design.texts.subtitle,
        width: 900,
        maxHeight: 40,
        style: { role: 'title', size: 28, colour: palette.label, spacing: 0.34, capitals: true },
      },
    ]),
  ];
}

function body(kit: Kit, bottom: number): Part[] {
  const { palette } = kit;
  const column = { left: 240, top: 462, width: WIDTH - 480, height: bottom - 462 };
  return bodyParts(kit, column, {
    prose: { size: 32, maxHeight: 60 },
    name: { gap: 22, size: 92, maxHeight: 132 },
    divider: {
      gap: 24,
      width: 640,
      height: 12,
      draw: (pen, { left, top, width }: Area) => {
        pen.fillStyle = palette.ornament;
        flourish(pen, left + width / 2, top + 6, width / 2 - 12);
      },
    },
    beforeCourse: { gap: 24 },
    course: { gap: 18, size: 50, width: 1180, maxHeight: 96 },
    statement: { gap: 22, size: 26, width: 1040, maxHeight: 66 },
  });
}

/** A share certificate of the old kind: engraved border, medallions in the corners, a rosette in the paper. */
export function heritage(kit: Kit): Composition {
  const { palette, design } = kit;
  const signed = design.signatories.length > 0;
  const qr = { left: 206, top: 944, size: 150 };
  const colours = { label: palette.label, value: palette.ink };
  const idLeft = qr.left + qr.size + 24;
  return {
    page: LANDSCAPE,
    qr,
    drawBackdrop: (pen) => drawHeritageBackdrop(pen, palette),
    fixed: () => [
      ...headingParts(kit),
      ...signatoryParts(
        kit,
        { left: 240, top: 790, width: WIDTH - 480, height: 140 },
        {
          columnWidth: 340,
          gap: 90,
          imageHeight: 60,
          name: palette.ink,
          title: palette.muted,
          line: palette.ornament,
        },
      ),
      ...sealParts(kit, ribbonSeal, { x: CENTRE, y: 1010, radius: 72 }),
      ...brandParts(
        kit,
        { left: 1058, top: 1062, width: 490 },
        { align: 'right', colour: palette.muted, check: palette.ornament },
      ),
    ],
    varying: [
      ...body(kit, signed ? 762 : 912),
      qrPart(kit, qr),
      ...factParts(kit, idFact(kit), { left: idLeft, top: 962, width: 360 }, colours),
      ...textPart(
        kit,
        'note',
        t('drawing.scanTheCodeToVerify'),
        { left: idLeft, top: 1020, width: 236, height: 56 },
        { role: 'prose', size: 20, colour: palette.muted, maxLines: 2, align: 'left' },
      ),
      ...dateParts(kit, { left: 1058, top: 976, width: 490 }, { ...colours, align: 'right' }),
    ],
  };
}

import { flourish, lozenge } from '#app/drawing/ornament.ts';
import { PORTRAIT } from '#app/drawing/page.ts';
import { t } from '#messages';
import { bodyParts } from './body.server.ts';
import type { Composition } from './composition.ts';
import { brandParts, dateParts, factParts, idFact, qrPart, signatoryParts } from './furniture.server.ts';
import { imagePart, type Kit, type Part, textPart } from './parts.server.ts';
import { drawPortraitFrame } from './portrait-frame.ts';
import { ribbonSeal, sealParts } from './seals.server.ts';
import { stack } from './stack.server.ts';

const { width: WIDTH } = PORTRAIT;
const CENTRE = WIDTH / 2;

function headParts(kit: Kit): Part[] {
  const { design, drawing, palette } = kit;
  const logo = imagePart(kit, 'logo', design.logo, { left: CENTRE - 220, top: 150, width: 440, height: 132 });
  const top = logo.length > 0 ? 306 : 180;
  return [
    ...logo,
    ...stack(kit, { left: 150, top, width: WIDTH - 300, height: 540 - top, loosen: 1.4 }, [
      {
        what: 'issuer',
        gap: 0,
        text: drawing.issuerName,
        width: 820,
        maxHeight: 62,
        style: { role: 'label', size: 28, colour: palette.label, spacing: 0.16, capitals: true, maxLines: 2 },
      },
      {
        what: 'title',
        gap: 28,
        text: design.texts.title,
        maxHeight: 130,
        style: { role: 'title', size: 88, colour: palette.title, spacing: 0.1, capitals: true, maxLines: 2 },
      },
      {
        what: 'subtitle',
        gap: 20,
        text: design.texts.subtitle,
        maxHeight: 40,
        style: { role: 'title', size: 28, colour: palette.label, spacing: 0.3, capitals: true },
      },
    ]),
  ];
}

function body(kit: Kit, bottom: number): Part[] {
  const { palette } = kit;
  return bodyParts(
    kit,
    { left: 150, top: 566, width: WIDTH - 300, height: bottom - 566 },
    {
      prose: { size: 33, maxHeight: 72 },
      name: { gap: 30, size: 88, maxHeight: 190 },
      divider: {
        gap: 30,
        width: 560,
        height: 12,
        draw: (pen, { left, top, width }) => {
          pen.fillStyle = palette.ornament;
          flourish(pen, left + width / 2, top + 6, width / 2 - 12);
        },
      },
      beforeCourse: { gap: 30 },
      course: { gap: 24, size: 52, maxHeight: 150 },
      statement: { gap: 32, size: 28, width: 800, maxHeight: 124, maxLines: 4 },
    },
  );
}

/** A portrait page in a frame with stepped corners, with a wreath of laurel in the paper. */
export function portraitClassic(kit: Kit): Composition {
  const { palette, design } = kit;
  const signed = design.signatories.length > 0;
  const qr = { left: 142, top: 1436, size: 166 };
  const colours = { label: palette.label, value: palette.ink };
  return {
    page: PORTRAIT,
    qr,
    drawBackdrop: (pen) => drawPortraitFrame(pen, palette),
    fixed: () => [
      ...headParts(kit),
      ...signatoryParts(
        kit,
        { left: 140, top: 1196, width: WIDTH - 280, height: 190 },
        {
          columnWidth: 300,
          gap: 40,
          imageHeight: 86,
          name: palette.ink,
          title: palette.muted,
          line: palette.ornament,
        },
      ),
      ...sealParts(kit, ribbonSeal, { x: CENTRE, y: 1516, radius: 84 }),
      ...brandParts(
        kit,
        { left: 300, top: 1644, width: WIDTH - 600 },
        { colour: palette.muted, check: palette.ornament },
      ),
      {
        what: 'lozenge',
        area: { left: CENTRE - 8, top: 92, width: 16, height: 16 },
        draw: (pen) => {
          pen.fillStyle = palette.ornament;
          lozenge(pen, CENTRE, 100, 7);
        },
      },
    ],
    varying: [
      ...body(kit, signed ? 1170 : 1390),
      qrPart(kit, qr),
      ...factParts(
        kit,
        idFact(kit),
        { left: CENTRE + 110, top: 1536, width: 372 },
        { ...colours, align: 'right' },
      ),
      ...textPart(
        kit,
        'note',
        t('drawing.scanTheCodeToVerify'),
        { left: qr.left + qr.size + 22, top: qr.top + 45, width: 170, height: 76 },
        { role: 'prose', size: 21, colour: palette.muted, align: 'left', maxLines: 3 },
      ),
      ...dateParts(
        kit,
        { left: CENTRE + 110, top: 1456, width: 372 },
        { ...colours, align: 'right', columnWidth: 170, gap: 16 },
      ),
    ],
  };
}

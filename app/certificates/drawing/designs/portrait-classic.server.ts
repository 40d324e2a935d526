import { laurel } from '../laurel.ts';
import { flourish, lozenge } from '../ornament.ts';
import { PORTRAIT } from '../page.ts';
import type { Pen } from '../pen.ts';
import type { Composition } from './compose.server.ts';
import { brandParts, dateParts, factParts, idFact, qrPart, signatoryParts } from './furniture.server.ts';
import { imagePart, type Kit, type Part, textPart } from './parts.server.ts';
import { ribbonSeal, sealParts } from './seals.server.ts';
import { stack } from './stack.server.ts';

const { width: WIDTH, height: HEIGHT } = PORTRAIT;
const CENTRE = WIDTH / 2;
const OUTER = 44;
const STEP = 40;

/** A rectangle whose corners are cut in two steps. */
function stepped(pen: Pen, inset: number, step: number) {
  const [right, bottom] = [WIDTH - inset, HEIGHT - inset];
  const corner = (x: number, y: number, dx: number, dy: number, across: boolean): [number, number][] => {
    const points: [number, number][] = [
      [x + dx * 2 * step, y],
      [x + dx * 2 * step, y + dy * step],
      [x + dx * step, y + dy * step],
      [x + dx * step, y + dy * 2 * step],
      [x, y + dy * 2 * step],
    ];
    return across ? points.toReversed() : points;
  };
  pen.beginPath();
  for (const [x, y] of [
    ...corner(inset, inset, 1, 1, true),
    ...corner(right, inset, -1, 1, false),
    ...corner(right, bottom, -1, -1, true),
    ...corner(inset, bottom, 1, -1, false),
  ])
    pen.lineTo(x, y);
  pen.closePath();
}

/** Blades that open from a corner. */
function fan(pen: Pen, x: number, y: number, dx: number, dy: number, radius: number) {
  for (let blade = 0; blade <= 6; blade++) {
    const angle = (blade / 6) * (Math.PI / 2);
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + dx * radius * Math.cos(angle), y + dy * radius * Math.sin(angle));
    pen.stroke();
  }
  for (const share of [0.62, 1]) {
    const from = Math.atan2(0, dx);
    const to = Math.atan2(dy, 0);
    pen.beginPath();
    pen.arc(x, y, radius * share, from, to, dx * dy < 0);
    pen.stroke();
  }
}

function drawBackdrop(pen: Pen, { palette }: Kit) {
  pen.fillStyle = palette.primary;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = palette.paper;
  stepped(pen, OUTER, STEP);
  pen.fill();
  pen.strokeStyle = palette.ornament;
  pen.lineWidth = 4;
  pen.stroke();
  pen.lineWidth = 1.5;
  stepped(pen, OUTER + 16, STEP);
  pen.stroke();
  pen.strokeStyle = palette.accentOnPrimary;
  pen.lineWidth = 1.5;
  for (const [x, dx] of [
    [10, 1],
    [WIDTH - 10, -1],
  ] as const)
    for (const [y, dy] of [
      [10, 1],
      [HEIGHT - 10, -1],
    ] as const)
      fan(pen, x, y, dx, dy, 66);
  pen.strokeStyle = palette.shade;
  pen.fillStyle = palette.shade;
  laurel(pen, { x: CENTRE, y: 800, radius: 350 }, { pairs: 13, opening: 0.5 });
}

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

function bodyParts(kit: Kit, bottom: number): Part[] {
  const { palette, design, drawing } = kit;
  const prose = { role: 'prose', size: 33, colour: palette.muted, maxLines: 2 } as const;
  return stack(kit, { left: 150, top: 566, width: WIDTH - 300, height: bottom - 566 }, [
    { what: 'before name', gap: 0, text: design.texts.beforeName, maxHeight: 72, style: prose },
    {
      what: 'name',
      gap: 30,
      text: drawing.studentName,
      maxHeight: 190,
      style: { role: 'name', size: 88, colour: palette.title, maxLines: 3 },
    },
    {
      what: 'divider',
      gap: 30,
      width: 560,
      height: 12,
      draw: (pen, { left, top, width }) => {
        pen.fillStyle = palette.ornament;
        flourish(pen, left + width / 2, top + 6, width / 2 - 12);
      },
    },
    { what: 'before course', gap: 30, text: design.texts.beforeCourse, maxHeight: 72, style: prose },
    {
      what: 'course',
      gap: 24,
      text: drawing.courseName,
      maxHeight: 150,
      style: { role: 'course', size: 52, colour: palette.ink, maxLines: 3 },
    },
    {
      what: 'statement',
      gap: 32,
      text: design.texts.statement,
      width: 800,
      maxHeight: 124,
      style: { ...prose, size: 28, maxLines: 4 },
    },
  ]);
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
    drawBackdrop: (pen) => drawBackdrop(pen, kit),
    fixed: () => [
      ...headParts(kit),
      ...(signed
        ? signatoryParts(
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
          )
        : []),
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
      ...bodyParts(kit, signed ? 1170 : 1390),
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
        'Scan the code to verify this certificate online.',
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

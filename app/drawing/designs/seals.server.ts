import type { Palette } from '#app/drawing/contrast.ts';
import type { Pen } from '#app/drawing/drawing.ts';
import { drawSeal, laurel, mark, ring, rosette } from '#app/drawing/ornament.ts';
import type { BoxOf, Circle, SealName } from './layout.ts';
import { inPage, type Kit, type Part } from './parts.server.ts';

/** A kind of seal. `below` is how far it extends below its centre, in radii. */
type SealKind = { below: number; draw: (pen: Pen, at: Circle, palette: Palette) => void };

/** Toothed and engraved, with two ribbons. */
const ribbonSeal: SealKind = {
  below: 1.35,
  draw: (pen, at, palette) =>
    drawSeal(pen, at, {
      ribbon: palette.primary,
      edge: palette.ornament,
      rim: palette.paper,
      disc: palette.primary,
      engraving: palette.accentOnPrimary,
      mark: palette.onPrimary,
      check: palette.accentOnPrimary,
    }),
};

function fillCircle(pen: Pen, { x, y }: Circle, radius: number, colour: string) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fill();
}

/** A flat disc with a wreath of laurel. */
const laurelSeal: SealKind = {
  below: 1.05,
  draw: (pen, at, palette) => {
    const { x, y, radius } = at;
    fillCircle(pen, at, radius, palette.ornament);
    fillCircle(pen, at, radius * 0.95, palette.paper);
    fillCircle(pen, at, radius * 0.9, palette.primary);
    pen.fillStyle = palette.accentOnPrimary;
    pen.strokeStyle = palette.accentOnPrimary;
    laurel(pen, { x, y: y + radius * 0.02, radius: radius * 0.66 }, { pairs: 8, opening: 0.42 });
    mark(
      pen,
      { x: x - radius * 0.01, y, radius: radius * 0.32 },
      { seal: palette.onPrimary, check: palette.accentOnPrimary },
    );
  },
};

/** Fine lines only, as if it were stamped on the paper. */
const stampedSeal: SealKind = {
  below: 1.05,
  draw: (pen, at, palette) => {
    const { x, y, radius } = at;
    pen.strokeStyle = palette.ornament;
    ring(pen, x, y, radius, 2.4);
    ring(pen, x, y, radius * 0.94, 1);
    pen.lineWidth = 0.9;
    rosette(pen, at, [{ inner: 0.56, outer: 0.9, petals: 24, copies: 4 }]);
    ring(pen, x, y, radius * 0.53, 1.4);
    mark(pen, { x, y, radius: radius * 0.3 }, { seal: palette.title, check: palette.ornament });
  },
};

const SEALS: Record<SealName, SealKind> = { laurel: laurelSeal, ribbon: ribbonSeal, stamped: stampedSeal };

/** The design's seal, if it has one. */
export function sealParts(kit: Kit, { seal, x, y, radius }: BoxOf<'seal'>): Part[] {
  if (!kit.design.seal) return [];
  const kind = SEALS[seal];
  const at = { x: inPage(kit, { left: x, width: 0 }).left, y, radius };
  const reach = at.radius * 1.06;
  return [
    {
      what: 'seal',
      area: {
        left: at.x - reach,
        top: at.y - reach,
        width: reach * 2,
        height: reach + at.radius * kind.below,
      },
      draw: (pen) => kind.draw(pen, at, kit.palette),
    },
  ];
}

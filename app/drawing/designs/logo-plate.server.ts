import type { Align, Area } from '#app/drawing/fit-text.ts';
import { imagePart, type Kit, type Part } from './parts.server.ts';

type Plate = {
  /** Distance of the logo from the plate's edge. */
  padding: { x: number; y: number };
  radius: number;
  align?: Align;
  outline?: boolean;
};

/**
 * Draws the logo on a plate of paper, because most logos are made for light paper. The plate fits the logo. `box` is the
 * largest area of the logo.
 */
export function logoPlateParts(kit: Kit, box: Area, { padding, radius, align, outline }: Plate): Part[] {
  const [logo] = imagePart(kit, 'logo', kit.design.logo, box, { align });
  if (!logo) return [];
  const { left, top, width, height } = logo.area;
  const area = {
    left: left - padding.x,
    top: top - padding.y,
    width: width + 2 * padding.x,
    height: height + 2 * padding.y,
  };
  return [
    {
      what: 'logo',
      area,
      draw: (pen) => {
        pen.fillStyle = kit.palette.paper;
        pen.beginPath();
        pen.roundRect(area.left + 2, area.top + 2, area.width - 4, area.height - 4, radius);
        pen.fill();
        if (outline) {
          pen.strokeStyle = kit.palette.ornament;
          pen.lineWidth = 4;
          pen.stroke();
        }
        logo.draw(pen);
      },
    },
  ];
}

import { mark, ring, rosette, toothedDisc } from './ornament.ts';
import type { Pen } from './pen.ts';

/** Colours of a seal, from its ribbons to the mark in its middle. */
export type SealColours = {
  ribbon: string;
  edge: string;
  rim: string;
  disc: string;
  engraving: string;
  mark: string;
  check: string;
};

/** A toothed seal of an engraved disc, with two ribbons that hang from behind it. */
export function drawSeal(pen: Pen, seal: { x: number; y: number; radius: number }, colours: SealColours) {
  const { x, y, radius } = seal;
  pen.fillStyle = colours.ribbon;
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(x + side * radius * 0.08, y + radius * 0.5);
    pen.lineTo(x + side * radius * 0.26, y + radius * 1.34);
    pen.lineTo(x + side * radius * 0.46, y + radius * 1.18);
    pen.lineTo(x + side * radius * 0.7, y + radius * 1.25);
    pen.lineTo(x + side * radius * 0.62, y + radius * 0.4);
    pen.closePath();
    pen.fill();
  }
  pen.fillStyle = colours.edge;
  toothedDisc(pen, seal, 44);
  pen.strokeStyle = colours.rim;
  ring(pen, x, y, radius * 0.88, 1.6);
  pen.fillStyle = colours.disc;
  pen.beginPath();
  pen.arc(x, y, radius * 0.82, 0, Math.PI * 2);
  pen.fill();
  pen.strokeStyle = colours.engraving;
  pen.lineWidth = 0.9;
  rosette(pen, seal, [{ inner: 0.56, outer: 0.79, petals: 24, copies: 4 }]);
  ring(pen, x, y, radius * 0.53, 1.4);
  mark(pen, { x, y, radius: radius * 0.32 }, { seal: colours.mark, check: colours.check });
}

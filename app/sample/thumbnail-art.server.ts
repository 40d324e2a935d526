import sharp from 'sharp';
import { range } from './stage.server.ts';

// Pictures of the sample courses, drawn when the demo is seeded. They contain only shapes, so that they need no fonts.

type Motif = 'rows' | 'network' | 'letters' | 'screens' | 'tree' | 'seal';
/** The motif of a picture, and its colours. */
export type Art = [motif: Motif, from: string, to: string, accent: string];

const WIDTH = 1280;
const HEIGHT = 720;

const dot = (x: number, y: number, radius: number, fill: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" opacity="${opacity}"/>`;
const box = (x: number, y: number, [width, height, radius]: number[], fill: string, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" opacity="${opacity}"/>`;
const path = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;

const PALE = '#fdf8ee';

const MOTIFS: Record<Motif, (accent: string) => string> = {
  rows: (accent) =>
    range(7)
      .flatMap((row) =>
        range(5).map((column) =>
          row === 3
            ? box(230 + column * 166, 110 + row * 74, [150, 54, 10], accent)
            : box(230 + column * 166, 110 + row * 74, [150, 54, 10], PALE, 0.12 + 0.05 * column),
        ),
      )
      .join('') + path('M120 305 L190 359 L120 413', accent, 22),
  network: (accent) => {
    const points = [
      [280, 200],
      [640, 130],
      [1000, 220],
      [380, 520],
      [720, 400],
      [980, 560],
    ] as const;
    const lines = points.flatMap(([x, y], index) =>
      points.slice(index + 1).map(([toX, toY]) => path(`M${x} ${y} L${toX} ${toY}`, PALE, 4, 0.25)),
    );
    return (
      lines.join('') +
      points.map(([x, y], index) => dot(x, y, index === 4 ? 62 : 40, index === 4 ? accent : PALE)).join('')
    );
  },
  letters: (accent) =>
    path('M330 560 L470 160 L610 560 M378 425 L562 425', PALE, 46) +
    path('M960 430 a115 115 0 1 0 0 8 M960 318 L960 560', accent, 46) +
    range(4)
      .map((line) => path(`M180 ${150 + line * 137} L1100 ${150 + line * 137}`, PALE, 3, 0.3))
      .join(''),
  screens: (accent) =>
    box(180, 170, [560, 390, 28], PALE, 0.16) +
    box(800, 130, [250, 470, 40], PALE, 0.22) +
    range(6)
      .map((tile) => {
        const [x, y] = [215 + (tile % 3) * 170, 205 + Math.floor(tile / 3) * 170];
        return box(x, y, [150, 150, 16], tile % 2 ? PALE : accent, 0.85);
      })
      .join('') +
    range(3)
      .map((tile) => box(828, 170 + tile * 135, [194, 115, 16], tile === 1 ? PALE : accent, 0.85))
      .join(''),
  tree: (accent) => {
    const edges = [
      'M640 170 L400 360',
      'M640 170 L880 360',
      'M400 360 L260 550',
      'M400 360 L520 550',
      'M880 360 L880 550',
    ];
    const nodes = [
      [400, 360],
      [880, 360],
      [260, 550],
      [520, 550],
      [880, 550],
    ] as const;
    return (
      edges.map((edge) => path(edge, PALE, 8, 0.4)).join('') +
      dot(640, 170, 78, accent) +
      nodes.map(([x, y], index) => dot(x, y, index < 2 ? 58 : 44, PALE, 0.9)).join('')
    );
  },
  seal: (accent) =>
    range(36)
      .map(
        (turn) =>
          `<ellipse cx="640" cy="340" rx="250" ry="96" fill="none" stroke="${PALE}" stroke-width="2.5" opacity="0.4" transform="rotate(${turn * 5} 640 340)"/>`,
      )
      .join('') +
    dot(640, 340, 118, accent) +
    path('M590 342 L626 380 L694 306', '#15233f', 22) +
    path('M560 450 L520 640 L640 570 L760 640 L720 450', accent, 14),
};

/** Draws a picture of 1280 by 720 pixels as PNG. */
export function drawThumbnail([motif, from, to, accent]: Art): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>
    ${dot(1180, 60, 260, PALE, 0.05)}${dot(90, 690, 320, PALE, 0.05)}
    ${MOTIFS[motif](accent)}
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

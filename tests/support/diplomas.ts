import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@napi-rs/canvas';
import sharp from 'sharp';
import type { Pen } from '#app/drawing/drawing.ts';
import { ARTWORK_PAGE_NAMES, ARTWORK_PAGES, type ArtworkPage } from '#app/drawing/own-artwork/artwork.ts';
import '#app/drawing/fonts.server.ts';

/** A word of a diploma: its place in points from the upper left corner of the page, and the size of its type. */
export type DiplomaWord = {
  text: string;
  x: number;
  y: number;
  size: number;
  spacing?: number;
  turned?: number;
};

export const DIPLOMA_WORDS: DiplomaWord[] = [
  { text: 'DIPLOMA', x: 120, y: 130, size: 44, spacing: 14 },
  { text: 'Ada Lovelace', x: 120, y: 240, size: 36 },
  { text: 'for the office of fine affairs on 1 January 2026', x: 120, y: 320, size: 16 },
];

type Look = { width?: number; height?: number; words?: DiplomaWord[]; draw?: (pen: Pen) => void };

/** A PDF as a program of a designer writes it: shapes, gradients and words with embedded fonts. */
export function diploma({ width = 842, height = 595, words = DIPLOMA_WORDS, draw }: Look = {}): Buffer {
  const document = new PDFDocument({ title: 'A diploma' });
  const pen = document.beginPage(width, height) as unknown as Pen;
  const sky = pen.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, '#ffffff');
  sky.addColorStop(1, '#f3e3c8');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = '#8a1c3c';
  pen.lineWidth = 4;
  pen.strokeRect(24, 24, width - 48, height - 48);
  draw?.(pen);
  pen.fillStyle = '#1b2350';
  for (const { text, x, y, size, spacing = 0, turned = 0 } of words) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(turned);
    pen.font = `${size}px "EBGaramond-Regular"`;
    pen.letterSpacing = `${spacing}px`;
    pen.fillText(text, 0, 0);
    pen.restore();
  }
  document.endPage();
  return Buffer.from(document.close());
}

/** A PDF of these objects, of which the first is the catalog, as text with one character a byte. */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  const parts = ['%PDF-1.7\n'];
  const offsets = objects.map((object, index) => {
    const offset = parts.join('').length;
    parts.push(`${index + 1} 0 obj\n${object}\nendobj\n`);
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = parts.join('').length;
  const size = objects.length + 1;
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`);
  parts.push(`trailer\n<</Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

/** A stream as an object of a PDF. */
export const stream = (entries: string, content: string | Buffer) =>
  `<<${entries} /Length ${content.length}>>\nstream\n${content.toString('latin1')}\nendstream`;

type Page = {
  catalog?: string;
  page?: string;
  content?: string;
  box?: string;
  more?: string[];
  trailer?: string;
};

/** A PDF of one page, written by hand. Its objects are the catalog, the page tree, the page, its content, and `more`. */
export const pageOf = ({
  catalog = '',
  page = '',
  content = '',
  box = '0 0 842 595',
  more = [],
  trailer,
}: Page) =>
  pdfOf(
    [
      `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
      '<</Type /Pages /Count 1 /Kids [3 0 R]>>',
      `<</Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R ${page}>>`,
      stream('', content),
      ...more,
    ],
    trailer,
  );

/** Text of backgrounds that nobody can copy. */
export const SECRET = 'LYREBIRD';
const secret = [{ text: SECRET, x: 300, y: 80, size: 30 }];
const TYPE_3 =
  '/Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs <</A 6 0 R>> /FirstChar 65 /LastChar 65 /Widths [1000]';
const FADE = '<</FunctionType 2 /Domain [0 1] /C0 [1 0.9 0.8] /C1 [0.4 0.6 1] /N 1>>';

/** A page with resources and content of its own. */
const own = (resources: string, content: string, more: string[] = [], page = '', box?: string) =>
  pageOf({ page: `/Resources <<${resources}>> ${page}`, content, more, ...(box && { box }) });
const form = (content: string, entries = '') =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 842 595] ${entries}`, content);
const image = (entries: string, data: string | Buffer, colours = 'RGB') =>
  stream(`/Type /XObject /Subtype /Image /ColorSpace /Device${colours} /BitsPerComponent 8 ${entries}`, data);
const FRAME = '0.5 0.1 0.2 RG 4 w 24 24 547 547 re S';
const pixels = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f3e3c8' } });
const svg = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="297mm" height="210mm" viewBox="0 0 297 210">${content}</svg>`,
  );

type Case = [what: string, page: ArtworkPage, file: Buffer | Promise<Buffer>, isVector?: boolean];

/** Backgrounds as programs of designers write them. */
export const BACKGROUNDS: Case[] = [
  ...ARTWORK_PAGE_NAMES.map((name): Case => {
    const { pdfWidth: width, pdfHeight: height } = ARTWORK_PAGES[name];
    return [`a diploma on ${name}`, name, diploma({ width, height, words: secret })];
  }),
  ['A3', 'a4', diploma({ width: 1191, height: 842, words: secret })],
  ['a page with a bleed', 'a4', diploma({ width: 859, height: 612, words: secret })],
  ['a page turned by 90°', 'a4', own('', FRAME, [], '/Rotate 90', '0 0 595 842')],
  ['a page turned by 180°', 'a4', own('', FRAME, [], '/Rotate 180')],
  ['a page turned by 270°', 'letter-portrait', own('', FRAME, [], '/Rotate 270', '0 0 792 612')],
  ['a page that is cropped', 'a4', own('', FRAME, [], '/CropBox [50 50 892 645]', '0 0 942 695')],
  ['a page with another origin', 'a4', own('', FRAME, [], '', '-100 -100 742 495')],
  ['CMYK', 'a4', own('', '0.1 0.2 0.4 0 k 0 0 842 595 re f 1 0.5 0 0.3 K 9 w 40 40 760 500 re S')],
  [
    'a spot colour',
    'a4',
    own(
      '/ColorSpace <</S [/Separation /Gold /DeviceCMYK <</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.2 0.6 0.2] /N 1>>]>>',
      '/S cs 0.3 scn 0 0 842 595 re f',
    ),
  ],
  [
    'transparency',
    'a4',
    own('/ExtGState <</G <</ca 0.3 /CA 0.5>>>>', `/G gs 0 0 1 rg 0 0 500 500 re f ${FRAME}`),
  ],
  [
    'a blend mode',
    'a4',
    own(
      '/ExtGState <</G <</BM /Multiply>>>>',
      '1 1 0.8 rg 0 0 842 595 re f /G gs 0.8 1 1 rg 90 90 400 400 re f',
    ),
  ],
  [
    'a soft mask',
    'a4',
    own('/ExtGState <</G <</SMask <</S /Luminosity /G 5 0 R>>>>>>', '/G gs 0 0.5 0.5 rg 0 0 842 595 re f', [
      form('0.4 g 0 0 842 595 re f', '/Group <</S /Transparency /CS /DeviceGray>>'),
    ]),
  ],
  [
    'a transparency group',
    'letter',
    own('', FRAME, [], '/Group <</S /Transparency /CS /DeviceRGB /I true>>', '0 0 792 612'),
  ],
  [
    'forms in forms',
    'a4',
    own('/XObject <</X 5 0 R>>', 'q 0.5 0 0 0.5 9 9 cm /X Do Q /X Do', [
      form('/Y Do', '/Resources <</XObject <</Y 6 0 R>>>>'),
      form(FRAME, '/Matrix [1 0 0 1 20 20]'),
    ]),
  ],
  [
    'an image',
    'a4',
    own('/XObject <</X 5 0 R>>', 'q 842 0 0 595 0 0 cm /X Do Q', [
      image('/Width 2 /Height 2 /Filter /FlateDecode', deflateSync(Buffer.alloc(12, 0xee))),
    ]),
  ],
  [
    'a photograph',
    'a4',
    pixels(600, 400)
      .jpeg()
      .toBuffer()
      .then((jpeg) =>
        own('/XObject <</X 5 0 R>>', 'q 842 0 0 595 0 0 cm /X Do Q', [
          image('/Width 600 /Height 400 /Filter /DCTDecode', jpeg),
        ]),
      ),
  ],
  [
    'an image with a mask',
    'a4',
    own('/XObject <</X 5 0 R>>', 'q 200 0 0 200 20 20 cm /X Do Q', [
      image('/Width 1 /Height 1 /SMask 6 0 R', 'abc'),
      image('/Width 1 /Height 1', 'x', 'Gray'),
    ]),
  ],
  [
    'an inline image',
    'a4',
    own('', 'q 200 0 0 200 20 20 cm BI /W 2 /H 2 /BPC 8 /CS /RGB ID abcdefghijkl EI Q'),
  ],
  [
    'a pattern',
    'a4',
    own('/Pattern <</P 5 0 R>>', '/Pattern cs /P scn 0 0 842 595 re f', [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources <<>>',
        '0.9 0.8 0.7 rg 0 0 9 9 re f',
      ),
    ]),
  ],
  [
    'a shading',
    'a4-portrait',
    own(
      `/Shading <</S <</ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 595 0] /Function ${FADE}>>>>`,
      '/S sh',
      [],
      '',
      '0 0 595 842',
    ),
  ],
  [
    'a round shading',
    'a4',
    own(
      `/Pattern <</P <</PatternType 2 /Shading <</ShadingType 3 /ColorSpace /DeviceRGB /Coords [421 297 0 421 297 400] /Extend [true true] /Function ${FADE}>>>>>>`,
      '/Pattern cs /P scn 0 0 842 595 re f',
    ),
  ],
  [
    'a drawn font',
    'a4',
    own('/Font <</F 5 0 R>>', 'BT /F 20 Tf 50 500 Td (AAA) Tj ET', [
      `<<${TYPE_3} /Encoding <</Type /Encoding /Differences [65 /A]>>>>`,
      stream('', '1000 0 0 0 750 750 d1 0 0 750 750 re f'),
    ]),
  ],
  [
    'marked content',
    'a4',
    own('', `/Span <</ActualText (${SECRET})>> BDC ${FRAME} EMC /Artifact BMC 9 9 9 9 re f EMC`),
  ],
  ['an SVG', 'a4', svg('<rect width="297" height="210" fill="#eee"/><circle cx="90" cy="90" r="40"/>')],
  [
    'an SVG with a filter',
    'a4',
    svg(
      '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><rect width="90" height="90" filter="url(#f)"/>',
    ),
    false,
  ],
  ['a PNG', 'letter', pixels(1_100, 850).png().toBuffer(), false],
  ['a JPEG', 'a4-portrait', pixels(1_240, 1_754).jpeg().toBuffer(), false],
];

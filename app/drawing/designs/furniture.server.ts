import { printedCheck } from '#app/drawing/drawing.ts';
import type { Align, Area } from '#app/drawing/fit-text.ts';
import { mark } from '#app/drawing/ornament.ts';
import type { Pen } from '#app/drawing/pen.ts';
import { printedDate } from '#app/drawing/printed-date.ts';
import { drawQrCode } from '#app/drawing/qr-code.ts';
import { groupedId } from '#app/drawing/text.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';
import { imagePart, inPage, type Kit, type Part, textPart } from './parts.server.ts';
import { stack } from './stack.server.ts';

/** Quiet zone of a QR code in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const QR_DARK = '#14161b';

export type Square = { left: number; top: number; size: number };

/** Where a QR code is on the page. */
export const qrSquare = (kit: Kit, square: Square): Square => ({
  ...square,
  left: inPage(kit, { left: square.left, width: square.size }).left,
});

export function qrPart(kit: Kit, given: Square): Part {
  const square = qrSquare(kit, given);
  return {
    what: 'qr-code',
    area: { left: square.left - 2, top: square.top - 2, width: square.size + 4, height: square.size + 4 },
    draw: (pen) => {
      drawQrCode(pen, kit.drawing.verifyUrl, square, { dark: QR_DARK, quietZone: QUIET_ZONE });
      pen.strokeStyle = kit.palette.hairline;
      pen.lineWidth = 1.5;
      pen.strokeRect(square.left - 0.75, square.top - 0.75, square.size + 1.5, square.size + 1.5);
    },
  };
}

export function rulePart(kit: Kit, what: string, box: Area, colour: string): Part {
  const area = inPage(kit, box);
  return {
    what,
    area,
    draw: (pen) => {
      pen.fillStyle = colour;
      pen.fillRect(area.left, area.top, area.width, area.height);
    },
  };
}

type Colours = { label: string; value: string };
type FactStyle = Colours & { align?: Align; labelSize?: number; valueSize?: number };

/** A label with its value below, 46 pixels high in total. */
export function factParts(
  kit: Kit,
  [label, value]: [string, string],
  { left, top, width }: { left: number; top: number; width: number },
  { align = 'left', labelSize = 16, valueSize = 27, ...colours }: FactStyle,
): Part[] {
  return [
    ...textPart(
      kit,
      `label ${label}`,
      label,
      { left, top, width, height: labelSize * 1.1 },
      { role: 'label', size: labelSize, colour: colours.label, spacing: 0.14, align, capitals: true },
    ),
    ...textPart(
      kit,
      label,
      value,
      { left, top: top + labelSize * 1.35, width, height: valueSize * 1.1 },
      { role: 'value', size: valueSize, colour: colours.value, align },
    ),
  ];
}

export const dateFacts = ({ drawing }: Kit): [string, string][] => [
  [t('drawing.issuedOn'), printedDate(readerLanguage(), drawing.issueDate)],
  ...(drawing.expiryDate
    ? [[t('drawing.validUntil'), printedDate(readerLanguage(), drawing.expiryDate)] as [string, string]]
    : []),
];

export const idFact = ({ drawing }: Kit): [string, string] => [
  t('common.certificateId'),
  groupedId(drawing.uniqueId),
];

/** The dates side by side. A single date is placed according to `align`. */
export function dateParts(
  kit: Kit,
  { left, top, width }: { left: number; top: number; width: number },
  { gap = 40, columnWidth = 180, ...style }: FactStyle & { gap?: number; columnWidth?: number },
): Part[] {
  const facts = dateFacts(kit);
  const whole = facts.length * columnWidth + (facts.length - 1) * gap;
  const start = left + (width - whole) * { left: 0, center: 0.5, right: 1 }[style.align ?? 'left'];
  return facts.flatMap((fact, index) =>
    factParts(kit, fact, { left: start + index * (columnWidth + gap), top, width: columnWidth }, style),
  );
}

const TAGLINE = 'Blockchain Traceability & Transparency';

function brandLine({ drawing }: Kit): string {
  const address = printedCheck(drawing);
  return address === null
    ? ['Certrace', TAGLINE].join('. ')
    : t('drawing.checkForFreeAtAddress', { address });
}

/** The mark and the tagline, or the address of the free check, in one line, 24 pixels high. */
export function brandParts(
  kit: Kit,
  { left, top, width }: { left: number; top: number; width: number },
  { align = 'center', colour, check }: { align?: Align; colour: string; check: string },
): Part[] {
  const [radius, gap, height] = [8.5, 12, 24];
  const inner = { left: left + 2.2 * radius + gap, top, width: width - 2.2 * radius - gap, height };
  const style = { role: 'prose', size: 19, colour, align } as const;
  const [text] = textPart(kit, 'tagline', brandLine(kit), inner, style);
  if (!text) return [];
  // The mark is where the line begins, so that both together are centred.
  const before = gap + radius * 1.15;
  const x = kit.isMirrored ? text.area.left + text.area.width + before : text.area.left - before;
  const y = top + height / 2;
  return [
    text,
    {
      what: 'mark',
      area: { left: x - radius * 1.15, top: y - radius * 1.15, width: radius * 2.4, height: radius * 2.4 },
      draw: (pen: Pen) => mark(pen, { x, y, radius }, { seal: colour, check }),
    },
  ];
}

type SignatoryStyle = {
  align?: 'left' | 'center';
  /** Width of a column, if there is room. */
  columnWidth: number;
  gap: number;
  imageHeight: number;
  name: string;
  title: string;
  line: string;
};

/** Signatories in columns: the signature above a line, name and title below it. */
export function signatoryParts(
  kit: Kit,
  region: Area,
  { align = 'center', columnWidth, gap, imageHeight, ...colours }: SignatoryStyle,
): Part[] {
  const { signatories } = kit.design;
  const count = signatories.length;
  const width = Math.min(columnWidth, (region.width - (count - 1) * gap) / count);
  const whole = count * width + (count - 1) * gap;
  const start = align === 'left' ? region.left : region.left + (region.width - whole) / 2;
  const lineY = region.top + imageHeight + 6;
  return signatories.flatMap(({ name, title, signature }, index) => {
    const left = start + index * (width + gap);
    const which = `signatory-${index + 1}`;
    const image = { left: left + width * 0.08, top: region.top, width: width * 0.84, height: imageHeight };
    return [
      ...imagePart(kit, `${which}-signature`, signature, image, { align, vertical: 1 }),
      rulePart(kit, `${which}-line`, { left, top: lineY, width, height: 1.5 }, colours.line),
      ...stack(
        kit,
        {
          left,
          top: lineY + 9,
          width,
          height: region.top + region.height - lineY - 9,
          align,
          anchor: 0,
          loosen: 1,
        },
        [
          {
            what: `${which}-name`,
            gap: 0,
            text: name,
            maxHeight: 34,
            style: { role: 'value', size: 26, colour: colours.name, maxLines: 2 },
          },
          {
            what: `${which}-title`,
            gap: 6,
            text: title,
            maxHeight: 40,
            style: { role: 'prose', size: 22, colour: colours.title, maxLines: 2 },
          },
        ],
      ),
    ];
  });
}

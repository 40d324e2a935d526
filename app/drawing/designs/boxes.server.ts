import { type Pen, printedCheck } from '#app/drawing/drawing.ts';
import type { Area } from '#app/drawing/fit-text.ts';
import { flourish, mark } from '#app/drawing/ornament.ts';
import { printedDate } from '#app/drawing/printed-date.ts';
import { drawQrCode } from '#app/drawing/qr-code.ts';
import { groupedId } from '#app/drawing/text.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';
import { logoParts, photoParts } from './images.server.ts';
import type {
  BoxOf,
  FactName,
  LayoutBlock,
  LayoutBox,
  OrnamentName,
  Row,
  Square,
  TextStyle,
} from './layout.ts';
import { inPage, type Kit, type Part, place, rulePart, textPart } from './parts.server.ts';
import { sealParts } from './seals.server.ts';
import { signatoryParts } from './signatories.server.ts';
import { type Block, stack } from './stack.server.ts';

/** The quiet zone of a QR code is in modules (ISO/IEC 18004). */
export const QR_LOOK = { dark: '#14161b', quietZone: 4 };

/** Where a QR code is on the page. */
export const qrSquare = (kit: Kit, { left, top, size }: Square): Square => ({
  left: inPage(kit, { left, width: size }).left,
  top,
  size,
});

function qrPart(kit: Kit, given: Square): Part {
  const square = qrSquare(kit, given);
  return {
    what: 'qr-code',
    alt: t('drawing.qrCodeOfUrl', { url: kit.drawing.verifyUrl }),
    area: { left: square.left - 2, top: square.top - 2, width: square.size + 4, height: square.size + 4 },
    draw: (pen) => {
      drawQrCode(pen, kit.drawing.verifyUrl, square, QR_LOOK);
      pen.strokeStyle = kit.palette.hairline;
      pen.lineWidth = 1.5;
      pen.strokeRect(square.left - 0.75, square.top - 0.75, square.size + 1.5, square.size + 1.5);
    },
  };
}

const ORNAMENTS: Record<OrnamentName, (pen: Pen, area: Area, kit: Kit) => void> = {
  bar: (pen, { left, top, width, height }, { palette }) => {
    pen.fillStyle = palette.ornament;
    pen.fillRect(left, top, width, height);
  },
  'double rule': (pen, { left, top, width }, { palette }) => {
    pen.fillStyle = palette.ornament;
    pen.fillRect(left, top, width, 3);
    pen.fillRect(left + 30, top + 7, width - 60, 1.5);
  },
  flourish: (pen, { left, top, width }, { palette }) => {
    pen.fillStyle = palette.ornament;
    flourish(pen, left + width / 2, top + 6, width / 2 - 12);
  },
  'pointed rule': (pen, { left, top, width }, { palette }) => {
    pen.fillStyle = palette.hairline;
    pen.fillRect(left, top + 1, width, 1.5);
    pen.fillStyle = palette.ornament;
    pen.fillRect(left + width / 2 - 50, top, 100, 3);
  },
};

const blockOf = (kit: Kit, block: LayoutBlock): Block =>
  'shows' in block
    ? { ...block, what: block.shows, text: kit.texts[block.shows] }
    : {
        ...block,
        what: block.ornament,
        draw: (pen, area) => ORNAMENTS[block.ornament](pen, area, kit),
      };

const LABEL_SIZE = 16;
const VALUE_SIZE = 27;

const valueStyleOf = ({ align = 'left', valueSize = VALUE_SIZE, valueColour = 'ink' }: BoxOf<'facts'>) =>
  ({ role: 'value', size: valueSize, colour: valueColour, align }) as const;

/** Where a value is below its label. */
const belowLabel = ({ left, top, width }: Row, { valueSize = VALUE_SIZE }: BoxOf<'facts'>): Area => ({
  left,
  top: top + LABEL_SIZE * 1.35,
  width,
  height: valueSize * 1.1,
});

/** A label with its value below, 46 pixels high in total. */
function factParts(
  kit: Kit,
  name: FactName,
  { label, value, size }: Fact,
  { left, top, width }: Row,
  box: BoxOf<'facts'>,
): Part[] {
  const { align = 'left', labelColour = 'label' } = box;
  const labelStyle: TextStyle = {
    role: 'label',
    size: LABEL_SIZE,
    colour: labelColour,
    spacing: 0.14,
    align,
    capitals: true,
  };
  const style = { ...valueStyleOf(box), ...(size !== undefined && { size }) };
  return [
    ...textPart(kit, `${name}-label`, label, { left, top, width, height: LABEL_SIZE * 1.1 }, labelStyle),
    ...textPart(kit, name, value, belowLabel({ left, top, width }, box), style),
  ];
}

type Fact = { label: string; value: string; size?: number | undefined };

/** A fact. Null for the expiry of a certificate that does not expire. */
function factOf({ drawing, design }: Kit, name: FactName): Fact | null {
  if (name === 'id') return { label: t('common.certificateId'), value: groupedId(drawing.uniqueId) };
  const dateOf = (date: string) => printedDate(readerLanguage(), date, design.dateStyle);
  if (name === 'issued') return { label: t('drawing.issuedOn'), value: dateOf(drawing.issueDate) };
  return drawing.expiryDate ? { label: t('drawing.validUntil'), value: dateOf(drawing.expiryDate) } : null;
}

/** The size of dates in words, which have different lengths: that of the longest. */
function sizeOfWords(kit: Kit, box: BoxOf<'facts'>, dates: { fact: Fact; width: number }[]) {
  if (kit.design.dateStyle !== 'words') return undefined;
  const style = valueStyleOf(box);
  const sizes = dates.map(({ fact, width }) => {
    const { size } = place(kit, fact.value, belowLabel({ left: 0, top: 0, width }, box), style);
    return size / kit.faces[style.role].scale;
  });
  return Math.min(style.size, ...sizes);
}

function factsParts(kit: Kit, box: BoxOf<'facts'>): Part[] {
  const { area, align = 'left', gap = 0, step } = box;
  const known = (Object.entries(box.facts) as [FactName, number][]).flatMap(([name, width]) => {
    const fact = factOf(kit, name);
    return fact ? [{ name, fact, width }] : [];
  });
  const isDate = ({ name }: { name: FactName }) => name !== 'id';
  const size = sizeOfWords(kit, box, known.filter(isDate));
  const facts = known.map((each) => (isDate(each) ? { ...each, fact: { ...each.fact, size } } : each));
  if (step !== undefined) {
    return facts.flatMap(({ name, fact, width }, index) =>
      factParts(kit, name, fact, { left: area.left, top: area.top + index * step, width }, box),
    );
  }
  const whole = facts.reduce((sum, { width }) => sum + width, (facts.length - 1) * gap);
  let left = area.left + (area.width - whole) * { left: 0, center: 0.5, right: 1 }[align];
  return facts.flatMap(({ name, fact, width }) => {
    const parts = factParts(kit, name, fact, { left, top: area.top, width }, box);
    left += width + gap;
    return parts;
  });
}

const TAGLINE = 'Blockchain Traceability & Transparency';

function brandLine({ drawing }: Kit): string {
  const address = printedCheck(drawing);
  return address === null
    ? ['Certrace', TAGLINE].join('. ')
    : t('drawing.checkForFreeAtAddress', { address });
}

/** One line, 24 pixels high. */
function brandParts(
  kit: Kit,
  { area, align = 'center', colour = 'muted', checkColour = 'ornament' }: BoxOf<'brand'>,
): Part[] {
  const [radius, gap, height] = [8.5, 12, 24];
  const indent = 2.2 * radius + gap;
  const inner = { left: area.left + indent, top: area.top, width: area.width - indent, height };
  const [text] = textPart(kit, 'tagline', brandLine(kit), inner, { role: 'prose', size: 19, colour, align });
  if (!text) return [];
  // The mark is where the line begins, so that both together are centred.
  const before = gap + radius * 1.15;
  const x = kit.isMirrored ? text.area.left + text.area.width + before : text.area.left - before;
  const y = area.top + height / 2;
  const colours = { seal: kit.palette[colour], check: kit.palette[checkColour] };
  return [
    text,
    {
      what: 'mark',
      area: { left: x - radius * 1.15, top: y - radius * 1.15, width: radius * 2.4, height: radius * 2.4 },
      draw: (pen) => mark(pen, { x, y, radius }, colours),
    },
  ];
}

/** The parts of a layout's box, whose lengths are in pixels. */
export function partsOf(kit: Kit, box: LayoutBox): Part[] {
  switch (box.kind) {
    case 'logo':
      return logoParts(kit, box);
    case 'text':
      return textPart(kit, box.shows, kit.texts[box.shows], box.area, box.style);
    case 'stack':
      return stack(
        kit,
        box,
        box.blocks.map((block) => blockOf(kit, block)),
      );
    case 'facts':
      return factsParts(kit, box);
    case 'signatories':
      return signatoryParts(kit, box);
    case 'brand':
      return brandParts(kit, box);
    case 'seal':
      return sealParts(kit, box);
    case 'rule':
      return [rulePart(kit, 'rule', box.area, kit.palette[box.colour])];
    case 'qr':
      return [qrPart(kit, box)];
    case 'photo':
      return photoParts(kit, box);
  }
}

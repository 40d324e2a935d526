import type { Design } from '#app/drawing/design.ts';
import type { Area } from '#app/drawing/fit-text.ts';
import { t } from '#messages';
import type { BoxOf } from './layout.ts';
import { imagePart, type Kit, type Part, rulePart } from './parts.server.ts';
import { stack } from './stack.server.ts';

// Lengths are in pixels.

/** More columns than this stand closer together. */
const MOST_WIDE_COLUMNS = 3;
const DENSE_GAP = 34;
/** In two rows, columns are wider and signatures lower. The distance between the rows is in pixels. */
const LOW_COLUMNS_WIDER = 1.2;
const SIGNATURE_SHARE = 0.36;
const BETWEEN_ROWS = 10;

/** Signatories in columns, in one row or two: the signature above a line, name and title below it. */
export function signatoryParts(kit: Kit, box: BoxOf<'signatories'>): Part[] {
  const { area, align = 'center', columnWidth } = box;
  const { signatoryRows: rows, design } = kit;
  const inRow = Math.ceil(design.signatories.length / rows);
  const isDense = rows > 1 || inRow > MOST_WIDE_COLUMNS;
  const gap = isDense ? Math.min(box.gap, DENSE_GAP) : box.gap;
  const widest = rows > 1 ? columnWidth * LOW_COLUMNS_WIDER : columnWidth;
  const width = Math.min(widest, (area.width - (inRow - 1) * gap) / inRow);
  const height = (area.height - (rows - 1) * BETWEEN_ROWS) / rows;
  const imageHeight = rows > 1 ? Math.min(box.imageHeight, height * SIGNATURE_SHARE) : box.imageHeight;
  return design.signatories.flatMap((signatory, index) => {
    const row = Math.floor(index / inRow);
    const count = Math.min(inRow, design.signatories.length - row * inRow);
    const whole = count * width + (count - 1) * gap;
    const start = align === 'left' ? area.left : area.left + (area.width - whole) / 2;
    const left = start + (index % inRow) * (width + gap);
    const column = { left, top: area.top + row * (height + BETWEEN_ROWS), width, height };
    return signatoryColumn(kit, { ...box, imageHeight }, signatory, `signatory-${index + 1}`, column);
  });
}

function signatoryColumn(
  kit: Kit,
  { align = 'center', imageHeight, lineColour = 'ornament' }: BoxOf<'signatories'>,
  { name, title, signature }: Design['signatories'][number],
  which: string,
  { left, top, width, height }: Area,
): Part[] {
  const lineY = top + imageHeight + 6;
  const below = { top: lineY + 9, width, height: top + height - lineY - 9 };
  const image = { left: left + width * 0.08, top, width: width * 0.84, height: imageHeight };
  return [
    ...imagePart(kit, `${which}-signature`, signature, image, {
      align,
      vertical: 1,
      alt: t('drawing.signatureOfName', { name }),
    }),
    rulePart(kit, `${which}-line`, { left, top: lineY, width, height: 1.5 }, kit.palette[lineColour]),
    ...stack(kit, { area: { left, ...below }, align, anchor: 0, loosen: 1 }, [
      {
        what: `${which}-name`,
        text: name,
        maxHeight: 34,
        style: { role: 'value', size: 26, colour: 'ink', maxLines: 2 },
      },
      {
        what: `${which}-title`,
        gap: 6,
        text: title,
        maxHeight: 40,
        style: { role: 'prose', size: 22, colour: 'muted', maxLines: 2 },
      },
    ]),
  ];
}

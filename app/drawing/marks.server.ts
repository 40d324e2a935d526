import { ENGLISH, readerLanguage } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';
import type { DateStyle } from './design.ts';
import type { Part } from './designs/parts.server.ts';
import type { CertificateDrawing } from './drawing.ts';
import { drawPlaced, type PlacedText, placeLine, placeText } from './lettering.server.ts';
import { printedDate } from './printed-date.ts';

type Mark = {
  x: number;
  y: number;
  angle: number;
  size: number;
  spacing: number;
  width: number;
  height: number;
  /** On a page that has too little room. */
  scale?: number;
  dateStyle?: DateStyle | undefined;
};

const DATE_SIZE = 42;

type Words = { placed: PlacedText; what: 'revoked' | 'revoked-on' };

/** The words of the mark, around its middle. */
function placeWords(revokedAt: string, { size, spacing, width, dateStyle }: Mark): Words[] {
  const language = readerLanguage();
  const revoked = t('drawing.revoked');
  const onDate = t('drawing.revokedOnDate', { date: printedDate(language, revokedAt, dateStyle) });
  if (language === ENGLISH) {
    return [
      { what: 'revoked', placed: placeLine(revoked, 0, 36, { face: 'Cinzel-Medium', size, spacing }) },
      {
        what: 'revoked-on',
        placed: placeLine(onDate, 0, 90, { face: 'EBGaramond-SemiBold', size: DATE_SIZE }),
      },
    ];
  }
  // Other languages have longer words, and letters that reach higher and lower.
  const box = { left: -width / 2 + 40, width: width - 80, maxLines: 1 };
  return [
    { what: 'revoked', placed: placeText(revoked, { ...box, top: -98, height: 142, size }, 'Cinzel-Medium') },
    {
      what: 'revoked-on',
      placed: placeText(onDate, { ...box, top: 48, height: 52, size: DATE_SIZE }, 'EBGaramond-SemiBold'),
    },
  ];
}

const movedBy = (placed: PlacedText, { x, y, scale = 1 }: Mark): PlacedText => ({
  ...placed,
  size: placed.size * scale,
  spacing: placed.spacing * scale,
  lines: placed.lines.map((line) => ({
    ...line,
    x: line.x * scale + x,
    baseline: line.baseline * scale + y,
  })),
});

/** The mark across a revoked certificate: a part for each line. Text is selected on level lines, although it is drawn at an angle. */
function revocationParts(revokedAt: string, mark: Mark, colour: string): Part[] {
  const words = placeWords(revokedAt, mark);
  const { scale = 1 } = mark;
  const [width, height] = [mark.width * scale, mark.height * scale];
  const area = { left: mark.x - width / 2, top: mark.y - height / 2, width, height };
  return words.map(({ what, placed }, index) => ({
    what,
    area,
    text: { placed: movedBy(placed, mark), align: 'center' },
    draw: (pen) => {
      pen.save();
      pen.translate(mark.x, mark.y);
      pen.rotate(mark.angle);
      pen.scale(scale, scale);
      pen.globalAlpha = 0.78;
      if (index === 0) {
        pen.strokeStyle = colour;
        pen.lineWidth = 9;
        pen.strokeRect(-mark.width / 2, -mark.height / 2, mark.width, mark.height);
      }
      drawPlaced(pen, placed, colour);
      pen.restore();
    },
  }));
}

/** Height and largest letters of the word across a draft. */
const [DRAFT_HEIGHT, DRAFT_SIZE] = [420, 330];

/** The word across a draft, through which all of the certificate can be read. Drafts are never PDFs, so nothing reads the word aloud. */
function draftPart({ x, y, angle, width }: Mark, colour: string): Part {
  const box = { left: -width / 2, top: -DRAFT_HEIGHT / 2, width, height: DRAFT_HEIGHT };
  const placed = placeText(t('drawing.draft'), { ...box, size: DRAFT_SIZE, maxLines: 1 }, 'Cinzel-Medium');
  return {
    what: 'draft',
    area: { ...box, left: x + box.left, top: y + box.top },
    draw: (pen) => {
      pen.save();
      pen.translate(x, y);
      pen.rotate(angle);
      pen.globalAlpha = 0.28;
      drawPlaced(pen, placed, colour);
      pen.restore();
    },
  };
}

/** What stands across a certificate that is revoked, or that is not issued yet. */
export function markParts(
  { isDraft, revokedAt }: Pick<CertificateDrawing, 'isDraft' | 'revokedAt'>,
  mark: Mark,
  colour: string,
): Part[] {
  if (isDraft) return [draftPart(mark, colour)];
  return revokedAt ? revocationParts(revokedAt, mark, colour) : [];
}

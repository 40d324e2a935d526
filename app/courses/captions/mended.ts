import { ENCODING_NAMES, type Encoding } from '#app/shared/decode-text.ts';
import { t } from '#messages';

/** The corrections of a captions file, with the numbers of their lines. */
export type Mended = Map<Mending, number[]>;

export type Mending =
  | 'characters'
  | 'emptyLines'
  | 'firstLine'
  | 'noLength'
  | 'order'
  | 'overlap'
  | 'rolling'
  | 'signs'
  | 'times';

const texts = (): Record<Mending, string> => ({
  characters: t('mendedCaptions.invisibleCharactersWereRemoved'),
  emptyLines: t('mendedCaptions.emptyLinesWereMissingOrTooMany'),
  firstLine: t('mendedCaptions.theFirstLineWasMissing'),
  noLength: t('mendedCaptions.endedWhenTheyBegan'),
  order: t('mendedCaptions.wereSortedByTime'),
  overlap: t('mendedCaptions.overlapAndAreBothShown'),
  rolling: t('mendedCaptions.endWhereTheNextRepeatsTheirWords'),
  signs: t('mendedCaptions.signsStayedAsTheyAre'),
  times: t('mendedCaptions.timesAreWrittenInAnotherWay'),
});

const MOST_LINES = 10;

/** A sentence with the numbers of its first lines. */
export function inLines(what: string, lines: readonly number[]): string {
  const numbers = [...new Set(lines)].toSorted((a, b) => a - b);
  const shown = numbers.slice(0, MOST_LINES).join(', ') + (numbers.length > MOST_LINES ? ', …' : '');
  return t('mendedCaptions.inLines', { what, lines: shown });
}

/** The corrections in sentences, each with the numbers of its first lines, and how the file was read where that is a guess. */
export function mendedTexts(mended: Mended, encoding: Encoding, framesPerSecond: number | null): string[] {
  const names = texts();
  const found = [...mended].map(([mending, lines]) =>
    mending === 'firstLine' ? names[mending] : inLines(names[mending], lines),
  );
  const read =
    encoding === 'utf-8' ? [] : [t('mendedCaptions.wasReadAs', { encoding: ENCODING_NAMES[encoding] })];
  const frames =
    framesPerSecond === null
      ? []
      : [t('mendedCaptions.timesInFramesWereReadAt', { rate: Number(framesPerSecond.toFixed(3)) })];
  return [...read, ...frames, ...found];
}

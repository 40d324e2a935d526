import { latinDigits } from '#db/folding.ts';

/** The times of a caption in seconds, and the rest of their line. */
type Times = {
  start: number;
  end: number;
  text: string;
  isUsual: boolean;
  hasFraction: boolean;
};

/** Three digits after a colon are milliseconds. Frames have two. */
const TIME = String.raw`(?:(\d{1,6})\s*:\s*)?(\d{1,6})\s*:\s*(\d{1,2})(?:\s*(?:[.,]|:(?=\d{3}(?!\d)))\s*(\d{1,9}))?`;
/** '-->', as word processors, phones and translators change it too: '->', '–>', '- ->', '--&gt;', '→'. */
const ARROW = '(?:(?:[-\\u2010-\\u2015\\u2212]\\s?){1,3}(?:>|&gt;)|[\\u2192\\u27f6])';
const arrowTimes = new RegExp(`^\\s*\\[?\\s*${TIME}\\s*${ARROW}\\s*${TIME}\\s*(?:\\]|$|(?=\\s))(.*)$`);
const commaTimes = new RegExp(`^\\s*${TIME}\\s*,\\s*${TIME}()\\s*$`);
const hasArrow = new RegExp(ARROW);
/** A line that begins with digits and a colon before an arrow, or has them after it, is meant as times. */
const meantAsTimes = new RegExp(
  `^\\s*\\[?[\\d\\s.,]*\\d\\s*[:;]\\s*\\d[\\d\\s:;.,]*${ARROW}|^\\s*\\S{0,20}\\s*${ARROW}\\s*\\d+\\s*[:;]\\s*\\d`,
);

/** A time that ends with the number of a frame, as programs for editing films write it. */
const CODE = String.raw`(\d{1,2})[:;](\d\d)[:;](\d\d)([:;])(\d\d)(?!\d)`;
/** Between them is an arrow, a comma, a dash or a space. A number may stand before them, and the text behind. */
const codedTimes = new RegExp(
  `^\\s*\\[?\\s*(?:\\d+[.:]?\\s+)?${CODE}\\s*(?:${ARROW}|[,\\-\\u2010-\\u2015\\u2212]|\\s)\\s*${CODE}\\s*(?:\\]|$|(?=[\\s,]))\\s*,?(.*)$`,
);

/** Whisper writes tables, too: start and end in milliseconds, and the text. */
const TABLE_HEADER = /^start\tend\ttext\s*$/;
const tableTimes = /^(\d{1,9})\t(\d{1,9})\t(.*)$/;

const USUAL = {
  webvtt: /^(?:\d{2,}:)?\d\d:\d\d\.\d{3}[ \t]+-->[ \t]+(?:\d{2,}:)?\d\d:\d\d\.\d{3}(?:[ \t]|$)/,
  srt: /^\s*\d+:\d\d:\d\d,\d{3}\s+-->\s+\d+:\d\d:\d\d,\d{3}(?:\s|$)/,
  sbv: /^\d+:\d\d:\d\d\.\d{3},\d+:\d\d:\d\d\.\d{3}$/,
};

/** 'frames' is a list of times in frames with their texts, which is no SRT. */
export type Form = keyof typeof USUAL | 'table' | 'frames';

const MAY_BE_TIMES = /\p{Nd}\s*[:;\uff1a\uff1b]/u;
/** Longer lines are text. */
const MAX_TIMES_LENGTH = 300;

/** With full-width digits and signs, and digits of other scripts, in ASCII. */
const toAscii = (line: string) => latinDigits(line.normalize('NFKC')).replaceAll('\u066b', ',');

/** The parts of two times in frames, and the text behind them as it is written. Null for a line without such times. */
function codesIn(line: string): { one: string[]; other: string[]; text: string } | null {
  const begin = line.slice(0, MAX_TIMES_LENGTH);
  if (!MAY_BE_TIMES.test(begin)) return null;
  const found = codedTimes.exec(begin) ?? codedTimes.exec(toAscii(begin));
  if (!found) return null;
  const text = `${found[11]}${line.slice(MAX_TIMES_LENGTH)}`.trim();
  return { one: found.slice(1, 6), other: found.slice(6, 11), text };
}

/**
 * The frames of a file: how many are counted in a second, and how many are shown. `isNamed` is false if only semicolons tell them, so that
 * times without one have no rate.
 */
export type FrameRate = { counted: number; shown: number; isNamed: boolean };

/** 29.97 frames a second are counted as 30. */
const slowed = (counted: number) => (counted * 1_000) / 1_001;
const COUNTED = [24, 25, 30, 48, 50, 60];
/** 'Frame rate: 25', 'TIMEBASE 30' or '29.97 fps' above the captions. */
const NAMED_RATE =
  /(?:frame[ _-]?rate|frames per second|\bfps|timebase)[\s:=("']{1,5}(\d\d(?:[.,]\d{1,3})?)(?!\d)|(?<![\d.,])(\d\d(?:[.,]\d{1,3})?) ?fps\b/i;
const MOST_HEADER_LINES = 50;

/** The rate that a line names, or null. */
export function namedRate(line: string): FrameRate | null {
  const [, before, behind] = NAMED_RATE.exec(toAscii(line.slice(0, MAX_TIMES_LENGTH))) ?? [];
  const rate = Number((before ?? behind ?? '').replace(',', '.'));
  const counted = Math.ceil(rate);
  if (!COUNTED.includes(counted)) return null;
  if (rate === counted) return { counted, shown: counted, isNamed: true };
  // 23.976 is also written as 23.98.
  const isSlowed = Math.abs(rate - slowed(counted)) < 0.01;
  return isSlowed ? { counted, shown: slowed(counted), isNamed: true } : null;
}

/**
 * The rate of the frames in which the times of a file are written. A semicolon means that numbers of frames are left out to keep pace
 * with the clock, as with 29.97 frames a second, or 59.94 if there are higher numbers (SMPTE ST 12-1).
 * @returns null for a file without such times, and for one that does not tell
 */
export function frameRateOf(lines: readonly string[]): FrameRate | null {
  const first = lines.findIndex((line) => codesIn(line) !== null);
  if (first < 0) return null;
  const codes = lines.flatMap((line) => {
    const { one, other } = codesIn(line) ?? {};
    return one && other ? [one, other] : [];
  });
  const isDropped = codes.some(([, , , sign]) => sign === ';');
  for (const line of lines.slice(Math.max(0, first - MOST_HEADER_LINES), first)) {
    const named = namedRate(line);
    // 29.97 is also named 30.
    if (named && isDropped && named.counted % 30 === 0) return { ...named, shown: slowed(named.counted) };
    if (named) return named;
  }
  if (!isDropped) return null;
  const counted = codes.some(([, , , , frame]) => Number(frame) >= 30) ? 60 : 30;
  return { counted, shown: slowed(counted), isNamed: false };
}

/** A time in frames, in seconds. Null for one that does not exist. */
function secondsOfCode([hours, minutes, rest, sign, frame]: string[], rate: FrameRate): number | null {
  if (Number(minutes) > 59 || Number(rest) > 59 || Number(frame) >= rate.counted) return null;
  const wholeMinutes = 60 * Number(hours) + Number(minutes);
  const frames = (60 * wholeMinutes + Number(rest)) * rate.counted + Number(frame);
  if (sign !== ';' || rate.counted % 30 !== 0) return frames / rate.shown;
  // Each minute begins with frame 2, or 4 of 60, but every tenth.
  const skipped = (rate.counted / 15) * (wholeMinutes - Math.floor(wholeMinutes / 10));
  return (frames - skipped) / rate.shown;
}

/** Settings of WebVTT ('align:start') or positions of SRT ('X1:40'), which are left out. */
const areSettings = (text: string) => text.split(/\s+/).every((each) => /^[a-z]+\d?:[^\s:]+$/i.test(each));

/** Reads times in frames, as `readTimes`. */
function readCodes(line: string, rate: FrameRate | null): ReturnType<typeof readTimes> {
  const found = codesIn(line);
  if (!found) return null;
  const { one, other, text } = found;
  if (!rate || (!rate.isNamed && (one[3] !== ';' || other[3] !== ';'))) return 'frames';
  const [start, end] = [secondsOfCode(one, rate), secondsOfCode(other, rate)];
  if (start === null || end === null) return 'unreadable';
  const hasSettings = hasArrow.test(line) && areSettings(text);
  return { start, end, text: hasSettings ? '' : text, isUsual: true, hasFraction: true };
}

function seconds([hours, minutes = '', rest = '', fraction = '']: (string | undefined)[]): number | null {
  // Without hours, '90:00' is one and a half.
  if (Number(rest) > 59 || (hours !== undefined && Number(minutes) > 59)) return null;
  return Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(`${rest}.${fraction || 0}`);
}

/**
 * Reads the times of a caption.
 * @param rate of frames, which the times of a file may count
 * @returns null for a line that is not meant as times, 'unreadable' for times that do not exist, 'frames' for those without a rate
 */
export function readTimes(
  line: string,
  form: Form,
  rate: FrameRate | null,
): Times | 'frames' | 'unreadable' | null {
  if (form === 'table') {
    const [, start, end, text = ''] = tableTimes.exec(line) ?? [];
    if (start === undefined) return null;
    return { start: Number(start) / 1_000, end: Number(end) / 1_000, text, isUsual: true, hasFraction: true };
  }
  const codes = readCodes(line, rate);
  if (codes !== null || form === 'frames') return codes;
  if (line.length > MAX_TIMES_LENGTH || !MAY_BE_TIMES.test(line)) return null;
  const plain = toAscii(line);
  const found = (form === 'sbv' ? commaTimes : arrowTimes).exec(plain);
  if (!found) return meantAsTimes.test(plain) ? 'unreadable' : null;
  const [start, end] = [seconds(found.slice(1, 5)), seconds(found.slice(5, 9))];
  if (start === null || end === null) return 'unreadable';
  const text = (found[9] ?? '').trim();
  return {
    start,
    end,
    text: areSettings(text) ? '' : text,
    isUsual: USUAL[form].test(line),
    hasFraction: found[4] !== undefined && found[8] !== undefined,
  };
}

/** What only WebVTT has: speakers, classes and codes. */
const OF_WEBVTT = /<v[ .]|<c[.>]|&(?:amp|lt|gt|nbsp);/;

/** The form of captions, or null for another file. WebVTT may lack its first line, and then has times with a point. */
export function formOf(lines: readonly string[]): Form | null {
  const begin = lines.find((line) => line.trim() !== '') ?? '';
  if (/^WEBVTT(?:[ \t]|$)/.test(begin)) return 'webvtt';
  if (TABLE_HEADER.test(begin)) return 'table';
  const at = lines.findIndex(
    (line) => readTimes(line, 'srt', null) !== null || readTimes(line, 'sbv', null) !== null,
  );
  const times = lines[at];
  if (times === undefined) return /^\s*\d/.test(begin) ? 'srt' : null;
  const found = readTimes(times, 'srt', null);
  if (found === null) return 'sbv';
  if (found === 'frames' && !hasArrow.test(times)) return 'frames';
  const hasCounter = /^\s*\d+\s*$/.test(lines[at - 1] ?? '');
  const mayBeWebVtt = !hasCounter || lines.some((line) => OF_WEBVTT.test(line));
  return /\d\.\d+\s*-/.test(times) && mayBeWebVtt ? 'webvtt' : 'srt';
}

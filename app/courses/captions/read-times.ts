import { latinDigits } from '#db/folding.ts';

/** The times of a caption in seconds, and the rest of their line. */
type Times = {
  start: number;
  end: number;
  text: string;
  isUsual: boolean;
  hasFraction: boolean;
};

const TIME = String.raw`(?:(\d{1,6})\s*:\s*)?(\d{1,6})\s*:\s*(\d{1,2})(?:\s*[.,]\s*(\d{1,9}))?`;
/** '-->', as word processors, phones and translators change it too: '->', '–>', '- ->', '--&gt;', '→'. */
const ARROW = '(?:(?:[-\\u2010-\\u2015\\u2212]\\s?){1,3}(?:>|&gt;)|[\\u2192\\u27f6])';
const arrowTimes = new RegExp(`^\\s*\\[?\\s*${TIME}\\s*${ARROW}\\s*${TIME}\\s*(?:\\]|$|(?=\\s))(.*)$`);
const commaTimes = new RegExp(`^\\s*${TIME}\\s*,\\s*${TIME}()\\s*$`);
/** A line that begins with digits and a colon before an arrow, or has them after it, is meant as times. */
const meantAsTimes = new RegExp(
  `^\\s*\\[?[\\d\\s.,]*\\d\\s*[:;]\\s*\\d[\\d\\s:;.,]*${ARROW}|^\\s*\\S{0,20}\\s*${ARROW}\\s*\\d+\\s*[:;]\\s*\\d`,
);

/** Whisper writes tables, too: start and end in milliseconds, and the text. */
const TABLE_HEADER = /^start\tend\ttext\s*$/;
const tableTimes = /^(\d{1,9})\t(\d{1,9})\t(.*)$/;

const USUAL = {
  webvtt: /^(?:\d{2,}:)?\d\d:\d\d\.\d{3}[ \t]+-->[ \t]+(?:\d{2,}:)?\d\d:\d\d\.\d{3}(?:[ \t]|$)/,
  srt: /^\s*\d+:\d\d:\d\d,\d{3}\s+-->\s+\d+:\d\d:\d\d,\d{3}(?:\s|$)/,
  sbv: /^\d+:\d\d:\d\d\.\d{3},\d+:\d\d:\d\d\.\d{3}$/,
};

export type Form = keyof typeof USUAL | 'table';

const MAY_BE_TIMES = /\p{Nd}\s*[:;\uff1a\uff1b]/u;
/** Longer lines are text. */
const MAX_TIMES_LENGTH = 300;

function seconds([hours, minutes = '', rest = '', fraction = '']: (string | undefined)[]): number | null {
  // Without hours, '90:00' is one and a half.
  if (Number(rest) > 59 || (hours !== undefined && Number(minutes) > 59)) return null;
  return Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(`${rest}.${fraction || 0}`);
}

/** Settings of WebVTT ('align:start') or positions of SRT ('X1:40'), which are left out. */
const areSettings = (text: string) => text.split(/\s+/).every((each) => /^[a-z]+\d?:[^\s:]+$/i.test(each));

/**
 * Reads the times of a caption.
 * @returns null for a line that is not meant as times, 'unreadable' for times that do not exist
 */
export function readTimes(line: string, form: Form): Times | 'unreadable' | null {
  if (form === 'table') {
    const [, start, end, text = ''] = tableTimes.exec(line) ?? [];
    if (start === undefined) return null;
    return { start: Number(start) / 1_000, end: Number(end) / 1_000, text, isUsual: true, hasFraction: true };
  }
  if (line.length > MAX_TIMES_LENGTH || !MAY_BE_TIMES.test(line)) return null;
  // Full-width digits and signs, and digits of other scripts.
  const plain = latinDigits(line.normalize('NFKC')).replaceAll('\u066b', ',');
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
  const at = lines.findIndex((line) => readTimes(line, 'srt') !== null || readTimes(line, 'sbv') !== null);
  const times = lines[at];
  if (times === undefined) return /^\s*\d/.test(begin) ? 'srt' : null;
  if (readTimes(times, 'srt') === null) return 'sbv';
  const hasCounter = /^\s*\d+\s*$/.test(lines[at - 1] ?? '');
  const mayBeWebVtt = !hasCounter || lines.some((line) => OF_WEBVTT.test(line));
  return /\d\.\d+\s*-/.test(times) && mayBeWebVtt ? 'webvtt' : 'srt';
}

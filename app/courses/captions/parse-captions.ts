import webvtt from 'webvtt-parser';
import { t } from '#messages';

/** Start and end in milliseconds, and the text, which may have several lines. */
export type Cue = [start: number, end: number, text: string];

/** The cues of a captions file, or the error for its author. */
export type ParsedCaptions = { cues: Cue[] } | { error: string };

const MAX_LINE_LENGTH = 1_000;
/** The time that the parser takes grows with the square of the length of a cue. */
const MAX_BLOCK_LENGTH = 4_000;
const MAX_CUES = 5_000;
const MAX_SECONDS = 100 * 3_600;

const TIMING = '-->';
/** Messages of the parser that authors would not understand. */
const plainMessages = (): Record<string, string> => ({
  'Incorrect start tag.': t('parseCaptions.onlyTheseTags'),
  'Incorrect end tag.': t('parseCaptions.noStartTag'),
  'Required end tag missing.': t('parseCaptions.noEndTag'),
  'Incorrect escape.': t('parseCaptions.writeAmpersand'),
  'Cue identifier cannot be standalone.': t('parseCaptions.aTimeMustFollow'),
  'Cue identifier needs to be followed by timestamp.': t('parseCaptions.shouldBeATime', {
    example: '00:01.000 --> 00:02.500',
  }),
  'Start timestamp is not greater than or equal to start timestamp of previous cue.': t(
    'parseCaptions.beginsBeforeTheOneAbove',
  ),
  'End timestamp is not greater than start timestamp.': t('parseCaptions.mustEndAfterItBegins'),
  'Blank line missing before cue.': t('parseCaptions.emptyLineMissing'),
});
const atLine = (number: number, message: string) => ({
  error: t('parseCaptions.atLine', { number: String(number), problem: message }),
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: this finds control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/;

/** The first line that the parser would take too long for, or that is not text. */
function unreadableLine(lines: string[]): { error: string } | null {
  let block = 0;
  for (const [index, line] of lines.entries()) {
    if (CONTROL.test(line)) return atLine(index + 1, t('parseCaptions.characterNotAllowed'));
    if (line.length > MAX_LINE_LENGTH) {
      return atLine(index + 1, t('parseCaptions.moreThanCharacters', { most: MAX_LINE_LENGTH }));
    }
    block = line === '' ? 0 : block + line.length;
    if (block > MAX_BLOCK_LENGTH) {
      return atLine(index + 1, t('parseCaptions.captionTooLong'));
    }
  }
  return null;
}

/** Empties the lines of the header, of regions and of other settings, which no cue needs. Line numbers stay. */
function withoutSettings(lines: string[]): string[] {
  let isSkipped = true;
  return lines.map((line, index) => {
    if (index === 0) return line;
    if (line === '' || line.includes(TIMING)) isSkipped = false;
    else if (line === 'REGION' && lines[index - 1] === '') isSkipped = true;
    if (isSkipped) return '';
    return line.includes(TIMING) ? line.replace(/[ \t]region:\S+/, '') : line;
  });
}

/** The lines of an SRT file as WebVTT. Its few tags, such as `<i>`, and positions are left out. */
const fromSrt = (lines: string[]) => [
  'WEBVTT',
  '',
  ...lines.map((line) =>
    /^\s*\d+:\d\d:\d\d\S*\s*-->/.test(line)
      ? line.replace(/\s+[XY][12]:.*$/, '').replaceAll(',', '.')
      : line
          .replace(/<\/?(?:b|i|u|s|font)\b[^>]*>|\{\\[^}]*\}/gi, '')
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;'),
  ),
];

type ParserError = { message: string; line: number; col?: number };

/** The number of the line that an error is about. The parser names the line after a cue for errors in its text. */
function lineOf({ message, line, col = 1 }: ParserError, lines: string[]): number {
  if (message.startsWith('Cue identifier cannot be standalone')) return line - 1;
  if (lines[line - 1]) return line;
  let timing = line - 2;
  while (timing > 0 && !lines[timing]?.includes(TIMING)) timing -= 1;
  const text = lines.slice(timing + 1, line - 1).join('\n');
  return timing + 2 + text.slice(0, col - 1).split('\n').length - 1;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** The text of a valid cue, without its tags and after the speaker's name. */
const plainText = (text: string) =>
  text
    .replace(/<v(?:\.[^\s>]*)?[ \t]([^>]*)>/g, (_, speaker: string) => `${speaker.trim()}: `)
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();

const ms = (seconds: number) => Math.round(seconds * 1_000);

type ParsedCue = { startTime: number; endTime: number; text: string };

/** The cues of a file in which the parser found no error. `timings` has the numbers of their lines. */
function toCues(cues: ParsedCue[], timings: number[]): ParsedCaptions {
  if (cues.length > MAX_CUES) return { error: t('parseCaptions.atMostCaptions', { most: MAX_CUES }) };
  for (const [index, cue] of cues.entries()) {
    const before = cues[index - 1];
    if (before && cue.startTime < before.endTime) {
      return atLine(timings[index] ?? 1, t('parseCaptions.beginsBeforeTheOneAboveEnds'));
    }
    if (cue.endTime > MAX_SECONDS) return atLine(timings[index] ?? 1, t('parseCaptions.laterThan100Hours'));
  }
  const found = cues
    .map(({ startTime, endTime, text }): Cue => [ms(startTime), ms(endTime), plainText(text)])
    .filter(([, , text]) => text !== '');
  return found.length > 0 ? { cues: found } : { error: t('parseCaptions.noCaptions') };
}

/** Reads WebVTT, or SRT, which has no first line 'WEBVTT'. Captions must not overlap. */
export function parseCaptions(bytes: Uint8Array): ParsedCaptions {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { error: t('parseCaptions.notUtf8') };
  }
  const given = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const unreadable = unreadableLine(given);
  if (unreadable) return unreadable;
  const isWebVtt = /^WEBVTT(?:[ \t]|$)/.test(given[0] ?? '');
  const isSrt = given.find((line) => line !== '')?.match(/^\s*\d/) != null;
  if (!isWebVtt && !isSrt) return atLine(1, t('parseCaptions.neitherWebVttNorSrt'));
  const shift = isWebVtt ? 0 : 2;
  const lines = isWebVtt ? withoutSettings(given) : fromSrt(given);
  const { cues, errors } = new webvtt.WebVTTParser().parse(lines.join('\n'));
  const [first] = errors;
  if (first) {
    return atLine(Math.max(1, lineOf(first, lines) - shift), plainMessages()[first.message] ?? first.message);
  }
  const timings = lines.flatMap((line, index) => (line.includes(TIMING) ? [index + 1 - shift] : []));
  return toCues(cues, timings);
}

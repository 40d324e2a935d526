import { decodeText, encodingOf, isIntact } from '#app/shared/decode-text.ts';
import { cleanProse } from '#app/shared/invisible-characters.ts';
import { t } from '#messages';
import { type CaptionText, fromFrames, fromPlain, fromWebVtt, rollsOn } from './caption-text.ts';
import { inLines, type Mended, type Mending, mendedTexts } from './mended.ts';
import { type Form, type FrameRate, formOf, frameRateOf, namedRate, readTimes } from './read-times.ts';

/** Start and end in milliseconds, and the text, which may have several lines. */
export type Cue = [start: number, end: number, text: string];

/** The cues of a captions file with its corrections, or its errors by line. */
export type ParsedCaptions = { cues: Cue[]; mended: string[] } | { errors: string[] };

const MAX_LINE_LENGTH = 1_000;
const MAX_CAPTION_LENGTH = 4_000;
const MAX_CUES = 5_000;
const MAX_SECONDS = 100 * 3_600;
const MOST_ERRORS = 100;
/** How long a caption is shown that ends when it begins. */
const SHORTEST_MS = 1_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: this finds control characters
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;
/** Settings and comments of Spruce STL and marks of Avid between captions with times in frames. */
const NOT_SHOWN_IN_FRAMES = /^(?:\$\w+\s*=|\/\/|<(?:begin|end) subtitles>\s*$)/i;
/** The header of a file of EBU STL (EBU Tech 3264). */
const EBU_STL = /^\d{3}STL\d\d\.\d\d/;
/** Blocks of WebVTT that are no captions, and its header. */
const NOT_SHOWN = /^(?:NOTE(?:[ \t]|$)|STYLE$|REGION$|WEBVTT(?:[ \t]|$))/;
const isCounter = (line: string | undefined) => /^\s*\d+\s*$/.test(line ?? '');

/** A caption as it stands in the file. `at` is the number of the line of its times. */
type Caption = { at: number; start: number; end: number; lines: { at: number; text: string }[] };

/** The numbered lines of a file, with their errors and corrections. */
class Findings {
  readonly errors = new Map<number, string>();
  /** Lines with times in frames, without the rate of the file. */
  readonly withoutRate: number[] = [];
  readonly mended: Mended = new Map();

  wrong(at: number, message: string) {
    if (this.errors.size <= MOST_ERRORS && !this.errors.has(at)) this.errors.set(at, message);
  }

  mend(mending: Mending, at: number) {
    const lines = this.mended.get(mending);
    if (lines) lines.push(at);
    else this.mended.set(mending, [at]);
  }

  get isWrong() {
    return this.errors.size + this.withoutRate.length > 0;
  }

  /** The errors in the order of their lines, after the one about the whole file. */
  messages(): string[] {
    const ofFile =
      this.withoutRate.length > 0 ? [inLines(t('parseCaptions.framesHaveNoRate'), this.withoutRate)] : [];
    const all = [...this.errors].toSorted(([a], [b]) => a - b);
    const shown = all
      .slice(0, MOST_ERRORS)
      .map(([number, problem]) => t('parseCaptions.atLine', { number: String(number), problem }));
    return [...ofFile, ...shown, ...(all.length > MOST_ERRORS ? ['…'] : [])];
  }
}

const milliseconds = (seconds: number) => Math.round(seconds * 1_000);
const shouldBeATime = () => t('parseCaptions.shouldBeATime', { example: '00:01.000 --> 00:02.500' });

/** Whether times within a caption, such as 'open 9:00 → 17:00', are its words: those that are written as others in the file are not. */
function mayBeText(line: string, times: NonNullable<ReturnType<typeof readTimes>>, hasCounters: boolean) {
  if (times === 'unreadable') return !line.includes('-->');
  return times === 'frames' ? hasCounters : !times.isUsual && (hasCounters || !times.hasFraction);
}

/** Sorts lines into captions. Blocks without times that do not belong to a caption are wrong. */
function toCaptions(lines: string[], form: Form, rate: FrameRate | null, found: Findings): Caption[] {
  const captions: Caption[] = [];
  let last: Caption | null = null;
  let [hasCounters, hasNames] = [false, false];
  /** Lines since an empty one. */
  let block: { at: number; text: string }[] = [];
  let isAfterEmpty = true;
  /** A counter that an empty line parts from its times, in a file with too many. */
  let counter = null as { at: number } | null;

  const endBlock = () => {
    const [first, second] = block;
    const rest = block;
    block = [];
    if (!first || NOT_SHOWN.test(first.text)) return;
    // The header of a table, of SBV or of times in frames.
    if (!last && (form === 'table' || form === 'sbv' || form === 'frames')) return;
    if (counter) found.wrong(counter.at, shouldBeATime());
    counter = !second && isCounter(first.text) && (hasCounters || !last) ? first : null;
    if (counter) return;
    if (isCounter(first.text) && (hasCounters || !last)) found.wrong((second ?? first).at, shouldBeATime());
    else if (last && (form !== 'webvtt' || last.lines.length === 0)) {
      found.mend('emptyLines', first.at);
      last.lines = last.lines.concat(rest);
    } else found.wrong(first.at, t('parseCaptions.aTimeMustFollow'));
  };

  for (const [index, text] of lines.entries()) {
    const at = index + 1;
    if (text === '') {
      endBlock();
      isAfterEmpty = true;
      continue;
    }
    if (form === 'frames' && NOT_SHOWN_IN_FRAMES.test(text)) continue;
    if (rate?.isNamed && !last && namedRate(text)) continue;
    const times = readTimes(text, form, rate);
    const isAfterText = !isAfterEmpty && last?.lines.length && !isCounter(lines[index - 1]);
    if (times === null || (isAfterText && mayBeText(text, times, hasCounters))) {
      // A line of spaces is no end, because YouTube writes it into captions.
      if (text.trim() === '') continue;
      if (isAfterEmpty) block.push({ at, text });
      else last?.lines.push({ at, text });
      continue;
    }
    if (isAfterEmpty) {
      if (isCounter(block.at(-1)?.text)) hasCounters = true;
      // The line before the times is their name, in SRT if the first have one, such as '1.'.
      if (counter && block.length === 0) {
        found.mend('emptyLines', counter.at);
        hasCounters = true;
        counter = null;
      }
      hasNames ||= form !== 'frames' && last === null && block.length > 0;
      if (form === 'webvtt' || hasNames || isCounter(block.at(-1)?.text)) block.pop();
      endBlock();
    } else if (form !== 'table' && form !== 'frames') {
      if (hasCounters && isCounter(last?.lines.at(-1)?.text)) last?.lines.pop();
      found.mend('emptyLines', at);
    }
    isAfterEmpty = false;
    last = { at, start: 0, end: 0, lines: [] };
    if (times === 'unreadable' || times === 'frames') {
      if (times === 'frames') found.withoutRate.push(at);
      else found.wrong(at, shouldBeATime());
      continue;
    }
    const { start, end, isUsual, text: sameLine } = times;
    if (sameLine !== '') last.lines.push({ at, text: sameLine });
    if (!isUsual) found.mend('times', at);
    if (end < start) found.wrong(at, t('parseCaptions.mustEndAfterItBegins'));
    if (end > MAX_SECONDS) found.wrong(at, t('parseCaptions.laterThan100Hours'));
    captions.push(Object.assign(last, { start: milliseconds(start), end: milliseconds(end) }));
    if (captions.length > MAX_CUES) return captions;
  }
  endBlock();
  if (counter) found.wrong(counter.at, shouldBeATime());
  return captions;
}

/** The words of a caption. */
function wordsOf({ lines }: Caption, read: (raw: string) => CaptionText, found: Findings): string {
  let length = 0;
  for (const { at, text } of lines) {
    length += text.length;
    if (text.length > MAX_LINE_LENGTH) {
      found.wrong(at, t('parseCaptions.moreThanCharacters', { most: MAX_LINE_LENGTH }));
    }
    if (length <= MAX_CAPTION_LENGTH) continue;
    found.wrong(at, t('parseCaptions.captionTooLong'));
    return '';
  }
  const raw = lines.map(({ text }) => text).join('\n');
  const lineAt = (index: number) => lines[index]?.at ?? 0;
  const { text, wrongTags, plainSigns } = read(raw);
  for (const index of wrongTags) found.wrong(lineAt(index), t('parseCaptions.onlyTheseTags'));
  for (const index of plainSigns) found.mend('signs', lineAt(index));
  const clean = cleanProse(text);
  if (clean !== text && lines[0]) found.mend('characters', lines[0].at);
  return clean
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** Sorts captions by time, and ends those whose words the next one repeats where it begins. Others may overlap. */
function inOrder(captions: (Caption & { text: string })[], found: Findings): Cue[] {
  let latest = 0;
  for (const { at, start } of captions) {
    if (start < latest) found.mend('order', at);
    latest = Math.max(latest, start);
  }
  const sorted = captions.toSorted((a, b) => a.start - b.start);
  let shownUntil = 0;
  return sorted.map(({ at, start, end, text }, index): Cue => {
    const next = sorted[index + 1];
    let until = end;
    if (end === start) {
      found.mend('noLength', at);
      const later = sorted.slice(index + 1, index + 50).find((other) => other.start > start);
      until = Math.min(start + SHORTEST_MS, later?.start ?? start + SHORTEST_MS);
    } else if (next && next.start < end && next.start > start && rollsOn(text, next.text)) {
      found.mend('rolling', at);
      until = next.start;
    }
    if (start < shownUntil) found.mend('overlap', at);
    shownUntil = Math.max(shownUntil, until);
    return [start, until, text];
  });
}

/**
 * Reads captions in WebVTT, SRT, SBV, a table of Whisper, or a list of timecodes whose frame rate the file names. Corrects mistakes that have
 * one possible meaning, and lists them. Every other mistake is an error.
 * @param language the BCP 47 tag of the captions; a file without Unicode is decoded in the encoding of this language
 */
export function parseCaptions(bytes: Uint8Array, language: string): ParsedCaptions {
  if (EBU_STL.test(Buffer.from(bytes.subarray(0, 11)).toString('latin1'))) {
    return { errors: [t('parseCaptions.isEbuStl')] };
  }
  const { encoding } = encodingOf(bytes, language);
  const isDamaged = !isIntact(bytes, encoding);
  if (isDamaged && encoding !== 'utf-8') return { errors: [t('parseCaptions.unknownEncoding')] };
  const found = new Findings();
  const text = decodeText(bytes, encoding).replace(/^\ufeff+/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: DOS programs end texts with it
  const content = text.replace(/\u001a\s*$/, '');
  const lines = content.split(/\r*\n|\r/);
  for (const [index, line] of lines.entries()) {
    if (isDamaged && line.includes('\ufffd')) found.wrong(index + 1, t('parseCaptions.notUtf8'));
    else if (CONTROL.test(line)) found.wrong(index + 1, t('parseCaptions.characterNotAllowed'));
  }
  const form = formOf(lines);
  if (form === null) found.wrong(1, t('parseCaptions.neitherWebVttNorSrt'));
  const rate = frameRateOf(lines);
  const captions = form === null ? [] : toCaptions(lines, form, rate, found);
  if (captions.length > MAX_CUES) return { errors: [t('parseCaptions.atMostCaptions', { most: MAX_CUES })] };
  if (form === 'webvtt' && !lines.some((line) => line.startsWith('WEBVTT'))) found.mend('firstLine', 1);
  const read = form === 'webvtt' ? fromWebVtt : form === 'frames' ? fromFrames : fromPlain;
  const shown = captions
    .map((caption) => ({ ...caption, text: wordsOf(caption, read, found) }))
    .filter(({ text }) => text !== '');
  if (found.isWrong) return { errors: found.messages() };
  if (shown.length === 0) return { errors: [t('parseCaptions.noCaptions')] };
  return { cues: inOrder(shown, found), mended: mendedTexts(found.mended, encoding, rate?.shown ?? null) };
}

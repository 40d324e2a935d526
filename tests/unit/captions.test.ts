import { describe, expect, it } from 'vitest';
import { type ParsedCaptions, parseCaptions } from '#app/courses/captions/parse-captions.ts';
import { toWebVtt } from '#app/courses/captions/webvtt.ts';

const parse = (text: string | Uint8Array): ParsedCaptions =>
  parseCaptions(typeof text === 'string' ? Buffer.from(text) : text);
const cue = (time: string, text: string) => `${time}\n${text}\n\n`;
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const time = new Date(at * 1_000).toISOString().slice(11, 20);
    return cue(`${time}000 --> ${time}500`, 'a');
  }).join('');
const FIRST = '00:01.000 --> 00:02.000';

describe('captions in WebVTT', () => {
  it('have times and plain texts', () => {
    expect(
      parse(
        `WEBVTT - Clocks\nKind: captions\n\nNOTE by hand\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n1\n${cue(
          `${FIRST} align:start region:a`,
          '<v Ada>Hi <b>you</b> &amp; me\n&lt;second',
        )}${cue('01:00:02.000 --> 01:00:03.500', 'b')}`,
      ),
    ).toEqual({
      cues: [
        [1_000, 2_000, 'Ada: Hi you & me\n<second'],
        [3_602_000, 3_603_500, 'b'],
      ],
    });
  });

  it.each([
    ['\n', ''],
    ['\r\n', ''],
    ['\r', ''],
    ['\n', '\ufeff'],
    ['\r\n', '\ufeff'],
  ])('may end lines with %j and begin with %j', (end, bom) => {
    const text = `${bom}WEBVTT\n\n${cue(FIRST, 'a')}${cue('00:02.000 --> 00:03.000', 'b')}`;
    expect(parse(text.replaceAll('\n', end))).toMatchObject({ cues: [{}, {}] });
  });

  it.each([
    [
      'a script',
      `WEBVTT\n\n${cue(FIRST, 'ok\nx <script>alert(1)</script>\nmore')}`,
      /^Line 5: Only the tags/,
    ],
    ['an &', `WEBVTT\n\n${cue(FIRST, 'R&D')}`, /^Line 4: An & must/],
    [
      'an open tag',
      `WEBVTT\n\n${cue(FIRST, '<b>x')}${cue('00:03.000 --> 00:04.000', 'y')}`,
      /^Line 4: An end tag/,
    ],
    [
      'overlapping times',
      `WEBVTT\n\n${cue(FIRST, 'a')}${cue('00:01.999 --> 00:03.000', 'b')}`,
      /^Line 6: It begins before/,
    ],
    ['the same time twice', `WEBVTT\n\n${cue(FIRST, 'a')}${cue(FIRST, 'b')}`, /^Line 6: It begins before/],
    [
      'times backwards',
      `WEBVTT\n\n${cue('00:05.000 --> 00:06.000', 'a')}${cue(FIRST, 'b')}`,
      /^Line 6: It begins before/,
    ],
    [
      'an end before its beginning',
      `WEBVTT\n\n${cue('00:02.000 --> 00:01.000', 'a')}`,
      /^Line 3: It must end/,
    ],
    ['no time', `WEBVTT\n\n${cue(FIRST, 'a')}alone\n\n`, /^Line 6: A time must follow/],
    ['half an arrow', `WEBVTT\n\n${cue('00:01.000 -> 00:02.000', 'a')}`, /^Line 4: This should be a time/],
    ['61 seconds', `WEBVTT\n\n${cue('00:61.000 --> 01:02.000', 'a')}`, /^Line 3: /],
    [
      'a year',
      `WEBVTT\n\n${cue('00:01.000 --> 8760:00:00.000', 'a')}`,
      /^Line 3: It is later than 100 hours/,
    ],
    ['no empty line', `WEBVTT\n\n${FIRST}\na\n00:03.000 --> 00:04.000\nb\n`, /^Line 5: An empty line/],
    ['NUL', `WEBVTT\n\n${cue(FIRST, 'a\0b')}`, /^Line 4: It has a character/],
    ['a long line', `WEBVTT\n\n${cue(FIRST, 'a'.repeat(1_001))}`, /^Line 4: It has more than 1,000/],
    [
      'a long caption',
      `WEBVTT\n\n${cue(FIRST, `${'<v a>'.repeat(150)}\n`.repeat(9))}`,
      /^Line 9: This caption is too long/,
    ],
    ['no captions', 'WEBVTT\n', /^The file has no captions/],
    ['another beginning', 'WEBVTTX\n', /^Line 1: The file begins neither/],
    ['nothing', '', /^Line 1: The file begins neither/],
    ['5,001 captions', `WEBVTT\n\n${numbered(5_001)}`, /^A file has at most 5,000/],
  ])('are refused with %s', (_, text, message) => {
    expect(parse(text)).toEqual({ error: expect.stringMatching(message) });
  });

  it('are refused in another encoding', () => {
    const text = `WEBVTT\n\n${cue(FIRST, 'ä')}`;
    expect(parse(Buffer.from(text, 'latin1'))).toEqual({ error: 'The file is not a text in UTF-8.' });
    expect(parse(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))).toEqual({
      error: 'The file is not a text in UTF-8.',
    });
  });

  it('stay the same when they are written and read again', () => {
    const first = parse(
      `WEBVTT\n\n${cue('99:59:58.001 --> 99:59:59.010', 'a &amp;amp; &lt;script&gt; --&gt;\nb')}`,
    );
    if ('error' in first) throw new Error(first.error);
    expect(first.cues[0]?.[2]).toBe('a &amp; <script> -->\nb');
    expect(parse(toWebVtt(first.cues))).toEqual(first);
  });
});

describe('captions in SRT', () => {
  it('are converted', () => {
    expect(
      parse(
        '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hi</i>, 3 > 2 & <x>\r\n\r\n2\r\n0:00:03,000 --> 0:00:04,000 X1:1 X2:2 Y1:1 Y2:2\r\n{\\an8}<font color="red">there</font>\r\n',
      ),
    ).toEqual({
      cues: [
        [1_000, 2_500, 'Hi, 3 > 2 & <x>'],
        [3_000, 4_000, 'there'],
      ],
    });
  });

  it.each([
    ['a short fraction', '1\n00:00:01,00 --> 00:00:02,500\nHi\n', /^Line 2: Milliseconds/],
    [
      'overlapping times',
      '1\n00:00:01,000 --> 00:00:03,000\nHi\n\n2\n00:00:02,000 --> 00:00:04,000\nyou\n',
      /^Line 6: It begins before/,
    ],
    ['no time', '1\nHi\n', /^Line 2: This should be a time/],
    [
      'no empty line',
      '1\n00:00:01,000 --> 00:00:02,000\nHi\n00:00:03,000 --> 00:00:04,000\nyou\n',
      /^Line 4: An empty line/,
    ],
  ])('are refused with %s', (_, text, message) => {
    expect(parse(text)).toEqual({ error: expect.stringMatching(message) });
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toWebVtt } from '#app/courses/captions/captions-of.server.ts';
import { type ParsedCaptions, parseCaptions } from '#app/courses/captions/parse-captions.ts';

const parse = (text: string | Uint8Array, language = 'en'): ParsedCaptions =>
  parseCaptions(typeof text === 'string' ? Buffer.from(text) : text, language);
const cue = (time: string, text: string) => `${time}\n${text}\n\n`;
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const time = new Date(at * 1_000).toISOString().slice(11, 20);
    return cue(`${time}000 --> ${time}500`, 'a');
  }).join('');
const FIRST = '00:01.000 --> 00:02.000';
const SECOND = '00:03.000 --> 00:04.000';
const TIMES = '00:00:01,000 --> 00:00:02,000';
const LATER = '00:00:03,000 --> 00:00:04,000';

const cuesOf = (parsed: ParsedCaptions) => {
  if ('errors' in parsed) throw new Error(parsed.errors.join(' '));
  return parsed.cues;
};
const mendedOf = (parsed: ParsedCaptions) => ('errors' in parsed ? parsed.errors : parsed.mended);

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
      mended: [],
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
    expect(parse(text.replaceAll('\n', end))).toMatchObject({ cues: [{}, {}], mended: [] });
  });

  it.each([
    [
      'a script',
      `WEBVTT\n\n${cue(FIRST, 'ok\nx <script>alert(1)</script>\nmore')}`,
      /^Line 5: Only the tags/,
    ],
    [
      'an end before its beginning',
      `WEBVTT\n\n${cue('00:02.000 --> 00:01.000', 'a')}`,
      /^Line 3: It must end/,
    ],
    ['no time', `WEBVTT\n\n${cue(FIRST, 'a')}alone\n\n`, /^Line 6: A time must follow/],
    ['61 seconds', `WEBVTT\n\n${cue('00:61.000 --> 01:02.000', 'a')}`, /^Line 3: This should be a time/],
    [
      'a 26th frame of 25',
      `Frame rate: 25\n\n1\n${cue('00:00:01:25 --> 00:00:03:00', 'a')}`,
      /^Line 4: This should be a time/,
    ],
    ['a letter O', `1\n${cue('O0:00:01,000 --> 00:00:03,000', 'a')}`, /^Line 2: This should be a time/],
    [
      'a year',
      `WEBVTT\n\n${cue('00:01.000 --> 8760:00:00.000', 'a')}`,
      /^Line 3: It is later than 100 hours/,
    ],
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
    ['a counter and no time', '1\nHi\n', /^Line 2: This should be a time/],
  ])('are refused with %s', (_, text, message) => {
    expect(parse(text)).toEqual({ errors: [expect.stringMatching(message)] });
  });

  it('are refused with all that is wrong, by line', () => {
    const text = `WEBVTT\n\n${cue(FIRST, '<x>a')}${cue('00:09.000 --> 00:08.000', 'b')}${cue('00:99.000 --> 00:99.500', 'c')}${cue(SECOND, 'd')}alone\n`;
    expect(parse(text)).toEqual({
      errors: [
        expect.stringMatching(/^Line 4: Only the tags/),
        expect.stringMatching(/^Line 6: It must end/),
        expect.stringMatching(/^Line 9: This should be a time/),
        expect.stringMatching(/^Line 15: A time must follow/),
      ],
    });
    const many = parse(`WEBVTT\n\n${cue('00:02.000 --> 00:01.000', 'a').repeat(200)}`);
    expect(mendedOf(many)).toHaveLength(101);
    expect(mendedOf(many).at(-1)).toBe('…');
  });

  it('stay the same when they are written and read again', () => {
    const first = parse(
      `WEBVTT\n\n${cue('99:59:58.001 --> 99:59:59.010', 'a &amp;amp; &lt;script&gt; --&gt;\nb')}`,
    );
    expect(cuesOf(first)[0]?.[2]).toBe('a &amp; <script> -->\nb');
    expect(parse(toWebVtt(cuesOf(first)))).toEqual(first);
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
      mended: [],
    });
  });
});

/** Files as programs write them: their cues, and what was mended in them. */
const FILES: Record<string, [cues: [number, number, string][], mended: RegExp[]]> = {
  'arrow-without-spaces.srt': [[[1_000, 3_000, 'Welcome to the workshop on bees.']], [/^Times .*: 2$/]],
  'comma.vtt': [[[1_000, 3_000, 'Welcome to the workshop on bees.']], [/^Times .*: 3$/]],
  'no-blank-line.srt': [
    [
      [1_000, 3_000, 'Welcome to the workshop on bees.'],
      [3_000, 5_000, 'Today we open the hive – slowly.'],
      [5_000, 7_000, 'Smoke calms the colony.'],
    ],
    [/^Empty lines .*: 5, 8$/],
  ],
  'space-line.vtt': [
    [
      [160, 2_350, 'welcome to the workshop'],
      [2_350, 2_360, 'welcome to the workshop'],
      [2_360, 4_710, 'welcome to the workshop\non bees today'],
    ],
    [],
  ],
  'unsorted.srt': [
    [
      [1_000, 3_000, 'Welcome to the workshop on bees.'],
      [3_000, 5_000, 'Today we open the hive – slowly.'],
    ],
    [/^Captions were sorted .*: 6$/],
  ],
  'utf16le.srt': [[[1_000, 3_500, 'Zwölf Bienen fliegen aus.']], [/UTF-16 LE/]],
  'youtube-auto.srt': [
    [
      [160, 4_790, 'welcome to the workshop on bees today'],
      [2_360, 6_720, 'we open the hive slowly and'],
      [4_799, 8_500, 'smoke calms the colony'],
    ],
    [/^Captions overlap.*: 6, 10$/],
  ],
  'zoom-ampersand.vtt': [
    [[3_360, 5_190, 'Speaker One: Questions & answers about R&D.']],
    [/^& and other signs .*: 5$/],
  ],
};

describe('captions as programs write them', () => {
  it.each(Object.entries(FILES))('are taken from %s', (name, [cues, mended]) => {
    const parsed = parse(readFileSync(`tests/inputs/captions-${name}`));
    expect(cuesOf(parsed)).toEqual(cues);
    expect(mendedOf(parsed)).toEqual(mended.map((text) => expect.stringMatching(text)));
  });

  it.each([
    ['of 1.5 seconds', '1\n0:0:1,5 --> 00:00:02,25\nHi', [1_500, 2_250]],
    ['without hours', '1\n00:01,000 --> 01:02,000\nHi', [1_000, 62_000]],
    ['of 90 minutes', 'WEBVTT\n\n90:00.000 --> 90:02.000\nHi', [5_400_000, 5_402_000]],
    ['without a fraction', '1\n00:00:01 --> 00:00:02\nHi', [1_000, 2_000]],
    ['with six decimals', 'WEBVTT\n\n00:00:01.123456 --> 00:00:02.000000\nHi', [1_123, 2_000]],
    ['with a point', '1\n00:00:01.000 --> 00:00:02.000\nHi', [1_000, 2_000]],
    ['with half an arrow', '1\n00:00:01,000 -> 00:00:02,000\nHi', [1_000, 2_000]],
    ['with an arrow of a phone', '1\n00:00:01,000 –> 00:00:02,000\nHi', [1_000, 2_000]],
    ['with an escaped arrow', '1\n00:00:01,000 --&gt; 00:00:02,000\nHi', [1_000, 2_000]],
    ['as translators space them', '1\n00: 00: 01, 000 -> 00: 00: 02, 000\nHi', [1_000, 2_000]],
    ['in Arabic digits', '1\n٠٠:٠٠:٠١٫٠٠٠ --> ٠٠:٠٠:٠٢,٠٠٠\nHi', [1_000, 2_000]],
    ['in full width', '1\n００：００：０１，０００ --> ００：００：０２，０００\nHi', [1_000, 2_000]],
    ['in brackets with the text behind', '[00:01.000 --> 00:02.000]   Hi', [1_000, 2_000]],
    [
      'with a name before them',
      'WEBVTT\n\nb0c7a2f1/11-0\n00:00:01.000 --> 00:00:02.000\n<v Hi></v>',
      [1_000, 2_000],
    ],
    ['with an end that is the beginning', 'WEBVTT\n\n00:01.000 --> 00:01.000\nHi', [1_000, 2_000]],
  ])('have times %s', (_, text, times) => {
    expect(cuesOf(parse(text))[0]?.slice(0, 2)).toEqual(times);
  });

  it('are read from SBV', () => {
    const text = '0:00:00.599,0:00:04.160\nHi, Sue[br]and & you\n\n0:00:04.160,0:00:06.000\nBye\n';
    expect(parse(text)).toEqual({
      cues: [
        [599, 4_160, 'Hi, Sue\nand & you'],
        [4_160, 6_000, 'Bye'],
      ],
      mended: [],
    });
  });

  it.each([
    [
      'without its first line',
      `${cue('00:00:01.000 --> 00:00:02.000', '<v Ada>Tea &amp; cake')}`,
      'Ada: Tea & cake',
    ],
    [
      'with counters and without its first line',
      `1\n${cue('00:00:01.000 --> 00:00:02.000', '<v Ada>Tea')}`,
      'Ada: Tea',
    ],
    ['with two speakers', `WEBVTT\n\n${cue(FIRST, '<v Ada>Hi <v.loud Bob>Hello')}`, 'Ada: Hi Bob: Hello'],
    [
      'with tags of HTML',
      `WEBVTT\n\n${cue(FIRST, '<font color="red">Hi</font><br>&#8217;n&quot;')}`,
      'Hi ’n"',
    ],
    ['with an open tag', `WEBVTT\n\n${cue(FIRST, '<b>Hi')}`, 'Hi'],
    ['with signs', `WEBVTT\n\n${cue(FIRST, 'a < b && c <3 AT&T; & I')}`, 'a < b && c <3 AT&T; & I'],
    ['with an empty line after the times', `WEBVTT\n\n${FIRST}\n\nHi\n`, 'Hi'],
    ['with an empty line in a caption', `1\n${TIMES}\nHi\n\nyou\n\n2\n${LATER}\nBye\n`, 'Hi\nyou'],
    ['with names', `1.\n${TIMES}\nHi\n\n2.\n${LATER}\nBye\n`, 'Hi'],
    ['with lines of spaces', `1\n${TIMES}\nHi\n \n2\n${LATER}\nBye\n`, 'Hi'],
    [
      'with times among the words',
      `1\n${TIMES}\nOpen\n9:00 -> 17:00\n\n2\n${LATER}\nBye\n`,
      'Open\n9:00 -> 17:00',
    ],
    [
      'with times in frames among the words',
      `1\n${TIMES}\nCut\n00:00:01:12 - 00:00:03:00\n\n2\n${LATER}\nBye\n`,
      'Cut\n00:00:01:12 - 00:00:03:00',
    ],
    ['with numbers at the end', `WEBVTT\n\n${FIRST}\n3\n${SECOND}\n2\n`, '3'],
    [
      'with a soft hyphen, a mark and U+000B',
      `1\n${cue(TIMES, 'Be\u00adst\u200bäu\u000bbung\ufeff')}`,
      'Bestäu\nbung',
    ],
    [
      'with marks of direction',
      `1\n${cue(TIMES, '\u202bשלום ABC!\u202c\u200f')}`,
      '\u202bשלום ABC!\u202c\u200f',
    ],
    ['with U+001A at the end', `1\n${TIMES}\nHi\n\u001a`, 'Hi'],
  ])('have texts %s', (_, text, words) => {
    expect(cuesOf(parse(text))[0]?.[2]).toBe(words);
  });

  it.each([
    ['a table of Whisper', 'start\tend\ttext\n0\t4000\tHi: you\n4000\t6000\tBye\n', 'Hi: you', 0],
    [
      'SubViewer with its header',
      '[INFORMATION]\n[TITLE]x\n[SUBTITLE]\n00:00:00.00,00:00:04.00\nHi\n',
      'Hi',
      1,
    ],
    [
      'a file with empty lines everywhere',
      `1\n\n${TIMES}\n\nHi\n\nyou\n\n2\n\n${LATER}\n\nBye\n\n`,
      'Hi\nyou',
      1,
    ],
  ])('are read from %s', (_, text, words, mended) => {
    const parsed = parse(text);
    expect(cuesOf(parsed)[0]?.[2]).toBe(words);
    expect(mendedOf(parsed)).toHaveLength(mended);
  });

  it.each([
    ['the words roll on', 'we open the hive', 'the hive slowly and', 2_000, /^Captions whose words .*: 2$/],
    [
      'the next has them in its first line',
      'we open',
      'we open\nthe hive',
      2_000,
      /^Captions whose words .*: 2$/,
    ],
    ['lines of one word roll on', '蜜蜂\n蜂箱', '蜂箱\n打开', 2_000, /^Captions whose words .*: 2$/],
    ['two speak', 'Good morning!', 'Good evening!', 3_000, /^Captions overlap.*: 6$/],
    ['one word is the same', 'we open the hive', 'hive', 3_000, /^Captions overlap.*: 6$/],
  ])('that overlap end where they say unless %s', (_, one, other, end, mended) => {
    const text = `1\n00:00:01,000 --> 00:00:03,000\n${one}\n\n2\n00:00:02,000 --> 00:00:04,000\n${other}\n`;
    const parsed = parse(text);
    expect(cuesOf(parsed).map(([, until]) => until)).toEqual([end, 4_000]);
    expect(mendedOf(parsed)).toEqual([expect.stringMatching(mended)]);
  });
});

describe('captions with times in frames', () => {
  const AT = '00:00:01:12';
  const END = '00:00:03:00';
  it.each([
    ['in SRT', `1\n${AT} --> ${END}\nHi\n\n2\n00:00:04:00 --> 00:00:05:00\nBye\n`, [2, 6]],
    ['in WebVTT', `WEBVTT\n\n${AT} --> ${END} align:start\nHi\n`, [3]],
    ['of Premiere', `${AT} - ${END}\nHi\n\n00:00:04:00 - 00:00:05:00\nBye\n`, [1, 4]],
    ['of Avid', `@ By Avid\n\n<begin subtitles>\n\n${AT} ${END}\nHi\n\n<end subtitles>\n`, [5]],
    ['like SBV', `${AT},${END}\nHi\n`, [1]],
    ['of Spruce STL', `$Bold = FALSE\n${AT} , ${END} , Hi\n00:00:04:00 , 00:00:05:00 , Bye\n`, [2, 3]],
    ['of Encore', `1 ${AT} ${END} Hi\n2 00:00:04:00 00:00:05:00 Bye\n`, [1, 2]],
    ['whose last number is too high', `1\n${AT} --> 00:00:03:99\nHi\n`, [2]],
    ['with a semicolon at one of them', `1\n${AT} --> 00:00:03;00\nHi\n`, [2]],
  ])('are refused once without their rate, with what to choose: %s', (_, text, lines) => {
    expect(parse(text)).toEqual({
      errors: [
        expect.stringMatching(
          new RegExp(
            `^The times count frames.*choose the format SubRip \\(\\.srt\\) or WebVTT.* Lines: ${lines.join(', ')}$`,
          ),
        ),
      ],
    });
  });

  const IN_SRT = `1\n${AT} --> ${END}\nHi\n`;
  it.each([
    ['above SRT', `Frame rate: 25\n\n${IN_SRT}`, [1_480, 3_000], '25'],
    ['just above SRT', `fps=25\n${IN_SRT}`, [1_480, 3_000], '25'],
    ['in a note', `WEBVTT\n\nNOTE 24 fps\n\n${AT} --> ${END} align:start\nHi\n`, [1_500, 3_000], '24'],
    ['of 23.976', `FrameRate=23.976\n\n${IN_SRT}`, [1_501, 3_003], '23.976'],
    ['of 23.98', `23,98 fps\n\n${IN_SRT}`, [1_501, 3_003], '23.976'],
    ['of 29.97 without a semicolon', `TIMEBASE 29.97\n\n${IN_SRT}`, [1_401, 3_003], '29.97'],
    [
      'of 29.97 with a semicolon',
      `29.97 fps\n\n1\n00:01:00;02 --> 00:10:00;00\nHi\n`,
      [60_060, 599_999],
      '29.97',
    ],
    [
      'of 30, counted with a semicolon',
      `30 fps\n\n1\n00:01:00;02 --> 00:10:00;00\nHi\n`,
      [60_060, 599_999],
      '29.97',
    ],
    ['by semicolons', '1\n00:01:00;02 --> 00:10:00;00\nHi\n', [60_060, 599_999], '29.97'],
    ['by semicolons throughout', '00;01;00;02 - 00;10;00;00\nHi\n', [60_060, 599_999], '29.97'],
    ['by semicolons and higher numbers', '1\n00:01:00;04 --> 00:01:00;59\nHi\n', [60_060, 60_978], '59.94'],
    [
      'of a list of Avid',
      `@ 25 fps\n<begin subtitles>\n\n${AT} ${END}\nHi\n\n<end subtitles>\n`,
      [1_480, 3_000],
      '25',
    ],
    ['of Spruce STL', `//Frame rate: 25\n${AT}\t,\t${END}\t,\tHi\n`, [1_480, 3_000], '25'],
    [
      'of Spruce STL with comments and italics',
      `$FrameRate = 25\n${AT},${END},^IHi^I\n// End\n`,
      [1_480, 3_000],
      '25',
    ],
    ['as people type it', `Frame Rate：２５\n${AT} — ${END}\nHi\n`, [1_480, 3_000], '25'],
    ['in Arabic digits', `25 fps\n\n1\n٠٠:٠٠:٠١:١٢ --> ٠٠:٠٠:٠٣:٠٠\nHi\n`, [1_480, 3_000], '25'],
  ])('are read with their rate %s', (_, text, times, rate) => {
    const parsed = parse(text);
    expect(cuesOf(parsed)).toEqual([[...times, 'Hi']]);
    expect(mendedOf(parsed)).toEqual([`Times in frames were read at ${rate} frames per second.`]);
  });

  it('are read from a list with all of its texts as they are written', () => {
    const long = 'x'.repeat(400);
    const text = `//25 fps\n$Bold = FALSE\n${AT} , ${END} , Ｈ１|two\n$Italic = TRUE\n00:00:04:00 , 00:00:05:00 , ${long}\n`;
    expect(cuesOf(parse(text)).map(([, , words]) => words)).toEqual(['Ｈ１\ntwo', long]);
  });

  it('are no frames with three digits, which are milliseconds', () => {
    expect(cuesOf(parse('1\n00:00:01:500 --> 00:00:02:250\nHi\n'))).toEqual([[1_500, 2_250, 'Hi']]);
  });

  it('of EBU STL are refused by the name of the format', () => {
    const header = Buffer.alloc(1_024, ' ');
    header.write('850STL25.01');
    expect(parse(header)).toEqual({ errors: [expect.stringMatching(/EBU STL.*SubRip/)] });
  });
});

describe('captions in other encodings', () => {
  const WORDS = '1\n00:00:01,000 --> 00:00:02,000\n';
  const encoded = (bytes: number[]) => Buffer.concat([Buffer.from(WORDS), Buffer.from(bytes)]);
  it.each([
    ['de', [0x5a, 0x77, 0xf6, 0x6c, 0x66, 0x20, 0x96, 0x20, 0x80], 'Zwölf – €', 'Windows-1252'],
    ['pl', [0x9c, 0x77, 0x69, 0x61, 0x74, 0xb3, 0x6f], 'światło', 'Windows-1250'],
    ['ru', [0xef, 0xf7, 0xe5, 0xeb, 0xe0], 'пчела', 'Windows-1251'],
    ['tr', [0x61, 0x72, 0xfd], 'arı', 'Windows-1254'],
    ['ar', [0xe4, 0xcd, 0xe1, 0xc9], 'نحلة', 'Windows-1256'],
    ['ja', [0x83, 0x7e, 0x83, 0x63], 'ミツ', 'Shift_JIS'],
    ['zh-Hans', [0xc3, 0xdb, 0xb7, 0xe4], '蜜蜂', 'GB18030'],
    // Programs of a Mac, and the language of another track.
    ['fr', [0xc9, 0x20, 0x46, 0x72, 0x61, 0x6e, 0x8d, 0x6f, 0x69, 0x73, 0x65], '… Françoise', 'MacRoman'],
    ['en', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 'Привет', 'Windows-1251'],
    ['en', [0x83, 0x7e, 0x83, 0x63], 'ミツ', 'Shift_JIS'],
    ['ko', [0xb2, 0xdc, 0xb9, 0xfa], '꿀벌', 'EUC-KR'],
    ['zh-TW', [0xbb, 0x65, 0xb8, 0xc1], '蜜蜂', 'Big5'],
  ])('are read by their language: %s', (language, bytes, text, encoding) => {
    const parsed = parse(encoded(bytes), language);
    expect(cuesOf(parsed)[0]?.[2]).toBe(text);
    expect(mendedOf(parsed)).toEqual([`The file was read as ${encoding}.`]);
  });

  it('are read from UTF-16 with and without its mark', () => {
    const little = Buffer.from(`${WORDS}Zwölf`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big, Buffer.concat([Buffer.from([0xfe, 0xff]), big])]) {
      expect(cuesOf(parse(bytes))[0]?.[2]).toBe('Zwölf');
    }
  });

  it('are refused with the lines of bytes that are damaged', () => {
    const damaged = Buffer.concat([Buffer.from(`${WORDS}Zwölf Bienen, größer\nals `), Buffer.from([0xc3])]);
    expect(parse(damaged)).toEqual({ errors: [expect.stringMatching(/^Line 4: .* cannot be read/)] });
    const odd = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(WORDS, 'utf16le'), Buffer.from([65])]);
    expect(parse(odd)).toEqual({ errors: [expect.stringMatching(/encoding .* not known/)] });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUniqueId, formOf, parseUniqueId, uniqueIdFromBytes } from '#app/certificates/unique-id.ts';
import { cardSchema, passesLuhn } from '#app/payments/card.schema.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { email, line, multiline, sentence } from '#app/shared/fields.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { calendarDateOf, dayGroups, dayIn, isTimeZone } from '#app/shared/zoned-dates.ts';

describe('a certificate ID', () => {
  it.each([
    ['7K3M-9QZX-2HVB-4TND', '7K3M9QZX2HVB4TND'],
    ['7k3m9qzx2hvb4tnd', '7K3M9QZX2HVB4TND'],
    // As it is copied from a sentence that is written from right to left.
    ['\u20687K3M-9QZX-2HVB-4TND\u2069', '7K3M9QZX2HVB4TND'],
    [' 7K3M 9QZX 2HVB 4TND ', '7K3M9QZX2HVB4TND'],
    ['7K3M–9QZX—2HVB−4TND', '7K3M9QZX2HVB4TND'],
    ['OIL0-0000-0000-0000', '0110000000000000'],
    ['７Ｋ３Ｍ－９ＱＺＸ－２ＨＶＢ－４ＴＮＤ', '7K3M9QZX2HVB4TND'],
    ['7K3Mー9QZXー2HVBー4TND', '7K3M9QZX2HVB4TND'],
    ['7K3M_9QZX_2HVB_4TND', '7K3M9QZX2HVB4TND'],
    ['7К3М-9QZХ-2НVВ-4ТND', '7K3M9QZX2HVB4TND'],
    ['7Κ3Μ-9QΖΧ-2ΗVΒ-4ΤΝD', '7K3M9QZX2HVB4TND'],
    ['٧K٣M-٩QZX-٢HVB-٤TND', '7K3M9QZX2HVB4TND'],
    ['7K3M⁃9QZX⁃2HVB⁃4TND', '7K3M9QZX2HVB4TND'],
    ['\ufeff7K3M\u00ad-9QZX\u200b-2HVB-\u20604TND\u200e', '7K3M9QZX2HVB4TND'],
  ])('is parsed from %j', (typed, id) => expect(parseUniqueId(typed)).toBe(id));

  it.each([
    '',
    '   ',
    '7K3M-9QZX-2HVB-4TN',
    '7K3M-9QZX-2HVB-4TNDD',
    'UUUU-UUUU-UUUU-UUUU',
    "' OR 1=1 --------",
    '%%%%%%%%%%%%%%%%',
    'é'.repeat(16),
    'ID: 7K3M-9QZX-2HVB-4TND',
    '“7K3M-9QZX-2HVB-4TND”',
    'A'.repeat(10_000),
  ])('is not parsed from %j', (typed) => expect(parseUniqueId(typed)).toBeNull());

  it.each([
    ['7K3M-9QZX-2HVB-4TN', 15, null],
    ['7K3M-9QZX-2HVB-4TNDD', 17, null],
    ['ID: 7K3M 9QZX 2HVB 4TN', 15, null],
    ['7k3m-9qzx-2hvb-4tnu', 16, 'U'],
    ['Here it is: 7K3M-9QZX-2HVB-4TN.', 15, null],
    ['nonsense', 8, null],
    ['', 0, null],
  ])('has as many characters of 16 in %j', (typed, count, stranger) =>
    expect(formOf(typed)).toEqual({ count, length: 16, stranger }),
  );

  it('is the same after formatting and parsing, for any bits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const id = uniqueIdFromBytes(bytes);
        expect(parseUniqueId(formatUniqueId(id).toLowerCase())).toBe(id);
      }),
    );
  });
});

describe('a calendar date', () => {
  it.each(['2026-02-28', '2024-02-29', '2000-02-29', '1900-01-01', '9999-12-31'])('%s exists', (date) =>
    expect(parseCalendarDate(date)).toBe(date),
  );
  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '31/12/2026',
    '1899-12-31',
    '',
    '2026-01-01T00:00:00Z',
    '２０２６-01-01',
  ])('%j does not exist', (date) => expect(parseCalendarDate(date)).toBeNull());
  it('is shown with the day first', () => expect(formatCalendarDate('2026-12-31')).toBe('31/12/2026'));

  it('of an instant depends on the time zone', () => {
    const instant = Date.UTC(2026, 11, 31, 23, 30);
    expect(calendarDateOf(instant, 'UTC')).toBe('2026-12-31');
    expect(calendarDateOf(instant, 'Asia/Tokyo')).toBe('2027-01-01');
  });

  it('has a beginning and an end, also on the last day that can be entered', () => {
    const start = Date.UTC(9999, 11, 30, 15);
    expect(dayIn('9999-12-31', 'Asia/Tokyo')).toEqual({ start, end: start + 86_400_000 });
  });

  it('is the viewer’s day, also across the change to summer time', () => {
    const zone = 'Europe/Berlin';
    const groupOf = dayGroups(Date.UTC(2026, 2, 29, 22, 30), zone);
    expect(groupOf(Date.UTC(2026, 2, 29, 22, 10))).toBe('today');
    expect(groupOf(Date.UTC(2026, 2, 29, 21, 50))).toBe('yesterday');
    expect(groupOf(Date.UTC(2026, 2, 28, 22, 0))).toBe('earlier');
  });

  it.each([
    'UTC',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Pacific/Apia',
  ])('in %s is formatted like Intl formats it, also on days on which the clock changes', (timeZone) => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const year = Array.from({ length: 366 * 24 }, (_, hour) => Date.UTC(2026, 0, 1) + hour * 3_600_000);
    const wrong = year.filter((instant) => formatInstant(instant, timeZone) !== clock.format(instant));
    expect(wrong.map((instant) => new Date(instant).toISOString())).toEqual([]);
  });

  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['<script>', false],
    ['A'.repeat(100), false],
  ])('accepts the time zone %j: %j', (name, known) => expect(isTimeZone(name)).toBe(known));
});

describe('a line of text', () => {
  const name = line('Name');

  it('loses the isolate around a copied value, but has none within', () => {
    expect(name.parse('\u2068Ada\u2069')).toBe('Ada');
    // Mails of earlier versions have two around the value of a fact.
    expect(name.parse(' \u2068\u2068Ada\u2069\u2069\n')).toBe('Ada');
    expect(name.safeParse('A\u2068d\u2069a').success).toBe(false);
  });
  it('is trimmed and normalised to NFC', () => expect(name.parse('  Zoe\u0308 ')).toBe('Zoë'));
  it.each([
    ['', 'Name is required.'],
    ['   ', 'Name is required.'],
    [undefined, 'Name is required.'],
    [7, 'Name must be text.'],
    [['a'], 'Name must be text.'],
    ['a\0b', 'Name contains characters that are not allowed.'],
    ['a\r\nBcc: x', 'Name contains characters that are not allowed.'],
    ['\ud800', 'Name contains characters that are not allowed.'],
    ['a\u202eb', 'Name contains characters that are not allowed.'],
    ...[
      'ad',
      '61c',
      '200b',
      '200c',
      '200d',
      '200e',
      '200f',
      '2060',
      '2064',
      'feff',
      '3164',
      '2800',
      'e0041',
    ].map((hex): [string, string] => {
      const name = `U+${hex.toUpperCase().padStart(4, '0')}`;
      const message = `Name contains an invisible character (${name}). Please enter it without.`;
      return [`a${String.fromCodePoint(Number.parseInt(hex, 16))}b`, message];
    }),
    ['\ufeffa', 'Name contains an invisible character (U+FEFF). Please enter it without.'],
    ['🏴\u{e0061}\u{e007f}', 'Name contains an invisible character (U+E0061). Please enter it without.'],
    ['a\u200d', 'Name contains an invisible character (U+200D). Please enter it without.'],
    ['رضا\u200c', 'Name contains an invisible character (U+200C). Please enter it without.'],
    ['علی\u200c\u200cرضا', 'Name contains an invisible character (U+200C). Please enter it without.'],
    ['علی\u200dرضا', 'Name contains an invisible character (U+200D). Please enter it without.'],
    ['क\u200dष', 'Name contains an invisible character (U+200D). Please enter it without.'],
    ['കാ\u200dക', 'Name contains an invisible character (U+200D). Please enter it without.'],
    ['a\ufe0f', 'Name contains an invisible character (U+FE0F). Please enter it without.'],
    ['1\ufe0f', 'Name contains an invisible character (U+FE0F). Please enter it without.'],
    [`a${'\u0301'.repeat(201)}`, 'Name contains characters that are not allowed.'],
    [' '.repeat(801), 'Name must have at most 200 characters.'],
    ['x'.repeat(201), 'Name must have at most 200 characters.'],
  ])('refuses %j', (value, message) => {
    const result = name.safeParse(value);
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
  it.each([
    ['Persian', 'علی\u200cرضا'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Devanagari', 'क्\u200dष क्\u200cष'],
    ['Bengali', 'র\u200d্যাংক'],
    ['Malayalam', 'ന്\u200d'],
    ['Japanese', '葛\u{e0100}城'],
    ['Mongolian', 'ᠬ\u180bᠢ'],
    ['emoji', 'Web ❤\ufe0f 1\ufe0f\u20e3 👩‍🚀'],
    ['Javanese', 'ꦏ꧀\u200dꦱ'],
    ['Chakma', '𑄇𑄳\u200d𑄇'],
    ['a flag', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ])('keeps the invisible characters that %s needs', (_script, typed) =>
    expect(name.parse(typed)).toBe(typed),
  );
  it.each(['a < b', 'Intro to <canvas>', 'vector<int>', '<b>x</b>', '"&amp;"'])(
    'keeps %j as typed',
    (typed) => expect(name.parse(typed)).toBe(typed),
  );
  it('is measured after its normalisation', () => {
    expect(name.parse('a\u0323\u0302'.repeat(200))).toBe('ậ'.repeat(200));
  });
});

describe('prose', () => {
  const text = multiline('Text');
  it.each([
    ['line breaks of all kinds', 'a\r\nb\rc\u000bd\u2028e\u2029f\u000cg', 'a\nb\nc\nd\ne\nf\ng'],
    ['soft hyphens', 'Bestäu\u00adbungs\u00adleistung', 'Bestäubungsleistung'],
    ['byte order marks', '\ufeffa\ufeffb', 'ab'],
    ['stray zero-width characters', 'a\u200bb\u200cc\u200d \u2060d\ufe0f\u3164', 'abc d'],
    ['ends of directions without a beginning', 'a\u202cb\u2069', 'ab'],
  ])('loses %s', (_, typed, stored) => expect(text.parse(typed)).toBe(stored));
  it.each([
    ['emoji', '👩‍🚀 ❤️‍🔥 👩🏽‍🚀 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['the joiners of Persian', 'می\u200cخواهم'],
    ['the spaces of Khmer and Braille', 'ភាសា\u200bខ្មែរ ⠓\u2800⠊'],
    ['marks of direction', 'שלום\u200f! \u200eABC\u061c'],
    ['embeddings and isolates', 'Tel. \u202a+49 30\u202c, \u2067אב\u2069, \u2068x\u202by\u2069'],
    ['tabs and line breaks', 'a\tb\n\nc'],
  ])('keeps %s', (_, typed) => expect(text.parse(typed)).toBe(typed));
  it('ends a direction in its line, and has no overrides', () =>
    expect(text.parse('a \u202egnp.exe\nb\u2067c')).toBe('a \u202bgnp.exe\u202c\nb\u2067c\u2069'));
  it.each([
    [
      'a\nSmoke calms\u0007 the colony of bees, in the hive\nb',
      'U+0007',
      2,
      'Smoke calms\ufffd the colony of bees,',
    ],
    ['\ud83d half', 'U+D83D', 1, '\ufffd half'],
    [`a${'\u0301'.repeat(201)}b`, 'U+0301', 1, 'a\ufffdb'],
  ])('names the place of what is wrong in %j', (typed, character, line, words) =>
    expect(text.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      `Text contains a character that is not allowed (${character}) in line ${line}: “${words}”.`,
    ]),
  );
  it('in one line has spaces for its line breaks', () =>
    expect(sentence('Reason').parse(' The name\r\n\twas wr\u00adong.\u000b')).toBe('The name was wrong.'));
});

describe('an email address', () => {
  it('becomes lower case', () => expect(email().parse(' Ana@Example.ORG ')).toBe('ana@example.org'));
  it.each([
    'a',
    'a@b.c,d@e.f',
    '<a@b.org>',
    'a b@c.org',
    'a@b.org\nBcc: x@y.org',
    `${'a'.repeat(250)}@b.org`,
  ])('is not %j', (value) => expect(email().safeParse(value).success).toBe(false));
});

describe('a card', () => {
  const today = Date.UTC(2026, 10, 21);
  const card = { cardNumber: '4242 4242 4242 4242', expiryMonth: '11', expiryYear: '26', cvCode: '123' };
  const parse = (fields: Record<string, unknown>) => cardSchema(today).safeParse({ ...card, ...fields });

  it('is valid until the end of its month', () => expect(parse({}).success).toBe(true));
  it.each(['４２４２\u3000４２４２ー４２４２－４２４２', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'])(
    'has the number %j',
    (cardNumber) => expect(parse({ cardNumber }).data?.cardNumber).toBe('4242424242424242'),
  );
  it.each([
    { cardNumber: '4242424242424241' },
    { cardNumber: '4242' },
    { cardNumber: '4242x4242x4242x4242' },
    { cardNumber: 4242424242424242 },
    { expiryMonth: '13' },
    { expiryMonth: '00' },
    { expiryMonth: '10' },
    { expiryYear: '25' },
    { expiryYear: '2026' },
    { cvCode: '12' },
    { cvCode: '12345' },
    { cvCode: '' },
  ])('is refused with %j, and no message repeats the value', (fields) => {
    const result = parse(fields);
    expect(result.success).toBe(false);
    const value = String(Object.values(fields)[0]);
    if (value.length > 3)
      expect(JSON.stringify(result.error?.issues.map(({ message }) => message))).not.toContain(value);
  });
  it('has a number with a check digit', () => {
    expect(passesLuhn('378282246310005')).toBe(true);
    expect(passesLuhn('378282246310006')).toBe(false);
  });
});

describe('a redirect target', () => {
  it.each(['/services', '/verify?id=7K3M', '/a/b#c'])('may be %j', (target) =>
    expect(parseRedirectTarget(target)).toBe(target),
  );
  it.each([
    '',
    null,
    undefined,
    'services',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '/ä',
    ' /a',
    `/${'a'.repeat(2_000)}`,
  ])('is not %j', (target) => expect(parseRedirectTarget(target)).toBeNull());
});

it('a whole amount is shown without cents', () => {
  expect(formatUsd(420_000)).toBe('$4,200');
  expect(formatUsd(1_250)).toBe('$12.50');
});

import { describe, expect, it } from 'vitest';
import { formatHoursAndMinutes, parseDuration } from '#app/courses/duration.ts';
import { sniffImage } from '#app/files/images/sniff-image.ts';
import { sniffVideo } from '#app/files/media/sniff.ts';
import { parseByteRange } from '#app/routes/files/serve-file.server.ts';
import { parseUsd } from '#app/shared/entered-numbers.ts';
import { plainUsd } from '#app/shared/money.ts';

describe('a duration', () => {
  it.each([
    ['15:30', 930],
    ['1:02:03', 3_723],
    ['25 minutes', 1_500],
    ['25', 1_500],
    ['1 minute', 60],
    ['90 seconds', 90],
    ['1h 5m', 3_900],
    ['2 hours', 7_200],
    ['0:07', 7],
    ['  12:00 ', 720],
    ['120:00', 7_200],
  ])('%s is %d seconds', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  it.each([
    '',
    '0',
    '0:00',
    'soon',
    '15:60',
    '1:60:00',
    '1:2:3:4',
    '-5',
    '5.5',
    '25 minuten',
    '1e3',
    '9999',
    '101 h',
    '٢٥',
  ])('%j is not a duration', (text) => expect(parseDuration(text)).toBeNull());

  it('is shown in hours and minutes', () => {
    expect([59, 60, 3_599, 3_660].map(formatHoursAndMinutes)).toEqual(['1m', '1m', '1h 0m', '1h 1m']);
  });
});

describe('a price', () => {
  it.each([
    ['49', 4_900],
    ['49.9', 4_990],
    ['$1,200.05', 120_005],
    ['0', 0],
  ])('%s is %d cents', (text, cents) => expect(parseUsd(text)).toBe(cents));
  it.each(['', '-1', '1.234', 'free', '1e3', '99999999999', 'NaN'])('%j is not a price', (text) =>
    expect(parseUsd(text)).toBeNull(),
  );
  it('is the same after formatting and parsing', () => {
    for (const cents of [0, 5, 4_900, 4_990, 120_005]) expect(parseUsd(plainUsd(cents))).toBe(cents);
  });
});

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=5-', { start: 5, end: 99 }],
    ['bytes=5-500', { start: 5, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-5', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['items=0-1', null],
    ['bytes=a-b', null],
    ['bytes=99999999999999999999-', null],
    [null, null],
  ])('%s is parsed for a file of 100 bytes', (header, range) =>
    expect(parseByteRange(header, 100)).toEqual(range),
  );
});

describe('the type by the first bytes', () => {
  const bytes = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(64)]);
  it.each([
    ['\0\0\0\x18ftypmp42', 'video/mp4'],
    ['\0\0\0\x18ftypisom', 'video/mp4'],
    ['\0\0\0\x14ftypqt  ', 'video/quicktime'],
    ['\0\0\0\x08moov', 'video/quicktime'],
    ['RIFF\x10\0\0\0AVI LIST', 'video/x-msvideo'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm', 'video/webm'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x88matroska', 'video/x-matroska'],
    ['\0\0\0\x18ftypavif', null],
    ['\0\0\0\x18ftypM4A ', 'audio/mp4'],
    ['\0\0\0\x18ftypheic', null],
    ['ID3\x04', 'audio/mpeg'],
    ['\xff\xfb\x90\x64', 'audio/mpeg'],
    ['\xff\xf1\x50\x80', 'audio/aac'],
    ['OggS\0\x02', 'audio/ogg'],
    ['fLaC', 'audio/flac'],
    ['\0\0\x01\xba', 'video/mpeg'],
    ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'video/x-ms-wmv'],
    // A text in UTF-16.
    ['\xff\xfea\0b\0', null],
    ['RIFF\x10\0\0\0WAVEfmt ', 'audio/wav'],
    ['<!doctype html>', null],
    ['<svg xmlns="http://www.w3.org/2000/svg">', null],
    ['', null],
  ])('of %j as a video', (text, type) => expect(sniffVideo(bytes(text))).toBe(type));
  it.each([
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['GIF89a', 'gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['\0\0\0\x18ftypavif', 'avif'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', null],
    ['%PDF-1.7', null],
    ['BM', null],
    ['', null],
  ])('of %j as a picture', (text, type) => expect(sniffImage(bytes(text))).toBe(type));
});

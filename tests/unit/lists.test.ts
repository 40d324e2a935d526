import { describe, expect, it } from 'vitest';
import { decodeText, type Encoding, encodingOf } from '#app/shared/decode-text.ts';
import { readWrittenDate } from '#app/shared/lists/written-dates.ts';

/** Bytes of texts in encodings that this runtime only decodes, by the table of the decoder. */
function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  for (let first = 255; first >= 0; first -= 1) {
    const single = decoder.decode(Uint8Array.of(first));
    if (single !== '\ufffd') table.set(single, [first]);
    if (encoding !== 'shift_jis' && encoding !== 'gb18030') continue;
    for (let second = 0x40; second < 256; second += 1) {
      const pair = decoder.decode(Uint8Array.of(first, second));
      if (pair.length === 1 && pair !== '\ufffd') table.set(pair, [first, second]);
    }
  }
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}`);
      return bytes;
    }),
  );
}

describe('the encoding of a text without a mark', () => {
  it.each<[Encoding, string]>([
    ['utf-8', 'Jörg Müller;joerg@students.example;Straßenbau'],
    ['utf-16le', 'Jörg Müller\tStraßenbau\r\n'],
    ['utf-16be', 'Jörg Müller\tStraßenbau\r\n'],
    ['windows-1252', 'Jörg Müller;joerg@students.example;Straßenbau'],
    ['windows-1252', 'Zoé Lefèvre;Où est l’élève ?;François'],
    ['windows-1252', 'Søren Østergård;Æblemost;København'],
    ['windows-1252', 'Begoña Ibáñez;Administración pública;¿Qué?'],
    ['windows-1250', 'Łukasz Dąbrowski;Żółć;Zarządzanie projektami'],
    ['windows-1250', 'Jiří Dvořák;Řízení jakosti;Brno'],
    ['windows-1250', 'Gergő Szűcs;Minőségügy'],
    ['windows-1254', 'Şükrü Çağlar;İş güvenliği;Eğitim'],
    ['windows-1256', 'محمد علي;إدارة المشاريع;الدورة'],
    ['windows-1250', 'Ivančić Đorđe;Rješavanje problema;Zagreb'],
    ['windows-1252', 'Niccolò Però;Università;È più facile'],
    ['windows-1252', 'Þórður Æsir;Námskeið í öryggi'],
    ['windows-1252', 'José Martínez'],
    ['windows-1252', 'Ana Conceição;Gestão de projetos;São Paulo'],
    ['windows-1252', '1ª edición;10 × 10 m³;25 °C'],
    ['windows-1251', 'Иван'],
    ['macintosh', 'It’s fun;Ann'],
    ['windows-1251', 'Иванов Пётр;Управление проектами;Москва'],
    ['windows-1253', 'Γιώργος Παπαδόπουλος;Διαχείριση έργων'],
    ['windows-1255', 'דוד כהן;ניהול פרויקטים'],
    ['windows-874', 'สมชาย ใจดี;การจัดการโครงการ'],
    ['macintosh', 'Jörg Müller;Straßenbau für Anfänger'],
    ['macintosh', 'Françoise Lefèvre;Gestion des élèves;Très bien'],
    ['shift_jis', '山田太郎;プロジェクト管理;東京'],
    ['shift_jis', '山田　太郎;ﾔﾏﾀﾞ ﾀﾛｳ;情報処理コース;プログラム'],
    ['gb18030', '张伟;项目管理;数据库基础课程'],
  ])('%s is found for %s', (encoding, text) => {
    const bytes = encode(text, encoding);
    const { encoding: found } = encodingOf(bytes);
    expect([found, decodeText(bytes, found)]).toEqual([encoding, text]);
  });

  it('is found in a line that is far below others', () => {
    const bytes = Buffer.from(
      `${'Ann;ann@students.example\n'.repeat(20_000)}Jörg;joerg@students.example\n`,
      'latin1',
    );
    expect(encodingOf(bytes)).toEqual({ encoding: 'windows-1252', isGuessed: true });
  });
});

describe('a written date', () => {
  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2026-02-28 00:00:00', '2026-02-28'],
    ['2026-02-28T09:30:00.000Z', '2026-02-28'],
    ['2026–02‑28', '2026-02-28'],
    ['28\u201102\u20112026', '2026-02-28'],
    ['1º de março de 2026', '2026-03-01'],
    ['1.º de marzo de 2026', '2026-03-01'],
    ['2026/2/28', '2026-02-28'],
    ['2026.02.28', '2026-02-28'],
    ['46081', '2026-02-28'],
    ['46081.75', '2026-02-28'],
    ['28.02.2026', '2026-02-28'],
    ['3.2.26', '2026-02-03'],
    ['28. Februar 2026', '2026-02-28'],
    ['28-Feb-26', '2026-02-28'],
    ['Feb 28, 2026', '2026-02-28'],
    ['February 28th, 2026', '2026-02-28'],
    ['28 février 2026', '2026-02-28'],
    ['1er mars 2026', '2026-03-01'],
    ['28 de febrero de 2026', '2026-02-28'],
    ['28 de fevereiro de 2026', '2026-02-28'],
    ['28 فبراير 2026', '2026-02-28'],
    ['٢٨ فبراير ٢٠٢٦', '2026-02-28'],
    ['28 फ़रवरी 2026', '2026-02-28'],
    ['2026年2月28日', '2026-02-28'],
    ['28/02/69', '2069-02-28'],
    ['28/02/70', '1970-02-28'],
    ['28/02/2026 14:05', '2026-02-28'],
    ['2/28/2026 2:05 PM', '2026-02-28'],
    ['Saturday, February 28, 2026', '2026-02-28'],
    ['Sa., 28. Februar 2026', '2026-02-28'],
    ['samedi 28 février 2026', '2026-02-28'],
    ['mar, 3 mar 2026', '2026-03-03'],
    ['Mar.3, 2026', '2026-03-03'],
    ['Sat Feb 28 2026 10:00:00 GMT+0100 (Central European Standard Time)', '2026-02-28'],
    ['Sat, 28 Feb 2026 10:00:00 GMT', '2026-02-28'],
    ['2026/02/28 4:15:22 PM GMT+1', '2026-02-28'],
    ['2026-02-28 10:00 UTC', '2026-02-28'],
    ['28 February 2026 at 10:05', '2026-02-28'],
    ['28 février 2026 à 10:05', '2026-02-28'],
    ['28.02.2026 10:15 Uhr', '2026-02-28'],
    ['28/02/2026 10:00:00 a. m.', '2026-02-28'],
    ['3. Mrz. 2026', '2026-03-03'],
    ["28 Feb '26", '2026-02-28'],
    ['28 / 02 / 2026', '2026-02-28'],
    ['20260228', '2026-02-28'],
    ['2026年2月28日 星期六', '2026-02-28'],
    ['2026/2/28（土）', '2026-02-28'],
    ['28/02/2569', '2026-02-28'],
    ['29/02/2567', '2024-02-29'],
    ['๒๘/๐๒/๒๕๖๙', '2026-02-28'],
    ['28 February 2569', '2026-02-28'],
    ['令和8年2月28日', '2026-02-28'],
    ['㋿8年2月28日', '2026-02-28'],
    ['R8.2.28', '2026-02-28'],
    ['r 8/2/28', '2026-02-28'],
    ['令和元年5月1日', '2019-05-01'],
    ['H31.4.30', '2019-04-30'],
    ['民國115年2月28日', '2026-02-28'],
    ['28/02/2500', '2500-02-28'],
  ])('%s has one meaning', (text, iso) => {
    const date = readWrittenDate(text);
    expect([...new Set(date ? [date.dmy ?? date.mdy, date.mdy ?? date.dmy] : [])]).toEqual([iso]);
  });

  it.each([
    ['02/03/2026', '2026-03-02', '2026-02-03'],
    ['1-2-26', '2026-02-01', '2026-01-02'],
  ])('%s has two', (text, dmy, mdy) => {
    const date = readWrittenDate(text);
    expect([date?.dmy, date?.mdy]).toEqual([dmy, mdy]);
  });

  it.each([
    '',
    'soon',
    '31/02/2026',
    '2026-13-01',
    '12345',
    '99999',
    '28/2',
    'May',
    'Monday',
    '20261301',
    '2026',
    '1/2/3/4',
    '28 Foo 2026',
    '12/09/1447',
    '令和0年2月28日',
    'R0.2.28',
    '02/03/0206',
    '2 March 206',
    '115年2月28日',
  ])('%j is none', (text) => expect(readWrittenDate(text)).toBeNull());
});

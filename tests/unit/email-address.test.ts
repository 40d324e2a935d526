import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { askForSmtpUtf8 } from '#app/mail/transport.server.ts';
import { shownEmail, withStoredEmails } from '#app/shared/email-address.ts';
import { allowUtf8Mailboxes, email } from '#app/shared/fields.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const samples: Record<string, string[]> = JSON.parse(readFileSync('tests/inputs/31-addresses.json', 'utf8'));

afterEach(() => allowUtf8Mailboxes(() => false));

describe('an email address', () => {
  it.each<readonly [string, string | null]>([
    ...Object.values(samples)
      .flat()
      .map((address) => [address, address] as const),
    ['info@Пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['INFO@xn--E1AFMKFD.XN--P1AI', 'info@xn--e1afmkfd.xn--p1ai'],
    ['cem@exämple.test', 'cem@xn--exmple-cua.test'],
    ['cem@exa\u0308mple.test', 'cem@xn--exmple-cua.test'],
    ['cem@EXÄMPLE.test', 'cem@xn--exmple-cua.test'],
    ['sato＠例え．テスト', 'sato@xn--r8jz45g.xn--zckzah'],
    ['ｃｅｍ＠ｅｘａｍｐｌｅ．ｔｅｓｔ', 'cem@example.test'],
    [
      'a!b#c$d%e&f*g+h/i=j?k^l_m`n{o|p}q~r-s.t@students.example',
      'a!b#c$d%e&f*g+h/i=j?k^l_m`n{o|p}q~r-s.t@students.example',
    ],
    ['o’neil@students.example', null],
    ['ada@localhost', 'ada@localhost'],
    ['fass@faß.example', 'fass@xn--fa-hia.example'],
    ['ada@bücher..example', null],
    ['ada@bücher.example/path', null],
    ['ada@１２７.１', null],
    ['ada@büch er.example', null],
    ['ada@@bücher.example', null],
    ['jörg@students.example', null],
  ])('%j is %j', (typed, stored) => expect(email().safeParse(typed).data ?? null).toBe(stored));

  it('with letters of other scripts before the @ needs a mail server for them, and says so', async () => {
    const jorg = 'jörg@bücher.example';
    expect(email().safeParse(jorg).error?.issues[0]?.message).toBe(
      'Email has letters before the @ that this site’s mail server cannot deliver to. It takes a–z, digits and signs there.',
    );
    allowUtf8Mailboxes(() => true);
    expect(email().parse('Jo\u0308rg@Bücher.example')).toBe('jörg@xn--bcher-kva.example');
    expect(email().parse('用户@例え.テスト')).toBe('用户@xn--r8jz45g.xn--zckzah');
    expect(email().safeParse('j\u200börg@bücher.example').success).toBe(false);
    expect(email().parse('\u200eana@bücher.example\u200b\u00a0')).toBe('ana@xn--bcher-kva.example');
  });

  it('is asked of the mail server', async () => {
    const offering = await startSmtp();
    const plain = await startSmtp({ hideSMTPUTF8: true });
    expect(await askForSmtpUtf8(offering.url)).toBe(true);
    expect(await askForSmtpUtf8(plain.url)).toBe(false);
    await Promise.all([offering.stop(), plain.stop()]);
    await expect(askForSmtpUtf8(plain.url)).rejects.toThrow();
  });
});

describe('an address is shown', () => {
  it.each([
    ['cem@xn--exmple-cua.test', 'cem@exämple.test'],
    ['Cem <cem@xn--exmple-cua.test>', 'Cem <cem@exämple.test>'],
    ['info@xn--e1afmkfd.xn--p1ai', 'info@пример.рф'],
    ['sato@xn--r8jz45g.xn--zckzah', 'sato@例え.テスト'],
    ['xn--exmple-cua@students.example', 'xn--exmple-cua@students.example'],
    // No domains, and those that would be stored as others.
    ['a@xn--a.example', 'a@xn--a.example'],
    ['a@xn--99999999.example', 'a@xn--99999999.example'],
    ['a@xn--zzz-.example', 'a@xn--zzz-.example'],
  ])('%j as %j', (stored, shown) => expect(shownEmail(stored)).toBe(shown));

  it('as it was typed, for any letters of a domain', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcäöñøабвгдあいう中文字한국אבגकखग'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(letters, (label) => {
        const ascii = domainToASCII(`${label}.example`);
        fc.pre(ascii !== '');
        const stored = email().safeParse(`a@${label}.example`).data;
        expect(stored).toBe(`a@${ascii}`);
        expect(shownEmail(stored ?? '')).toBe(`a@${label.normalize('NFC')}.example`);
      }),
    );
  });

  it('and is found in a search as it is shown', () =>
    expect(withStoredEmails('Cem cem@exämple.test Bees')).toBe('Cem cem@xn--exmple-cua.test Bees'));
});

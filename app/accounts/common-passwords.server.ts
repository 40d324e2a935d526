import { readFileSync } from 'node:fs';

/** Common passwords missing from the file: keyboard rows, role names, seasons, and this product's name. */
const ALSO_COMMON = `
  0123456789 87654321 987654321 0987654321 12341234 123123123 12121212 123456780 159753456 qwertz123 abcdefgh
  abc123456 aa12345678 password1234 passw0rd1 p@ssword pass12345 password! password1! qwerty1! !qaz2wsx zaq1zaq1
  loveyou1 lovely123 princess1 batman123 pokemon123 trustno123 whatever1 dragon123 monkey123 master123 shadow123
  daniel123 ashley123 nicole123 hello1234 welcome12 welcome123 letmein123 changeme1 changeme123 default1 secret12
  secret123 administrator admin123 admin1234 admin12345 adminadmin rootroot root1234 toor1234 test12345 guest123
  user1234 temp1234 demo1234 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2026
  autumn2026 certrace certrace1 certrace123 certificate`;

let common: string | undefined;

/**
 * Common passwords between single spaces: one text, because a set of so many texts takes 2 MB that every collection of garbage goes
 * through. The file has the 17,948 most common breached passwords of 8 characters and more, most common first, in lower case. Source:
 * passwords.json of @zxcvbn-ts/language-common 4.1.3, MIT licence (common-passwords.LICENSE.txt).
 */
function commonPasswords() {
  common ??= ` ${readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')} ${ALSO_COMMON} `
    .split(/\s+/)
    .join(' ');
  return common;
}

/** Whether a password is one of the most common ones, in any case, or one character repeated. */
export const isCommonPassword = (password: string) =>
  (!/\s/.test(password) && commonPasswords().includes(` ${password.toLowerCase()} `)) ||
  /^(.)\1*$/u.test(password);

import { COMMON_PASSWORDS } from './common-password-list.ts';

/** Common passwords missing from the list: keyboard rows, role names, seasons, and this product's name. */
const ALSO_COMMON = `
  0123456789 87654321 987654321 0987654321 12341234 123123123 12121212 123456780 159753456 qwertz123 abcdefgh
  abc123456 aa12345678 password1234 passw0rd1 p@ssword pass12345 password! password1! qwerty1! !qaz2wsx zaq1zaq1
  loveyou1 lovely123 princess1 batman123 pokemon123 trustno123 whatever1 dragon123 monkey123 master123 shadow123
  daniel123 ashley123 nicole123 hello1234 welcome12 welcome123 letmein123 changeme1 changeme123 default1 secret12
  secret123 administrator admin123 admin1234 admin12345 adminadmin rootroot root1234 toor1234 test12345 guest123
  user1234 temp1234 demo1234 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2026
  autumn2026 certrace certrace1 certrace123 certificate`;

/**
 * All of them between single spaces. Shorter passwords are rejected by their length. It is one text, because a set of so many texts
 * takes 2 MB that every collection of garbage goes through.
 */
const COMMON = ` ${COMMON_PASSWORDS} ${ALSO_COMMON} `.split(/\s+/).join(' ');

/** Whether a password is one of the most common ones, in any case, or one character repeated. */
export const isCommonPassword = (password: string) =>
  (!/\s/.test(password) && COMMON.includes(` ${password.toLowerCase()} `)) || /^(.)\1*$/u.test(password);

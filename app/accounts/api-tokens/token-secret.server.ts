import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ctr_';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** The CRC-32 of a text in base 62, six characters with the most significant digit first. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/**
 * A new secret of an API token: `ctr_`, 43 random characters in base 62 (256 bits), and a checksum of these characters. Prefix and
 * checksum let scanners find leaked secrets without asking the server.
 */
export function newTokenSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return PREFIX + random + checksumOf(random);
}

/** Whether a text has the form of an API token's secret, with the right checksum. Others need no query. */
export function isTokenSecret(value: string): boolean {
  const [, random = '', checksum] = SHAPE.exec(value) ?? [];
  return checksum !== undefined && checksumOf(random) === checksum;
}

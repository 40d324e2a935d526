import { createHmac } from 'node:crypto';

export const CODE_LIFE_MS = 30_000;

/**
 * The code that an authenticator app shows: HOTP (RFC 4226) of the time step (RFC 6238). Written without the server's library, which
 * it checks.
 * @param secret in base32
 */
export function codeOf(secret: string, atMs = Date.now()): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / CODE_LIFE_MS)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

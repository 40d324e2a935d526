/** Decodes canonical standard base64. Returns null for other text, whose invalid characters `Buffer.from` would ignore. */
export function decodeBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

export const encodeBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** More than any key or signature needs. Decoding base58 takes quadratic time. */
const MAX_CHARACTERS = 256;

/** Digits that fit a number exactly. Dividing the BigInt once per group of digits is several times as fast. */
const DIGITS_AT_ONCE = 9;
const DIVISOR = 58n ** BigInt(DIGITS_AT_ONCE);

/** Encodes bytes as base58btc, without the multibase prefix. */
export function encodeBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= DIVISOR) {
    let digits = Number(value % DIVISOR);
    for (let place = 0; place < DIGITS_AT_ONCE; place += 1) {
      text = ALPHABET[digits % 58] + text;
      digits = Math.floor(digits / 58);
    }
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text.replace(/^1+/, '');
}

/** Decodes base58btc without prefix. Returns null for invalid text. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length > MAX_CHARACTERS) return null;
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) return null;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = value === 0n ? '' : value.toString(16);
  return Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
  ]);
}

/**
 * Decodes the multibase of a signature. Returns null for invalid text.
 * @param inBase64 whether it may be base64url instead of base58btc
 */
export function decodeMultibase(text: string, inBase64: boolean): Uint8Array | null {
  if (text.startsWith('z')) return decodeBase58(text.slice(1));
  // Node's base64 accepts the letters of base64url too, and that of the browser knows no base64url.
  return inBase64 && /^u[\w-]{1,256}$/.test(text) ? Buffer.from(text.slice(1), 'base64') : null;
}

/** multicodec ed25519-pub, as a varint. */
const ED25519_PUBLIC = Uint8Array.of(0xed, 0x01);

/** Encodes a raw Ed25519 public key as Multikey, `z6Mk…`. */
export const toMultikey = (publicKey: Uint8Array): string =>
  `z${encodeBase58(Buffer.concat([ED25519_PUBLIC, publicKey]))}`;

/** The multicodecs of other public keys that sign badges, as varints, with the lengths of the keys. */
const KINDS = [
  { code: ED25519_PUBLIC, length: 32 },
  { code: Uint8Array.of(0x80, 0x24), length: 33 },
  { code: Uint8Array.of(0x81, 0x24), length: 49 },
];

/** Decodes a Multikey of Ed25519, P-256 or P-384 to raw bytes of different lengths. Null for invalid text. */
export function parseMultikey(multikey: string): Uint8Array | null {
  if (!multikey.startsWith('z')) return null;
  const bytes = decodeBase58(multikey.slice(1));
  const kind = KINDS.find(({ code }) => bytes?.[0] === code[0] && bytes?.[1] === code[1]);
  return bytes && kind && bytes.length === kind.length + 2 ? bytes.subarray(2) : null;
}

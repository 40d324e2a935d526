/** The digits of Crockford's base32, without I, L, O and U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/**
 * Parses a typed certificate ID into its stored form (16 characters without hyphens), or null (docs/product.md, Certificate
 * IDs).
 */
export function parseUniqueId(text: string): string | null {
  if (text.length > 100) return null;
  const id = text
    .replace(/[\s\-\u2010-\u2015\u2212\u2066-\u2069]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return id.length === LENGTH && [...id].every((character) => CROCKFORD.includes(character)) ? id : null;
}

/** Formats the stored form in groups of four: 7K3M-9QZX-2HVB-4TND. */
export const formatUniqueId = (id: string) =>
  `${id.slice(0, 4)}-${id.slice(4, 8)}-${id.slice(8, 12)}-${id.slice(12)}`;

/** Makes a certificate ID from 80 random bits (10 bytes). */
export function uniqueIdFromBytes(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  // 40 bits are eight digits.
  const halves = [0, 5].map((at) => view.getUint8(at) * 2 ** 32 + view.getUint32(at + 1));
  const digits = halves.map((half) => half.toString(32).padStart(8, '0')).join('');
  return [...digits].map((digit) => CROCKFORD[Number.parseInt(digit, 32)]).join('');
}

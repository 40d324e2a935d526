/** The digits of Crockford's base32, without I, L, O and U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const ID_LENGTH = 16;

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

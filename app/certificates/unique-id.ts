import { foldCode } from '#db/folding.ts';

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

/* IDs as people type and paste them. */

/** Longer texts are not searched for an ID. */
const MAX_PASTED = 2_000;
/** Most characters between two characters of an ID: its hyphen, and what mail programs add at the end of a line. */
const MAX_GAP = 5;

/** The text in the characters of IDs where they differ only in how they are written, as full-width letters do. */
const foldId = (text: string) =>
  foldCode(text).replaceAll('_', '-').replaceAll('O', '0').replace(/[IL]/g, '1');

const isId = (text: string) => text.length === ID_LENGTH && /^[0-9A-HJKMNP-TV-Z]*$/.test(text);

/**
 * Parses a typed certificate ID into its stored form (16 characters without hyphens), or null (docs/product.md, Certificate
 * IDs).
 */
export function parseUniqueId(text: string): string | null {
  if (text.length > 100) return null;
  const id = foldId(text).replaceAll(/[\s-]/g, '');
  return isId(id) ? id : null;
}

/** An address that a mail program put into another one is escaped twice. Tags and codes are those of HTML. */
const unescaped = (text: string) =>
  text
    .replace(/<\/?[a-z]{1,6} ?\/?>|&#?\w{1,8};/gi, ' ')
    .replace(/%25(?=[\da-f]{2})/gi, '%')
    .replace(/(?:%[\da-f]{2})+/gi, (escaped) => {
      try {
        return decodeURIComponent(escaped);
      } catch {
        return escaped;
      }
    });

/**
 * The runs of 16 characters in a sentence, an address or a file name that have the form of an ID. A sentence has many of them, and a
 * look-up finds the one that is an ID.
 */
export function possibleIds(pasted: string): string[] {
  const text = foldId(unescaped(pasted.slice(0, MAX_PASTED)));
  const places = [...text.matchAll(/[0-9A-Z]/g)].map(({ index }) => index);
  const ids = places.flatMap((_, at) => {
    const window = places.slice(at, at + ID_LENGTH);
    const isTorn = window.some((place, index) => index > 0 && place - (window[index - 1] ?? 0) > MAX_GAP + 1);
    const id = window.map((place) => text[place]).join('');
    return isId(id) && !isTorn ? id : [];
  });
  return [...new Set(ids)];
}

/** How many characters a text has that may be an ID, how many an ID has, and the first one that no ID contains. */
export type FormOfId = { count: number; length: number; stranger: string | null };

const isGroup = ({ length }: string[]) => length >= 3 && length <= 5;

/**
 * How many characters the part of a text has that is most like an ID, and the first one that no ID contains, for a text in which no
 * ID was found.
 */
export function formOf(typed: string): FormOfId {
  const text = foldId(typed.slice(0, MAX_PASTED)).replaceAll('-', '');
  const words = text.split(/[^\p{L}\p{N}\p{M}]+/u).map((word) => [...word]);
  const groups = words.map((_, at) => words.slice(at, at + 4)).filter((four) => four.every(isGroup));
  const distance = ({ length }: string[]) => Math.abs(length - ID_LENGTH);
  // The whole text last, for an ID in other groups.
  const read = [...words, ...groups.map((four) => four.flat()), words.flat()].reduce((best, word) =>
    distance(word) < distance(best) ? word : best,
  );
  const stranger = read.find((character) => !CROCKFORD.includes(character)) ?? null;
  return { count: read.length, length: ID_LENGTH, stranger };
}

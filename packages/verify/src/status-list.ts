import { gunzipSync, gzipSync } from 'node:zlib';
import { asList, asText, isObject, type JsonObject } from './json.ts';

/** Length of a list: the minimum of Bitstring Status List 1.0, which protects the holders' privacy. */
export const STATUS_LIST_LENGTH = 131_072;
const MAX_LIST_BYTES = 1_048_576;

/** What a status list says of credentials: a revocation is final, a suspension may end. */
export const STATUS_PURPOSES = ['revocation', 'suspension'] as const;
export type StatusPurpose = (typeof STATUS_PURPOSES)[number];

/** The position of a credential in a status list, which says without a `purpose` whether it is revoked. */
export type StatusEntry = { list: string; index: number; purpose?: StatusPurpose };

export const purposeOf = ({ purpose = 'revocation' }: StatusEntry): StatusPurpose => purpose;

/** The types of entries in lists of bits, and those of what their lists have. Both have the same members. */
const LISTS = { BitstringStatusListEntry: 'BitstringStatusList', StatusList2021Entry: 'StatusList2021' };
const ENTRIES = new Set<unknown>(Object.keys(LISTS));
const SUBJECTS = new Set<unknown>(Object.values(LISTS));

/** Whether an entry of a credential is one in a list of bits. */
export const isInList = (entry: unknown): entry is JsonObject =>
  isObject(entry) && asList(entry.type).some((type) => ENTRIES.has(type));

/** Purposes of entries that take nothing back. */
const HARMLESS: unknown[] = ['refresh', 'message'];

/** The index of an entry, which some issuers write as a number. Null when it is malformed. */
export function indexOf({ statusListIndex }: JsonObject): number | null {
  const [index, ...others] = asList(statusListIndex);
  const text = typeof index === 'number' ? String(index) : asText(index);
  return text !== null && others.length === 0 && /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : null;
}

/** The entries of a credential that could take it back. */
const entriesOf = ({ credentialStatus }: JsonObject): unknown[] =>
  asList(credentialStatus).filter(
    (entry) => !isObject(entry) || !HARMLESS.includes(asText(entry.statusPurpose)),
  );

/** The place that an entry names. Null when it is malformed, for one of another purpose, and for one of several bits. */
function placeOf(entry: unknown): StatusEntry | null {
  if (!isInList(entry) || Number(entry.statusSize ?? 1) !== 1) return null;
  const purpose = STATUS_PURPOSES.find((known) => known === asText(entry.statusPurpose));
  const [list, index] = [asText(entry.statusListCredential), indexOf(entry)];
  return purpose === undefined || list === null || index === null ? null : { list, index, purpose };
}

/**
 * The entries of a credential that could take it back, at most one of each purpose. Null when there is another one, or one that is
 * malformed.
 */
export function statusEntries(credential: JsonObject): StatusEntry[] | null {
  const places = entriesOf(credential).map(placeOf);
  const entries = places.filter((place) => place !== null);
  const isKnown = entries.length === places.length && new Set(entries.map(purposeOf)).size === entries.length;
  return isKnown ? entries : null;
}

/** The types and purposes of the entries that cannot be checked, or of all of them if each could be alone. */
export function kindsOfStatus(credential: JsonObject): string {
  const all = entriesOf(credential).filter(isObject);
  const unknown = all.filter((entry) => placeOf(entry) === null);
  const kinds = (unknown.length > 0 ? unknown : all)
    .slice(0, 4)
    .map(({ type, statusPurpose }) => {
      const purpose = asText(statusPurpose);
      const name = asList(type).join(' ').slice(0, 60);
      return purpose === null ? name : `${name} (${purpose.slice(0, 60)})`;
    })
    .join(', ');
  return kinds || 'credentialStatus';
}

/** Encodes bits as `encodedList`: their gzip in multibase base64url. Index 0 is the leftmost bit. */
export const encodeStatusList = (bits: Uint8Array) => `u${gzipSync(bits).toString('base64url')}`;

/**
 * The bit at an index of a status list credential. Verify its proof first. Returns null when the list is malformed, has another
 * purpose or is too short.
 */
export function readStatus(
  list: JsonObject,
  index: number,
  purpose: StatusPurpose = 'revocation',
): boolean | null {
  const subject = list.credentialSubject;
  if (!isObject(subject) || !SUBJECTS.has(asText(subject.type))) return null;
  const { encodedList, statusPurpose } = subject;
  // Before Bitstring Status List 1.0 it was base64 without a multibase prefix, in which a gzip begins with another letter.
  const encoded = typeof encodedList === 'string' ? encodedList.replace(/^u/, '') : '';
  if (!asList(statusPurpose).includes(purpose) || encoded === '') return null;
  try {
    // Node's base64 accepts the letters of base64url too, and that of the browser knows no base64url.
    const bits = gunzipSync(Buffer.from(encoded, 'base64'), {
      maxOutputLength: MAX_LIST_BYTES,
    });
    const byte = bits[index >> 3];
    return byte === undefined || bits.length * 8 < STATUS_LIST_LENGTH
      ? null
      : (byte & (0x80 >> (index & 7))) !== 0;
  } catch {
    return null;
  }
}

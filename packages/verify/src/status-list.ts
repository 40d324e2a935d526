import { gunzipSync, gzipSync } from 'node:zlib';
import { asList, asText, isObject, type JsonObject } from './json.ts';

/** Length of a list: the minimum of Bitstring Status List 1.0, which protects the holders' privacy. */
export const STATUS_LIST_LENGTH = 131_072;
const MAX_LIST_BYTES = 1_048_576;

/** The position of a credential in a status list. */
export type StatusEntry = { list: string; index: number };

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

/** The place that an entry for revocation names. Null when it is malformed, and for another entry. */
function placeOf(entry: unknown): StatusEntry | null {
  if (!isInList(entry) || asText(entry.statusPurpose) !== 'revocation') return null;
  const [list, index] = [asText(entry.statusListCredential), indexOf(entry)];
  return list === null || index === null ? null : { list, index };
}

/**
 * The revocation entry of a credential. Undefined without one. Null when it is malformed, and when another entry could take the
 * credential back, such as one for its suspension.
 */
export function revocationEntry(credential: JsonObject): StatusEntry | null | undefined {
  if (asList(credential.credentialStatus).length === 0) return undefined;
  const [entry, ...others] = entriesOf(credential);
  return others.length > 0 ? null : placeOf(entry);
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
export function readStatus(list: JsonObject, index: number): boolean | null {
  const subject = list.credentialSubject;
  if (!isObject(subject) || !SUBJECTS.has(asText(subject.type))) return null;
  const { encodedList, statusPurpose } = subject;
  // Before Bitstring Status List 1.0 it was base64 without a multibase prefix, in which a gzip begins with another letter.
  const encoded = typeof encodedList === 'string' ? encodedList.replace(/^u/, '') : '';
  if (statusPurpose !== 'revocation' || encoded === '') return null;
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

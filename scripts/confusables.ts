/**
 * Writes app/accounts/confusables.txt: the confusable characters of Unicode (UTS 39), from ICU's data, which is part of Node. Run it by
 * hand when an update of Node brings another version of Unicode: `npx node scripts/confusables.ts`. The result is committed, with a
 * migration that empties issuer_name_skeletons, which the next start fills again.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** ICU's header of a data item (UDataInfo) names the item's format at this offset. */
const FORMAT = Buffer.from('Cfu ');
const FORMAT_OFFSET = 12;
const SPOOF_MAGIC = 0x3845fdef;

/** Reads ICU's confusables.cfu, as uspoof_impl.h describes it: confusable characters with the text that each looks like. */
function readConfusables(binary: Buffer): Map<number, string> {
  const start = binary.indexOf(FORMAT) - FORMAT_OFFSET;
  const data = binary.subarray(start + binary.readUInt16LE(start));
  if (data.readUInt32LE(0) !== SPOOF_MAGIC) throw new Error('This Node has no data of confusable characters');
  const word = (index: number) => data.readInt32LE(index * 4);
  const [keys, count, values, strings] = [word(3), word(4), word(5), word(7)];
  const confusables = new Map<number, string>();
  for (let index = 0; index < count; index += 1) {
    // The low 24 bits are the character, the others the length of its text less one.
    const key = data.readUInt32LE(keys + index * 4);
    const length = (key >>> 24) + 1;
    // A text of one code unit stands in place of its offset.
    const value = values + index * 2;
    const at = length === 1 ? value : strings + data.readUInt16LE(value) * 2;
    confusables.set(key & 0xffffff, data.toString('utf16le', at, at + length * 2));
  }
  return confusables;
}

const hex = (characters: Iterable<string>) =>
  Array.from(characters, (character) => character.codePointAt(0)?.toString(16)).join('+');

/** The words in lines of at most 110 characters. */
const wrap = (words: string[]) =>
  words
    .join(' ')
    .replace(/(.{1,110})(?: |$)/g, '$1\n')
    .trim();

/** The content of app/accounts/confusables.txt. */
export function confusablesText(): string {
  const byPrototype = new Map<string, string[]>();
  for (const [character, prototype] of readConfusables(readFileSync(process.execPath))) {
    const key = hex(prototype);
    byPrototype.set(key, [...(byPrototype.get(key) ?? []), character.toString(16)]);
  }
  const words = [...byPrototype].flatMap(([prototype, characters]) => [`${prototype}:`, ...characters]);
  return `${wrap(words)}\n`;
}

if (import.meta.main) {
  writeFileSync(new URL('../app/accounts/confusables.txt', import.meta.url), confusablesText());
}

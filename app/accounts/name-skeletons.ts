import { CONFUSABLES } from './confusables.ts';

let prototypes: Map<string, string> | undefined;

const textOf = (codePoints: string) =>
  String.fromCodePoint(...codePoints.split('+').map((hex) => Number.parseInt(hex, 16)));

/** Confusable characters with the text that each looks like. Parsed at the first use. */
function readPrototypes(): Map<string, string> {
  const map = new Map<string, string>();
  let prototype = '';
  for (const word of CONFUSABLES.trim().split(/\s+/)) {
    if (word.endsWith(':')) prototype = textOf(word.slice(0, -1));
    else map.set(textOf(word), prototype);
  }
  return map;
}

/**
 * The skeleton of a text (UTS 39, section 4): texts that look alike have the same. Spaces of any kind and number count as one, because
 * browsers show them so.
 */
export function skeletonOf(text: string): string {
  prototypes ??= readPrototypes();
  const visible = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
  let skeleton = '';
  for (const character of visible) skeleton += prototypes.get(character) ?? character;
  return skeleton.normalize('NFD').replace(/\s+/gu, ' ').trim();
}

/**
 * The skeletons of a name: as it is, in lower case and in upper case, because names that differ only in case look alike, too. Two names
 * look alike if they have one in common.
 */
export const skeletonsOf = (name: string): string[] => [
  ...new Set([name, name.toLowerCase(), name.toUpperCase()].map(skeletonOf)),
];

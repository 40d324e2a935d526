import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Longest skeleton that is kept as it is, in characters. One character of a name can become 18. */
const MOST_KEPT = 200;

let prototypes: Map<string, string> | undefined;

const textOf = (codePoints: string) =>
  String.fromCodePoint(...codePoints.split('+').map((hex) => Number.parseInt(hex, 16)));

/**
 * Confusable characters with the text that each looks like, from a file that scripts/confusables.ts writes: a text, and the characters
 * that look like it, as hexadecimal code points. UTS 39, confusables.txt, Copyright © 1991-2025 Unicode, Inc., Unicode License V3.
 */
function readPrototypes(): Map<string, string> {
  const map = new Map<string, string>();
  let prototype = '';
  const text = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8');
  for (const word of text.trim().split(/\s+/)) {
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

/** Replaces a long skeleton by its hash. The list of issuers searches for the skeletons of 50 names, and long keys make this slow. */
const shortened = (skeleton: string) =>
  skeleton.length > MOST_KEPT ? hash('sha256', skeleton, 'base64url') : skeleton;

/**
 * The skeletons of a name: as it is, in lower case and in upper case, because names that differ only in case look alike, too. Two names
 * look alike if they have one in common. A skeleton of more than 200 characters is its SHA-256 in base64url.
 */
export const skeletonsOf = (name: string): string[] => [
  ...new Set([name, name.toLowerCase(), name.toUpperCase()].map((text) => shortened(skeletonOf(text)))),
];

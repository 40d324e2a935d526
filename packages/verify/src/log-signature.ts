import { canonicalJson, type JsonObject } from './json.ts';
import { isSignedBy, type NoteSigner, parseSignature, signNote, type VerifierKey } from './note.ts';
import { sha256 } from './tree.ts';

// The log signs the manifest of a file too, so that the issuer's key alone cannot put another page around a
// credential. The signed text is a note (C2SP signed-note), but not a checkpoint.

const textOf = ({ proof: _, logSignature: __, ...manifest }: JsonObject) =>
  `Certrace file\n${Buffer.from(sha256(canonicalJson(manifest))).toString('hex')}\n`;

/** The line with which a log signs a manifest. */
export const signForLog = (manifest: JsonObject, log: NoteSigner): string =>
  signNote(textOf(manifest), log).split('\n\n')[1]?.trimEnd() ?? '';

/** Whether one of the logs signed a manifest. `name` is that of a log whose key is not among these. */
export function findLogSignature(
  manifest: JsonObject,
  keys: VerifierKey[],
): 'valid' | 'invalid' | { name: string } {
  const line = manifest.logSignature;
  const signature = typeof line === 'string' ? parseSignature(line) : null;
  if (!signature) return 'invalid';
  const note = { text: textOf(manifest), signatures: [signature] };
  if (keys.some((key) => isSignedBy(note, key))) return 'valid';
  const isKnown = keys.some(({ name }) => name === signature.name);
  return isKnown ? 'invalid' : { name: signature.name };
}

import { readCheckpoint } from './checkpoint.ts';
import { cosignedAt } from './cosignature.ts';
import { isSignedBy, parseNote } from './note.ts';
import { parseTlogProof } from './tlog-proof.ts';
import type { Trust } from './trust.ts';

/**
 * The names in a log proof's signature lines that no known key made. Without any key of the log, its own line is not judged here.
 */
export function unknownSigners(proof: string, { logKeys, witnessKeys = [] }: Trust): string[] {
  const checkpoint = parseTlogProof(proof)?.checkpoint ?? '';
  const [note, origin] = [parseNote(checkpoint), readCheckpoint(checkpoint)?.origin];
  return (note?.signatures ?? [])
    .filter((signature) => {
      const alone = { text: note?.text ?? '', signatures: [signature] };
      if (signature.name === origin)
        return logKeys.length > 0 && !logKeys.some((key) => isSignedBy(alone, key));
      return !witnessKeys.some((key) => cosignedAt(alone.text, signature, key) !== null);
    })
    .map(({ name }) => name);
}

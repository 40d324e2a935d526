import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@certrace/verify';

/** What a file of the corpus must be answered, and why. `site` is the verdict of the site that issued it, where it knows more. */
export type Expected = { verdict: Verdict; why: string; site?: Verdict };

export type Put = (
  name: string,
  content: Uint8Array | string,
  verdict: Verdict,
  why: string,
  site?: Verdict,
) => void;

/**
 * Empties the folder of a set of files, except for the README and other sets in it. Returns functions that add a file, add something
 * to rely on, and write the index.
 */
export function openCorpus(folder: string) {
  const index: Record<string, Expected> = {};
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && entry.name !== 'README.md') rmSync(join(folder, entry.name));
  }
  rmSync(join(folder, 'trust'), { recursive: true, force: true });
  mkdirSync(join(folder, 'trust'));
  const put: Put = (name, content, verdict, why, site) => {
    if (index[name]) throw new Error(`There are two files named ${name}`);
    writeFileSync(join(folder, name), content);
    index[name] = { verdict, why, ...(site !== undefined && { site }) };
  };
  return {
    put,
    trust: (name: string, content: Uint8Array | string) =>
      writeFileSync(join(folder, 'trust', name), content),
    close() {
      writeFileSync(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
      return Object.keys(index).length;
    },
  };
}

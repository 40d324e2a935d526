import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ConfigurationError } from './variables.ts';

const MOST_BYTES = 200_000;
const FILES = ['privacy.md', 'terms.md'] as const;

function read(folder: string, name: string): string | null {
  const path = join(folder, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) throw new ConfigurationError(`LEGAL_DIR: ${path} is not a file`);
  // Its content is public, and links within the folder are how volumes of containers are mounted.
  if (!realpathSync(path).startsWith(realpathSync(folder) + sep))
    throw new ConfigurationError(`LEGAL_DIR: ${path} is a link to a place outside the folder`);
  if (found.size > MOST_BYTES) throw new ConfigurationError(`LEGAL_DIR: ${path} has more than 200 kB`);
  return readFileSync(path, 'utf8');
}

/**
 * The operator's own texts for /privacy and /terms, as Markdown. Null for a text that LEGAL_DIR does not have.
 * @throws ConfigurationError without a file that is meant, and for one that is too large, no file, or elsewhere
 */
export function parseLegal({ LEGAL_DIR: folder }: { LEGAL_DIR?: string | undefined }) {
  if (folder === undefined) return { privacy: null, terms: null };
  const [privacy = null, terms = null] = FILES.map((name) => read(folder, name));
  if (privacy === null && terms === null)
    throw new ConfigurationError(`LEGAL_DIR: ${folder} has neither privacy.md nor terms.md`);
  return { privacy, terms };
}

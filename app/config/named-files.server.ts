import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
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

const LINE_BYTES = 128;
const FIRST_LINE = /^[0-9A-F]{40}:\d+\r?\n/;

/**
 * The file of breached passwords that the operator keeps, or null.
 * @throws ConfigurationError for a file without SHA-1 hashes in upper case and their counts
 */
export function parseBreachedPasswords({
  BREACHED_PASSWORDS_FILE: path,
}: {
  BREACHED_PASSWORDS_FILE?: string | undefined;
}): string | null {
  if (path === undefined) return null;
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new ConfigurationError(`BREACHED_PASSWORDS_FILE: there is no file ${path}`);
  const file = openSync(path, 'r');
  try {
    const line = Buffer.alloc(LINE_BYTES);
    const read = readSync(file, line, 0, LINE_BYTES, 0);
    if (FIRST_LINE.test(line.toString('latin1', 0, read))) return path;
  } finally {
    closeSync(file);
  }
  throw new ConfigurationError(
    `BREACHED_PASSWORDS_FILE: ${path} does not begin with a line HASH:COUNT. Use the passwords of Pwned Passwords, ordered by SHA-1`,
  );
}

/** The programs that convert videos. */
type Ffmpeg = { ffmpeg: string; ffprobe: string };

/** The value of FFMPEG_PATH that turns conversion off. */
const OFF = 'none';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const onPath = (name: string, path: string) =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);

/**
 * Finds ffmpeg at FFMPEG_PATH or on PATH, and ffprobe beside it or on PATH. Null without them.
 * @throws ConfigurationError if FFMPEG_PATH is not a program, or its ffprobe is missing
 */
export function parseFfmpeg(
  { FFMPEG_PATH: given }: { FFMPEG_PATH?: string | undefined },
  path = '',
): Ffmpeg | null {
  if (given === OFF) return null;
  if (given !== undefined && !isProgram(given)) {
    throw new ConfigurationError(`FFMPEG_PATH: ${given} is not a program`);
  }
  const ffmpeg = given ?? onPath('ffmpeg', path);
  if (!ffmpeg) return null;
  const beside = join(dirname(ffmpeg), 'ffprobe');
  const ffprobe = isProgram(beside) ? beside : onPath('ffprobe', path);
  if (ffprobe) return { ffmpeg, ffprobe };
  if (given === undefined) return null;
  throw new ConfigurationError(`FFMPEG_PATH: ffprobe is neither beside ${given} nor on PATH`);
}

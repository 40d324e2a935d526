import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ConfigurationError } from './variables.ts';

/** The programs that convert videos. */
export type Ffmpeg = { ffmpeg: string; ffprobe: string };

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

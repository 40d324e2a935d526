import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./fake-ffmpeg.mjs', import.meta.url));

export type FakeMode =
  | 'works'
  | 'slow'
  | 'hang'
  | 'crash'
  | 'huge'
  | 'chatty'
  | 'wrong'
  | 'short'
  | 'endless'
  | 'wide';

/** Installs programs that stand in for ffmpeg and ffprobe. `calls` are the processes that converted, by their ID. */
export function fakeFfmpeg(mode: FakeMode) {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-ffmpeg-'));
  const modeFile = join(folder, 'mode');
  const setMode = (to: FakeMode) => writeFileSync(modeFile, to);
  setMode(mode);
  for (const name of ['ffmpeg', 'ffprobe']) {
    const line = `exec '${process.execPath}' '${SCRIPT}' '${modeFile}' ${name} "$@"`;
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
  const callsFile = join(folder, 'calls');
  const calls = () =>
    existsSync(callsFile) ? readFileSync(callsFile, 'utf8').trim().split('\n').map(Number) : [];
  return { path: join(folder, 'ffmpeg'), setMode, calls };
}

/** A file that is an AVI by its headers. */
export function aviBytes(bytes = 4_096): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('RIFF');
  file.writeUInt32LE(bytes - 8, 4);
  file.write('AVI LIST', 8);
  file.write('hdrlavih', 20);
  file.write('strhvids', 100);
  return file;
}

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const LARGE_CHUNK = 65_536;

/** Sizes of a body's chunks: as a client sends a file, and the smallest that the server reads to the end. */
export const CHUNKS = {
  large: () => LARGE_CHUNK,
  small: (chunk: number) => (chunk < 95_000 ? 33 : 4_096),
};

type Pieces = { head: string; fill: number; tail: string };

/** A multipart body with one part of `bytes`, which is made while it is sent. */
export function onePart(
  name: string,
  bytes: number,
  { fileName, start = Buffer.alloc(0) }: { fileName?: string; start?: Buffer } = {},
): Pieces {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  return {
    head: `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${start.toString('latin1')}`,
    fill: bytes - start.byteLength,
    tail: '\r\n--b--\r\n',
  };
}

/** The bytes of a body in chunked transfer coding (RFC 9112 section 7.1), about 64 KB at a time. */
function* inChunks({ head, fill, tail }: Pieces, sizeOf: (chunk: number) => number) {
  let chunk = 0;
  let lines: string[] = [];
  let held = 0;
  for (const [text, length] of [
    [head, head.length],
    ['', fill],
    [tail, tail.length],
  ] as const) {
    for (let at = 0; at < length; ) {
      const size = Math.min(sizeOf(chunk++), length - at);
      lines.push(`${size.toString(16)}\r\n${text.slice(at, at + size).padEnd(size, 'a')}\r\n`);
      at += size;
      held += size;
      if (held < LARGE_CHUNK) continue;
      yield Buffer.from(lines.join(''), 'latin1');
      lines = [];
      held = 0;
    }
  }
  yield Buffer.from(`${lines.join('')}0\r\n\r\n`, 'latin1');
}

export type RawUpload = { port: number; path: string; headers: Record<string, string>; body: Pieces };

/** Posts a body in chunks. Returns the status, or 0 if the connection was closed without one. */
export async function postInChunks(
  { port, path, headers, body }: RawUpload,
  sizeOf: (chunk: number) => number,
): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket
    .on('error', () => undefined)
    .on('data', (data) => {
      answer += data.toString('latin1');
      socket.end();
    });
  const lines = Object.entries({ Host: 'localhost', 'Transfer-Encoding': 'chunked', ...headers }).map(
    (entry) => entry.join(': '),
  );
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const bytes of inChunks(body, sizeOf)) {
    if (!socket.writable) break;
    if (!socket.write(bytes))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await closed;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
}

/** Seconds of processor time that all threads of a process have used (Linux). */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The seconds of processor time that a process uses for some work, and what the work returns. */
export async function secondsFor<Result>(pid: number, work: () => Promise<Result>) {
  const before = processorSeconds(pid);
  const result = await work();
  return { result, seconds: processorSeconds(pid) - before };
}

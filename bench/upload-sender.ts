/**
 * Sends one upload from a separate process: `node upload-sender.ts '{"url", "headers", "prefix", "suffix", "bytes"}'`. The prefix and
 * the suffix are the base64 of the body before and after the file's padding. Prints status, milliseconds and response body as JSON.
 */
import { request } from 'node:http';

type Sending = {
  url: string;
  headers: Record<string, string>;
  prefix: string;
  suffix: string;
  bytes: number;
};

const { url, headers, prefix, suffix, bytes } = JSON.parse(process.argv[2] ?? '{}') as Sending;
const head = Buffer.from(prefix, 'base64');
const tail = Buffer.from(suffix, 'base64');
// Random bytes, because file systems store runs of zeros without writing them.
const block = Buffer.alloc(1_048_576);
for (let at = 0; at < block.length; at += 4) block.writeUInt32LE((at * 2_654_435_761) >>> 0, at);

const started = performance.now();
const sending = request(
  url,
  { method: 'POST', headers: { ...headers, 'content-length': head.length + bytes + tail.length } },
  (response) => {
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      body += chunk;
    });
    response.on('end', () => {
      const ms = performance.now() - started;
      console.log(JSON.stringify({ status: response.statusCode, ms, body }));
    });
  },
);
sending.write(head);
for (let left = bytes; left > 0; left -= block.length) {
  const chunk = left < block.length ? block.subarray(0, left) : block;
  if (!sending.write(chunk)) await new Promise<void>((resolve) => sending.once('drain', () => resolve()));
}
sending.end(tail);

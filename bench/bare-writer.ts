/** A bare node:http server that writes each request body to a file and syncs it. bench/courses.ts compares uploads with it. */
import { open, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.argv[2] ?? '.';
let count = 0;
const server = createServer(async (req, res) => {
  count += 1;
  const path = join(folder, `bare-${count}`);
  const file = await open(path, 'w');
  await pipeline(req, file.createWriteStream({ flush: true }));
  res.end('{}');
  await unlink(path);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

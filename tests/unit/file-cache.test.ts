import { expect, it } from 'vitest';
import { cachedFile } from '#app/drawing/file-cache.server.ts';

const bytes = Buffer.from('drawn');

/** A file whose making ends when `finish` is called or all clients have left. */
function slowFile() {
  const made = { runs: 0, left: false, finish: () => {} };
  const make = ({ signal }: { signal?: AbortSignal | undefined }) =>
    new Promise<Uint8Array>((resolve, reject) => {
      made.runs += 1;
      made.finish = () => resolve(bytes);
      signal?.addEventListener('abort', () => {
        made.left = true;
        reject(new Error('left'));
      });
    });
  return { made, make };
}

const started = async (made: { runs: number }, runs: number) => {
  while (made.runs < runs) await new Promise(setImmediate);
};

it('makes a file once for all clients that wait for it, until the last one has left', async () => {
  const { made, make } = slowFile();
  const clients = [new AbortController(), new AbortController()];
  const waiting = clients.map(({ signal }, index) =>
    cachedFile({ account: `${index}`, signal }, 'ab-1.pdf', make).catch((error: Error) => error.message),
  );
  await started(made, 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  clients[0]?.abort();
  expect(made).toMatchObject({ runs: 1, left: false });
  clients[1]?.abort();
  expect(made).toMatchObject({ runs: 1, left: true });
  expect(await Promise.all(waiting)).toEqual(['left', 'left']);
});

it('makes a file again for a client that comes after the others have left', async () => {
  const { made, make } = slowFile();
  const gone = new AbortController();
  const first = cachedFile({ account: 'a', signal: gone.signal }, 'ab-2.pdf', make).catch(() => 'left');
  await started(made, 1);
  gone.abort();
  const second = cachedFile({ account: 'b' }, 'ab-2.pdf', make);
  await started(made, 2);
  made.finish();
  expect(Buffer.from(await second)).toEqual(bytes);
  expect(await first).toBe('left');
});

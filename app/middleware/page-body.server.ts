import { Transform, type TransformCallback } from 'node:stream';

const END_OF_HEAD = '</head>';

/**
 * A page's bytes on their way from React to the client.
 *
 * The scripts that a page preloads wait for what paints it: React writes their links before the stylesheet's and the browser
 * fetches them as eagerly, while the pages need no script to be read. The head is held back until it is whole.
 *
 * What React has ready goes on in one piece, when React says so (`flush`): a page of fifty courses comes in thirty, each of which
 * would be compressed and sent on its own.
 */
export class PageBody extends Transform {
  private ready: Buffer[] = [];
  private headIsOut = false;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.ready.push(chunk);
    done();
  }

  override _flush(done: TransformCallback) {
    this.release();
    done();
  }

  /** Called by React when nothing more is ready for the time being. */
  flush() {
    if (this.headIsOut || Buffer.concat(this.ready).includes(END_OF_HEAD)) this.release();
  }

  private release() {
    if (this.ready.length === 0) return;
    const bytes = Buffer.concat(this.ready);
    this.ready = [];
    this.push(this.headIsOut ? bytes : withQuietPreloads(bytes));
    this.headIsOut = true;
  }
}

function withQuietPreloads(page: Buffer): Buffer {
  const found = page.indexOf(END_OF_HEAD);
  const end = found < 0 ? page.length : found;
  const head = page
    .toString('utf8', 0, end)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  return Buffer.concat([Buffer.from(head), page.subarray(end)]);
}

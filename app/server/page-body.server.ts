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
    this.release(true);
    done();
  }

  /** Called by React when nothing more is ready for the time being. */
  flush() {
    this.release(false);
  }

  private release(ended: boolean) {
    const bytes = Buffer.concat(this.ready);
    const head = this.headIsOut ? 0 : bytes.indexOf(END_OF_HEAD);
    if (head < 0 && !ended) return;
    this.ready = [];
    if (bytes.length === 0) return;
    this.push(this.headIsOut ? bytes : withQuietPreloads(bytes, head < 0 ? bytes.length : head));
    this.headIsOut = true;
  }
}

/** @param end where the head ends */
function withQuietPreloads(page: Buffer, end: number): Buffer {
  const head = page
    .toString('utf8', 0, end)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  return Buffer.concat([Buffer.from(head), page.subarray(end)]);
}

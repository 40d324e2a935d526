import { Transform, type TransformCallback } from 'node:stream';

const END_OF_HEAD = '</head>';

/**
 * Buffers a page between React and the client.
 *
 * Preloaded scripts get a low priority: React writes their links before the stylesheet's, and the page is readable without
 * scripts. The head is held back until it is complete.
 *
 * Chunks are joined until React calls `flush`: a page of fifty courses has thirty of them, and each would be compressed and
 * sent alone.
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

  /** React calls this when nothing more is ready for now. */
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

/** @param end offset of the head's end */
function withQuietPreloads(page: Buffer, end: number): Buffer {
  const head = page
    .toString('utf8', 0, end)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  return Buffer.concat([Buffer.from(head), page.subarray(end)]);
}

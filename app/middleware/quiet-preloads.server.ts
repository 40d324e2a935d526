import { Transform, type TransformCallback } from 'node:stream';

const END_OF_HEAD = '</head>';

/**
 * Lets the scripts that a page preloads wait for what paints it. React writes their links before the stylesheet's and
 * the browser fetches them as eagerly; the pages need no script to be read. Holds the head back until it is whole.
 */
export class QuietPreloads extends Transform {
  private head: Buffer[] | null = [];

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    if (this.head === null) return done(null, chunk);
    this.head.push(chunk);
    if (Buffer.concat(this.head.slice(-2)).includes(END_OF_HEAD)) this.release();
    done();
  }

  override _flush(done: TransformCallback) {
    this.release();
    done();
  }

  /** Sends the head on, changed. */
  private release() {
    if (this.head === null) return;
    // The bytes of a character may be split between chunks, never between the head and what follows it.
    const text = Buffer.concat(this.head).toString('latin1');
    const found = text.indexOf(END_OF_HEAD);
    const end = found < 0 ? text.length : found;
    const head = text
      .slice(0, end)
      .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
    this.push(Buffer.from(head + text.slice(end), 'latin1'));
    this.head = null;
  }
}

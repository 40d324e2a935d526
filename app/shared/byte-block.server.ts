/** Moves the first `length` bytes of a buffer to one of another size. Frees the old buffer at once. */
function resize(buffer: Buffer<ArrayBuffer>, length: number, size: number): Buffer<ArrayBuffer> {
  const resized = Buffer.allocUnsafeSlow(size);
  buffer.copy(resized, 0, 0, length);
  buffer.buffer.transfer(0);
  return resized;
}

/**
 * Collects chunks in one block of at most `limit` bytes. Keeping the chunks would take a few hundred bytes for each, however
 * small, and large chunks would fragment malloc's heap.
 */
export function createByteBlock(limit: number) {
  let block = Buffer.allocUnsafeSlow(0);
  let length = 0;
  const free = () => {
    block = resize(block, 0, 0);
    length = 0;
  };
  return {
    free,
    /** Appends a chunk. If that exceeds the limit, frees everything and returns false. */
    append(chunk: Uint8Array): boolean {
      const needed = length + chunk.byteLength;
      if (needed > limit) {
        free();
        return false;
      }
      if (needed > block.byteLength)
        block = resize(block, length, Math.min(limit, Math.max(needed, 2 * length)));
      block.set(chunk, length);
      length = needed;
      return true;
    },
    /** Returns all bytes. The block must not be used afterwards. */
    take(): Buffer<ArrayBuffer> {
      return length === block.byteLength ? block : resize(block, length, length);
    },
  };
}

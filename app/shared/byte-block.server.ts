/** Moves the first `length` bytes of a buffer to one of another size, and frees it at once. */
function resize(buffer: Buffer<ArrayBuffer>, length: number, size: number): Buffer<ArrayBuffer> {
  const resized = Buffer.allocUnsafeSlow(size);
  buffer.copy(resized, 0, 0, length);
  buffer.buffer.transfer(0);
  return resized;
}

/**
 * Collects chunks in one block, which may have `limit` bytes. Kept one by one, chunks of a byte would take some hundred each, and many
 * large ones would fragment malloc's heap.
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
    /** Appends a chunk; returns false, and frees everything, when that is more than the limit. */
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
    /** All bytes. The block is not used afterwards. */
    take(): Buffer<ArrayBuffer> {
      return length === block.byteLength ? block : resize(block, length, length);
    },
  };
}

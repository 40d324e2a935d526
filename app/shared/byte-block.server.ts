/**
 * Frees the memory of bytes, which must not be used afterwards. Left to the garbage collector, the bytes of
 * large bodies cause one full collection after another. Bytes that share their memory with others stay.
 */
export function freeBytes({ byteLength, buffer }: Uint8Array) {
  if (buffer instanceof ArrayBuffer && !buffer.detached && byteLength === buffer.byteLength)
    buffer.transfer(0);
}

/** Moves the first `length` bytes of a buffer to one of another size, and frees the old buffer. */
function resize(buffer: Buffer<ArrayBuffer>, length: number, size: number): Buffer<ArrayBuffer> {
  const resized = Buffer.allocUnsafeSlow(size);
  buffer.copy(resized, 0, 0, length);
  buffer.buffer.transfer(0);
  return resized;
}

/**
 * Collects chunks in one block of at most `limit` bytes. Keeping the chunks would take a few hundred bytes for each, however
 * small, and large chunks would fragment malloc's heap.
 * @param expected how many bytes to allocate at first. The system gives memory only to bytes that are written
 */
export function createByteBlock(limit: number, expected = 0) {
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
        block = resize(block, length, Math.min(limit, Math.max(needed, expected, 2 * length)));
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

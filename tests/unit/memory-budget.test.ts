import { describe, expect, it } from 'vitest';
import { createByteBlock } from '#app/shared/byte-block.server.ts';
import { createMemoryBudget } from '#app/shared/memory-budget.server.ts';

const MESSAGE = 'Please try again.';
const budget = () => createMemoryBudget({ maxBytes: 100, maxHolders: 3, message: MESSAGE });

describe('a memory budget', () => {
  it('aborts the oldest holders when a newer one needs their memory', () => {
    const hold = budget();
    const [first, second, third] = [hold(), hold(), hold()];
    first.grow(40);
    second.grow(40);
    third.grow(40);
    expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
    expect(() => first.grow(1)).toThrow(MESSAGE);
    expect(() => first.keep()).toThrow(MESSAGE);
  });

  it('rejects the oldest holder when it grows over the limit', () => {
    const hold = budget();
    const [first, second] = [hold(), hold()];
    second.grow(60);
    expect(() => first.grow(60)).toThrow(MESSAGE);
    expect(second.signal.aborted).toBe(false);
  });

  it('never reclaims kept memory before its release', () => {
    const hold = budget();
    const kept = hold();
    kept.grow(100);
    kept.keep();
    expect(() => hold().grow(1)).toThrow(MESSAGE);
    expect(kept.signal.aborted).toBe(false);
    kept.release();
    kept.release();
    expect(() => hold().grow(100)).not.toThrow();
  });

  it('limits the number of holders', () => {
    const hold = budget();
    const holdings = Array.from({ length: 4 }, hold);
    holdings[3]?.grow(0);
    expect(holdings.map(({ signal }) => signal.aborted)).toEqual([true, false, false, false]);
  });
});

describe('a block of bytes', () => {
  it('contains all chunks in order', () => {
    const block = createByteBlock(10);
    for (const text of ['ab', '', 'cde', 'f']) expect(block.append(Buffer.from(text))).toBe(true);
    expect(block.take().toString()).toBe('abcdef');
  });

  it('accepts bytes up to its limit', () => {
    const block = createByteBlock(3);
    expect(block.append(Buffer.from('abc'))).toBe(true);
    expect(block.append(Buffer.from('d'))).toBe(false);
    expect(createByteBlock(0).take().byteLength).toBe(0);
  });
});

import { expect, it } from 'vitest';
import { kept } from '#app/shared/kept.server.ts';

it('keeps a value, and no failure', async () => {
  const made: number[] = [];
  const get = kept(async () => {
    made.push(made.length);
    if (made.length === 1) throw new Error('Out of memory');
    return made.length;
  });
  await expect(Promise.all([get(), get()])).rejects.toThrowError('Out of memory');
  expect([await get(), await get(), made.length]).toEqual([2, 2, 2]);
});

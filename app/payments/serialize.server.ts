/** Work in progress in this process, by key. */
const running = new Map<string, Promise<unknown>>();

/** Serializes the work of one key: a second request waits for the first instead of charging again. */
export async function serialize<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  for (let earlier = running.get(key); earlier; earlier = running.get(key)) {
    await earlier.catch(() => {});
  }
  const result = work().finally(() => running.delete(key));
  running.set(key, result);
  return result;
}

/** Work in progress in this process, by name. */
const underWay = new Map<string, Promise<unknown>>();

/** Runs the work of one name one after the other: a second request waits for the first instead of charging again. */
export async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  for (let earlier = underWay.get(name); earlier; earlier = underWay.get(name)) {
    await earlier.catch(() => {});
  }
  const running = work().finally(() => underWay.delete(name));
  underWay.set(name, running);
  return running;
}

/** Returns a function that makes a value at its first call and keeps it. A failure is not kept: the next call tries again. */
export function kept<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= make().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}

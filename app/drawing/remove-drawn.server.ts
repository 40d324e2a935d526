import { fileStore } from '#app/files/store/file-store.server.ts';
import { DRAWN } from '#app/files/store/store.ts';

/** Characters of a stored ID. */
const ID_LENGTH = 16;

/**
 * Removes the drawn files of certificates from the cache, and all receipts, whose names do not say for which certificate they are.
 * They can be drawn again.
 * @param uniqueIds stored IDs, with which the names of the files begin
 */
export async function removeDrawn(uniqueIds: readonly string[]) {
  const sought = new Set(uniqueIds);
  const names: string[] = [];
  for await (const { name } of fileStore().list(DRAWN)) {
    const file = name.split('/').at(-1) ?? '';
    if (file.endsWith('-receipt.pdf') || sought.has(file.slice(0, ID_LENGTH))) names.push(name);
  }
  await fileStore().remove(names);
}

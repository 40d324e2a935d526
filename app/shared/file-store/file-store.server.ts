import { localStore } from './local-store.server.ts';
import type { FileStore } from './store.ts';

/** The store of the current configuration. */
export const fileStore = (): FileStore => localStore;

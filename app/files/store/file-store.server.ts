import { env } from '#app/config/env.server.ts';
import { localStore } from './local-store.server.ts';
import { s3Store } from './s3-store.server.ts';
import type { FileStore } from './store.server.ts';

/** The store of the current configuration. */
export const fileStore = (): FileStore => (env().s3 ? s3Store : localStore);

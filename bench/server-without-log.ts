/** Starts the server without credentials and log entries for certificates. bench/log.ts compares the complete server with it. */
import { registerHooks } from 'node:module';

const MODULE = '/app/credentials/certificate-credential.server.ts';
/** What replaces the module. The rest of it stays. */
const replacement = (url: string) => `
  export * from '${url}?original';
  export const signCredential = async () => null;
  export const releaseCredential = () => {};
  export const storeCredential = () => {};
`;

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(MODULE)) return nextLoad(url, context);
    return { format: 'module', source: replacement(url), shortCircuit: true };
  },
});

const { serve } = await import('../server.ts');
await serve();

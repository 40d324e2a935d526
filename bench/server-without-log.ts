/** Starts the server without credentials and log entries for certificates. bench/log.ts compares the complete server with it. */
import { registerHooks } from 'node:module';

const REPLACEMENT = `
  export const signCredential = async () => null;
  export const releaseCredential = () => {};
  export const storeCredential = () => {};
  export const credentialAt = () => undefined;
  export const credentialOf = () => undefined;
  export const credentialUrl = () => '';
  export const statusListUrl = () => '';
`;

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('/app/credentials/certificate-credential.server.ts')) return nextLoad(url, context);
    return { format: 'module', source: REPLACEMENT, shortCircuit: true };
  },
});

const { serve } = await import('../server.ts');
await serve();

import { type ResolveFnOutput, registerHooks } from 'node:module';

// Resolving imports is half of the processor time of every start of a server or a test file. Node parses a package's whole
// package.json for each of its modules, and for each import of it: that of Drizzle has 180 KB and is parsed 400 times. What an
// import leads to is known here without that.

const PROJECT = new URL('../../', import.meta.url).href;
const DRIZZLE = '/node_modules/drizzle-orm/';
const entryPoints = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    // The aliases of package.json.
    if (/^#(?:app|db|tests)\/.+\.ts$/.test(specifier)) {
      return { url: PROJECT + specifier.slice(1), format: 'module-typescript', shortCircuit: true };
    }
    if (specifier.startsWith('.') && specifier.endsWith('.ts') && !parentURL.includes('/node_modules/')) {
      return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
    }
    if (specifier.startsWith('.') && parentURL.includes(DRIZZLE)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('drizzle-orm')) return nextResolve(specifier, context);
    const known = entryPoints.get(specifier) ?? { ...nextResolve(specifier, context), shortCircuit: true };
    entryPoints.set(specifier, known);
    return known;
  },
});

import { type ResolveFnOutput, registerHooks } from 'node:module';

// Import this module before any module that imports Drizzle. Node reads a package's `exports` for every import of the package
// and of its files. Drizzle's package.json has 180 KB and would be parsed 400 times, which is half of the CPU time of a start.

const DRIZZLE = '/node_modules/drizzle-orm/';
const entryPoints = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    // Within the package, an ES module imports the others by file name.
    if (parentURL.includes(DRIZZLE) && /^\.{1,2}\/.+\.js$/.test(specifier) && parentURL.endsWith('.js')) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!/^drizzle-orm(?:\/|$)/.test(specifier)) return nextResolve(specifier, context);
    const known = entryPoints.get(specifier) ?? { ...nextResolve(specifier, context), shortCircuit: true };
    entryPoints.set(specifier, known);
    return known;
  },
});

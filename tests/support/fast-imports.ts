import { registerHooks } from 'node:module';

// Node parses a package's whole package.json for each of its modules that it loads. That of Drizzle has 180 KB and is parsed
// 113 times, which is a third of the processor time of every start of a server or a test file. The modules import each other by
// relative paths, which need nothing of it.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context;
    if (specifier.startsWith('.') && parentURL?.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
});

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Imports the database in a new process, and counts the imports from and of Drizzle that Node resolves. */
function resolvedByNode(first: string): number {
  const program = `
    import { registerHooks } from 'node:module';
    let count = 0;
    registerHooks({
      resolve(specifier, context, next) {
        if (/drizzle-orm/.test(specifier + (context.parentURL ?? ''))) count += 1;
        return next(specifier, context);
      },
    });
    ${first}
    const { openDatabase } = await import('#db/client.ts');
    await import('#db/schema/accounts.ts');
    openDatabase(':memory:');
    console.log(count);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  return Number(stdout);
}

it('Node resolves each entry point of Drizzle once, and no other file of Drizzle', () => {
  const count = resolvedByNode("await import('#app/operations/drizzle-imports.server.ts');");
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(10);
});

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Imports the database as a server does, and counts the imports of Drizzle and within it that Node itself resolves. */
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

it('Node resolves each entry point of Drizzle once, and no file in it', () => {
  const count = resolvedByNode("await import('#app/operations/drizzle-imports.server.ts');");
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(10);
});

import { expect, it } from 'vitest';
import { description } from '#tests/support/api-description.ts';
import { typesOf } from '../../../packages/client/scripts/types-of.ts';

// `npm run client:generate` runs this test with --update, which writes the file.
it('the types of the client are those of the API', async () => {
  const types = await typesOf(description as never);
  await expect(types).toMatchFileSnapshot('../../../packages/client/src/schema.ts');
});

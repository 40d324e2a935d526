import { afterEach, expect } from 'vitest';
import { foundTexts, searchFetch } from './plain-answers.ts';

searchFetch();

/** A text of the validator in a response or in the output of a server fails the test that received it. */
afterEach(async () => {
  expect(await foundTexts(), 'texts of the validator').toEqual([]);
});

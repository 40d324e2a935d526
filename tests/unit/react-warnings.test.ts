import { expect, it, vi } from 'vitest';
import { PAGES, ROLES } from '#tests/requests/access-table.ts';
import { makeWorld } from '#tests/requests/access-world.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

// The request tests run React's production build, which doesn't warn. Unit tests run its development build.

it('React warns about no page and no error page', async () => {
  testEnvironment({ RATE_LIMITS: 'off' });
  const { people, objects } = await makeWorld();
  for (const [pattern, { url, answers, file }] of Object.entries(PAGES)) {
    if (file) continue;
    for (const status of new Set(answers.filter((answer) => typeof answer === 'number'))) {
      const role = ROLES[answers.indexOf(status)] ?? 'visitor';
      const cookie = role === 'visitor' ? undefined : people[role].cookie;
      const response = await fetchPage(url?.(objects) ?? pattern, { cookie });
      await response.text();
      expect(response.status, pattern).toBe(status);
      expect(vi.mocked(console.error).mock.calls, pattern).toEqual([]);
    }
  }
});

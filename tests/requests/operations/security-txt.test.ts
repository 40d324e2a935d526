import { expect, it } from 'vitest';
import { fetchRaw } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const PATH = '/.well-known/security.txt';

it('does not exist without SECURITY_CONTACT', async () => {
  expect((await fetchRaw(PATH)).status).toBe(404);
});

it('names the contacts, and expires in less than a year', async () => {
  testEnvironment({
    SECURITY_CONTACT: 'mailto:security@certrace.example, https://certrace.example/security',
  });
  const answer = await fetchRaw(PATH);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = (await answer.text()).trim().split('\n');
  expect(lines.slice(0, 2)).toEqual([
    'Contact: mailto:security@certrace.example',
    'Contact: https://certrace.example/security',
  ]);
  expect(lines.at(-1)).toMatch(/^Canonical: https?:\/\/[^ ]+\/\.well-known\/security\.txt$/);
  const expires = Date.parse(lines.find((line) => line.startsWith('Expires: '))?.slice(9) ?? '');
  const days = (expires - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
});

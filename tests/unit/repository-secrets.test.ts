import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Forms of secrets that scanners look for. Private keys of tests are in tests/assets or made by the test. */
const SECRETS: Record<string, RegExp> = {
  'private key': /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\s+[\w+/]{40}/,
  'key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'key of Stripe': /\b(?:sk|rk)_live_[0-9A-Za-z]{10}|\bwhsec_[0-9A-Za-z+/]{32}/,
  'token of GitHub': /\bgh[pousr]_[0-9A-Za-z]{36}\b/,
  'token of npm': /\bnpm_[0-9A-Za-z]{36}\b/,
  'key of Google': /\bAIza[\w-]{35}\b|\bGOCSPX-[\w-]{28}\b/,
  'token of Slack': /\bxox[abprs]-[\w-]{20}/,
  'token of Certrace': /\bctr_[0-9A-Za-z]{49}\b/,
};

const secretsIn = (text: string) =>
  Object.entries(SECRETS)
    .filter(([, form]) => form.test(text))
    .map(([name]) => name);

/** The files of the repository, or null outside of one, such as in a container. */
function trackedFiles(): string[] | null {
  try {
    return execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter((path) => path !== '' && !path.startsWith('tests/assets/'));
  } catch {
    return null;
  }
}

it('finds secrets', () => {
  expect(secretsIn(`key = "AKIA${'A1B2'.repeat(4)}"`)).toEqual(['key of AWS']);
  expect(secretsIn(`Bearer ctr_${'a'.repeat(49)}`)).toEqual(['token of Certrace']);
});

it('the repository contains no secret', ({ skip }) => {
  const files = trackedFiles();
  if (files === null) return skip('not in a repository');
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => {
    let text: string;
    try {
      text = readFileSync(path, 'latin1');
    } catch {
      // Deleted, and not committed yet.
      return [];
    }
    return secretsIn(text).map((name) => `${path}: ${name}`);
  });
  expect(found).toEqual([]);
});

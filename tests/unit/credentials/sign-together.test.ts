import { createPublicKey } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { entryDigest, sha256 } from '@certrace/verify';
import { afterEach, expect, it } from 'vitest';
import { type Badge, signBadge } from '#app/credentials/badge.server.ts';
import { signingKey } from '#app/credentials/issuer-keys.server.ts';
import { closeSigner, signTogether } from '#app/credentials/sign-together.server.ts';

const CREATED = '2026-01-31T12:00:00Z';
const MASTER = sha256('a master key of the tests');
const keyOf = (issuer: string) => signingKey(MASTER, 'https://certs.example.org', issuer, 1);
const keys = [keyOf('issuer-1'), keyOf('issuer-2')] as const;

const task = (index: number) => {
  const key = keys[index % 2] ?? keys[0];
  const badge: Badge = {
    id: `https://certs.example.org/certificates/${index}.json`,
    issuer: { id: `issuer-${index % 2}`, did: key.did, name: 'Example University' },
    studentName: `शिक्षा ${index}`,
    studentEmail: `${index}@example.org`,
    courseName: 'Analytical Engines',
    issueDate: '2026-01-31',
    expiryDate: null,
    salt: 'c2FsdCBvZiB0aGUgdGVzdHM',
    statusList: 'https://certs.example.org/credentials/status/1',
    statusIndex: index,
  };
  return { badge, key, created: CREATED };
};
const tasks = (count: number) => Array.from({ length: count }, (_, index) => task(index));

const threads: Worker[] = [];
const onThread = (thread: Worker) => void threads.push(thread);
process.on('worker', onThread);

afterEach(async () => {
  await closeSigner();
  threads.length = 0;
});

it.each([
  ['a few credentials on this thread', 3, 0],
  ['many credentials on a separate thread', 100, 1],
])('signs %s, each with its own key and the digest of its own bytes', async (_, count, started) => {
  const signed = await Promise.all(tasks(count).map(signTogether));
  expect(threads).toHaveLength(started);
  for (const [index, { badge, key }] of tasks(count).entries()) {
    const { bytes, digest } = signed[index] ?? expect.fail();
    expect(Buffer.from(bytes).toString()).toBe((await signBadge(badge, key, CREATED)).toString());
    expect(digest.digest).toBe(entryDigest(digest.salt, bytes));
  }
  const salts = signed.map(({ digest }) => Buffer.from(digest.salt).toString('hex'));
  expect(new Set(salts).size).toBe(count);
});

it('one failing task does not affect the others', async () => {
  const bad = { ...task(7), key: { ...keys[0], privateKey: createPublicKey(keys[0].privateKey) } };
  const outcomes = await Promise.allSettled([...tasks(5), bad].map(signTogether));
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected']);
});

it('signs every task when the thread dies, and starts another thread', async () => {
  const first = signTogether(task(0));
  const rest = tasks(500).map(signTogether);
  await first;
  await threads[0]?.terminate();
  expect(await Promise.all(rest)).toHaveLength(500);
  expect(threads).toHaveLength(2);
});

it('signs single credentials on the thread, too, right after many', async () => {
  await Promise.all(tasks(100).map(signTogether));
  await closeSigner();
  await signTogether(task(0));
  expect(threads).toHaveLength(2);
});

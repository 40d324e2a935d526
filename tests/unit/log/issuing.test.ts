import { readdirSync, readFileSync, statSync } from 'node:fs';
import {
  hashLeaf,
  inclusionProof,
  openCheckpoint,
  parseVerifierKey,
  verifyInclusion,
} from '@certrace/verify';
import { expect, it } from 'vitest';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { env } from '#app/config/env.server.ts';
import { currentLog, nodesOf } from '#app/log/log.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { makeIssuer } from '#tests/support/factories.ts';

const input = (studentName: string) => ({
  studentName,
  studentEmail: 'ada@students.example',
  courseName: 'Analytical Engines',
  issueDate: '2026-01-31',
});

it('certificates that are issued together enter the log and its files with one checkpoint', async () => {
  const issuer = await makeIssuer();
  await issueCertificate(issuer.actor, parseInput(issueSchema, input('First')));
  const files = () => readdirSync(env().KEYS_DIR).filter((name) => name.endsWith('.checkpoints'));
  const lines = (name: string) => readFileSync(`${env().KEYS_DIR}/${name}`, 'utf8').split('\n').length - 1;
  const id = sqlite().prepare('select id from installation').pluck().get() as string;
  const checkpoints = `${id}.log-1.checkpoints`;
  expect(files()).toContain(checkpoints);
  const before = lines(checkpoints);
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      issueCertificate(issuer.actor, parseInput(issueSchema, input(`${index}`))),
    ),
  );
  expect(lines(checkpoints) - before).toBeLessThan(10);
  const log = currentLog();
  if (!log) throw new Error('no log');
  // The first entry is the issuer's key.
  expect(log.size).toBe(42);
  expect(lines(`${id}.log-1.entries`)).toBe(42);
  const key = parseVerifierKey(log.verifierKey);
  const checkpoint = key && openCheckpoint(log.checkpoint, key);
  if (!checkpoint) throw new Error('the checkpoint does not open');
  const entries = sqlite().prepare('select entry from log_entries order by seq').pluck().all() as string[];
  for (const [index, entry] of entries.entries()) {
    const proof = inclusionProof(index, log.size, nodesOf(1));
    expect(
      verifyInclusion(index, log.size, hashLeaf(Buffer.from(entry)), proof, checkpoint.root),
      `entry ${index}`,
    ).toBe(true);
    expect(Object.keys(JSON.parse(entry))).toEqual([
      'v',
      'type',
      'digest',
      'time',
      ...(JSON.parse(entry).type === 'issue' ? ['files'] : []),
    ]);
  }
});

it('only this user can read the master key', async () => {
  const issuer = await makeIssuer();
  await issueCertificate(issuer.actor, parseInput(issueSchema, input('Ada')));
  expect(statSync(`${env().KEYS_DIR}/master.key`).mode & 0o777).toBe(0o600);
});

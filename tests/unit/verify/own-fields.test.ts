import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticate, knownContext, verifyCommand } from '@certrace/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toColumn } from '#app/credentials/carried-fields.ts';
import type { FrozenField } from '#db/schema/fields.ts';
import { carriedFiles, FROZEN, trustIn } from '#tests/support/carried-files.ts';

type Files = Awaited<ReturnType<typeof carriedFiles>>;

let files: Files;
const folder = mkdtempSync(join(tmpdir(), 'certrace-own-fields-'));
beforeAll(async () => {
  files = await carriedFiles({ fields: toColumn(FROZEN) });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const carried = Object.fromEntries(
  FROZEN.filter(({ visibility: [first] }) => first === 'certificate' || first === 'verifiers').map(
    ({ key, name, value }) => [key, { name, value }],
  ),
);

it.each(['pdf', 'png', 'json'] as const)(
  'a report has the own fields of a credential: %s',
  async (format) => {
    const report = await authenticate(files[format], trustIn(files.log.vkey), files.proof);
    expect([report.verdict, report.certificate?.fields]).toEqual(['genuine', carried]);
  },
);

it('a report trusts no credential with two fields of one key, though its signature is valid', async () => {
  const two = [...FROZEN, { ...FROZEN[0], value: 99 } as FrozenField];
  const { json, log, proof } = await carriedFiles({ fields: toColumn(two) });
  const { verdict, checks } = await authenticate(json, trustIn(log.vkey), proof);
  expect(verdict).toBe('altered');
  expect(JSON.stringify(checks)).toContain('One of its own fields is malformed.');
});

it('a report has no own fields where the credential has none', async () => {
  const { json, log, proof } = await carriedFiles();
  const report = await authenticate(json, trustIn(log.vkey), proof);
  expect([report.verdict, Object.keys(report.certificate ?? {})]).toEqual([
    'genuine',
    ['studentName', 'courseName', 'issuer', 'issueDate', 'expiryDate'],
  ]);
});

it('the command prints them with their names, without a connection', async () => {
  const path = join(folder, 'certificate.pdf');
  writeFileSync(path, files.pdf);
  const lines: string[] = [];
  await verifyCommand([path, '--offline', '--key', files.log.vkey], (line) => lines.push(line));
  const printed = lines.join('\n');
  for (const line of [
    '  Hours: 12.5',
    '  Passed at once: yes',
    '  ECTS: 2.5',
    '  Grade: Merit',
    '  From: 2026-01-05',
  ])
    expect(printed).toContain(line);
});

describe('the context of own fields', () => {
  it.each([
    'https://certs.example.org/contexts/fields/v1',
    'http://localhost:3000/contexts/fields/v1',
    'http://[::1]:3000/contexts/fields/v1',
  ])('is known of any site: %s', (address) => {
    expect(knownContext(address)).toHaveProperty('@context');
  });

  it.each([
    'https://certs.example.org/contexts/fields/v2',
    'https://certs.example.org/a/contexts/fields/v1',
    'https://user@certs.example.org/contexts/fields/v1',
    'https://certs.example.org/contexts/fields/v1?a',
    'https://a> <b/contexts/fields/v1',
    'ftp://certs.example.org/contexts/fields/v1',
    'constructor',
  ])('is not known at another address: %s', (address) => {
    expect(knownContext(address)).toBeUndefined();
  });
});

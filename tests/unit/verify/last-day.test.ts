import { readFileSync } from 'node:fs';
import { authenticate } from '@certrace/verify';
import { describe, expect, it } from 'vitest';
import { corpusTrust, readCorpusFile } from '#tests/support/corpus/read-corpus.ts';
import { foreignBadge, foreignKey, signForeign } from '#tests/support/foreign-badges.ts';

const expiryOf = ({ checks }: Awaited<ReturnType<typeof authenticate>>) =>
  checks.find(({ id }) => id === 'expiry');

it('a file from before 0.5, which names the end of the day in UTC, is valid until the day has ended everywhere', async () => {
  const trust = await corpusTrust('');
  const at = (time: string) =>
    authenticate(readCorpusFile('genuine-expiring.pdf'), { ...trust, now: Date.parse(time) });
  const [last, after] = [await at('2126-01-01T11:59:59.999Z'), await at('2126-01-01T12:00:00Z')];
  expect([last.verdict, after.verdict]).toEqual(['genuine', 'expired']);
  expect(expiryOf(after)?.message).toContain('2125-12-31');
});

it.each(['genuine.pdf', 'genuine.png', 'genuine-letter.pdf'])(
  'a file of 0.5 is valid from where its first day begins first to where its last day ends last: %s',
  async (name) => {
    const trust = await corpusTrust('0.5');
    const at = async (time: string) =>
      (await authenticate(readCorpusFile(`0.5/${name}`), { ...trust, now: Date.parse(time) })).verdict;
    expect([await at('2126-01-01T11:59:59.999Z'), await at('2126-01-01T12:00:00Z')]).toEqual([
      'genuine',
      'expired',
    ]);
    expect(await at('2026-02-27T09:59:59.999Z')).toBe('not-yet-valid');
  },
);

describe('a time with an offset', () => {
  it('is the date that the credential names, in every part of the report', async () => {
    const file = readFileSync('tests/inputs/45-offset-dates.json');
    const trust = await corpusTrust('');
    const at = (time: string) => authenticate(file, { ...trust, now: Date.parse(time) });
    const report = await at('2026-11-28T04:30:00Z');
    expect(report.certificate).toMatchObject({ issueDate: '2026-11-29', expiryDate: '2026-11-27' });
    expect(expiryOf(report)).toMatchObject({ passed: true, message: expect.stringContaining('2026-11-27') });
    expect(expiryOf(await at('2026-11-28T04:30:01Z'))).toMatchObject({
      passed: false,
      message: expect.stringContaining('2026-11-27'),
    });
    const early = await at('2026-11-28T05:00:00Z');
    expect(early.checks.find(({ id }) => id === 'start')).toBeUndefined();
    expect((await at('2026-11-27T00:00:00Z')).checks.find(({ id }) => id === 'start')?.message).toContain(
      '2026-11-29',
    );
  });

  it('ends at that moment for other issuers, also at the end of a day in UTC', async () => {
    const key = await foreignKey('ed25519');
    const until = '2027-01-31T23:59:59Z';
    const signed = await signForeign(foreignBadge(key.did, { validUntil: until }), [key]);
    const trust = await corpusTrust('');
    const at = async (time: string) =>
      expiryOf(await authenticate(Buffer.from(JSON.stringify(signed)), { ...trust, now: Date.parse(time) }))
        ?.passed;
    expect([await at('2027-01-31T23:59:59Z'), await at('2027-02-01T00:00:00Z')]).toEqual([true, false]);
  });
});

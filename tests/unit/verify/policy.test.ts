import {
  type Checkpoint,
  cosign,
  EMPTY_ROOT,
  type NoteSigner,
  parsePolicy,
  privateKeyFromSeed,
  sha256,
  signCheckpoint,
  verifierKeyOf,
  witnessKeyOf,
} from '@certrace/verify';
import { describe, expect, it } from 'vitest';

const signer = (name: string): NoteSigner => ({ name, privateKey: privateKeyFromSeed(sha256(name)) });
const log = signer('log.example/log');
const LOG = `log ${verifierKeyOf(log)}`;
const names = ['x1', 'x2', 'x3', 'y1'];
const WITNESSES = names.map((name) => `witness ${name} ${witnessKeyOf(signer(`${name}.example/w`))}`);

const checkpoint: Checkpoint = { origin: log.name, size: 0, root: EMPTY_ROOT };
const note = signCheckpoint(checkpoint, log);
const text = note.slice(0, note.indexOf('\n\n') + 1);
const cosignedBy = (...by: string[]) =>
  note + by.map((name) => cosign(text, signer(`${name}.example/w`), 1_700_000_000)).join('');

const policyOf = (...lines: string[]) => parsePolicy(`${lines.join('\n')}\n`);

describe('a policy (C2SP tlog-policy)', () => {
  it('names logs with their URLs, and the witnesses', () => {
    const policy = policyOf(
      '# a comment',
      `\t${LOG}   https://mirror.example/log `,
      '',
      ...WITNESSES,
      'quorum none',
    );
    expect(policy.logs.map(({ key, url }) => [key.name, url])).toEqual([
      ['log.example/log', 'https://mirror.example/log'],
    ]);
    expect(policy.witnessKeys).toHaveLength(4);
    expect(policy.isWitnessed(note)).toBe(true);
  });

  it.each([
    ['a witness', ['quorum x2'], ['x2'], ['x1', 'x3']],
    ['any of a group', ['group g any x1 x2', 'quorum g'], ['x2'], ['x3']],
    ['all of a group', ['group g all x1 x2', 'quorum g'], ['x1', 'x2'], ['x1', 'x3']],
    ['two of three', ['group g 2 x1 x2 x3', 'quorum g'], ['x1', 'x3'], ['x2', 'y1']],
    [
      'groups of groups',
      ['group x 2 x1 x2 x3', 'group g all x y1', 'quorum g'],
      ['x1', 'x2', 'y1'],
      ['x1', 'y1'],
    ],
  ])('requires the cosignatures of %s', (_what, lines, enough, tooFew) => {
    const policy = policyOf(LOG, ...WITNESSES, ...lines);
    expect(policy.isWitnessed(cosignedBy(...enough))).toBe(true);
    expect(policy.isWitnessed(cosignedBy(...tooFew))).toBe(false);
    expect(policy.isWitnessed(note)).toBe(false);
    expect(policy.isWitnessed(cosignedBy(...enough).replace('\n0\n', '\n1\n'))).toBe(false);
    expect(policy.isWitnessed('nonsense')).toBe(false);
  });

  it('says when enough witnesses had cosigned a checkpoint', () => {
    const at = (name: string, time: number) => cosign(text, signer(`${name}.example/w`), time);
    const policy = policyOf(LOG, ...WITNESSES, 'group g 2 x1 x2 x3', 'quorum g');
    const times = note + at('x1', 300) + at('y1', 100) + at('x2', 200) + at('x3', 400);
    expect(policy.witnessedAt(times)).toBe(300_000);
    expect(policy.witnessedAt(note + at('x1', 300) + at('y1', 100))).toBeNull();
    // The same witness, which cosigned the checkpoint again later.
    expect(policy.witnessedAt(note + at('x1', 900) + at('x1', 300) + at('x2', 200))).toBe(300_000);
    expect(policyOf(LOG, ...WITNESSES, 'quorum none').witnessedAt(note)).toBe(0);
  });

  it('counts a witness that cosigned twice once', () => {
    const policy = policyOf(LOG, ...WITNESSES, 'group g 2 x1 x2', 'quorum g');
    expect(policy.isWitnessed(cosignedBy('x1', 'x1', 'x1'))).toBe(false);
  });

  it.each([
    ['no quorum', [LOG], /no quorum/],
    ['no log', ['quorum none'], /names no log/],
    ['two quorums', ['quorum none', 'quorum none'], /^Line 2: /],
    ['an unknown word', ['quorom none'], /^Line 1: /],
    ['a quorum that is defined later', ['quorum x1', ...WITNESSES], /^Line 1: /],
    ['a member that is defined later', ['group g any x1', ...WITNESSES, 'quorum g'], /^Line 1: /],
    ['a name that is taken', [...WITNESSES, 'group x1 any x2', 'quorum x1'], /^Line 5: /],
    ['the name none', [...WITNESSES, 'group none any x1', 'quorum none'], /^Line 5: /],
    [
      'a member of two groups',
      [...WITNESSES, 'group g any x1', 'group h any x1', 'quorum h'],
      /^Line 6: x1 is/,
    ],
    ['a member twice', [...WITNESSES, 'group g 2 x1 x1', 'quorum g'], /^Line 5: x1 is/],
    ['a threshold of 0', [...WITNESSES, 'group g 0 x1', 'quorum g'], /^Line 5: /],
    ['a threshold above the members', [...WITNESSES, 'group g 2 x1', 'quorum g'], /^Line 5: /],
    ['an empty group', [...WITNESSES, 'group g any', 'quorum g'], /^Line 5: /],
    [
      'a group named like a member of Object',
      [...WITNESSES, 'group g constructor x1', 'quorum g'],
      /^Line 5: /,
    ],
    ['a log twice', [LOG, LOG, 'quorum none'], /^Line 2: /],
    ['a witness as a log', [WITNESSES[0]?.replace('witness x1', 'log') ?? '', 'quorum none'], /^Line 1: /],
    ['a log as a witness', [LOG.replace('log', 'witness x'), 'quorum none'], /^Line 1: /],
    [
      'a witness’s key twice',
      [WITNESSES[0] ?? '', WITNESSES[0]?.replace('x1', 'x9') ?? '', 'quorum none'],
      /^Line 2: /,
    ],
    ['a control character', ['quorum none\r'], /control characters/],
  ])('is refused with %s', (_what, lines, message) => {
    expect(() => policyOf(...lines)).toThrow(message);
  });
});

import {
  cosign,
  parseNote,
  parseTlogProof,
  privateKeyFromSeed,
  readCheckpoint,
  readFile,
  sha256,
  type VerifierKey,
  witnessKeyOf,
} from '@certrace/verify';
import { beforeEach, describe, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { keepCosignature, keepCosigned, publishCheckpoint } from '#app/log/published-checkpoint.server.ts';
import { authenticateOnPage, authenticateOverApi, download, issued } from '#tests/support/authentication.ts';
import { makeCertificate } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { ownLog } from '#tests/support/own-log.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const signers = ['one', 'two', 'three'].map((name) => ({
  name: `${name}.example/w`,
  privateKey: privateKeyFromSeed(sha256(name)),
}));
type Signer = (typeof signers)[number];
const [one, two, three] = signers as [Signer, Signer, Signer];
const NOW = Math.floor(Date.now() / 1_000);

const configure = (quorum: string | undefined, names = signers) =>
  testEnvironment({
    LOG_WITNESSES: names.map((each) => `${witnessKeyOf(each)} https://${each.name}`).join(','),
    LOG_QUORUM: quorum,
  });
beforeEach(() => configure('2'));

/** These witnesses answer a round, which publishes the newest checkpoint. */
function witnessRound(...by: Signer[]) {
  const log = ownLog();
  for (const signer of by) {
    const { key } = env().witnesses.find((each) => each.key.name === signer.name) as { key: VerifierKey };
    keepCosignature(log, key, cosign(parseNote(log.checkpoint)?.text ?? '', signer, NOW));
  }
  keepCosigned(publishCheckpoint(log));
}

async function checkOf(file: Uint8Array) {
  const { verdict, checks } = await authenticateOverApi(file);
  const page = await (await authenticateOnPage(file)).text();
  expect(/data-verdict="([a-z-]+)"/.exec(page)?.[1]).toBe(verdict);
  return { verdict, log: checks.find(({ id }) => id === 'log')?.message ?? '', page };
}

describe('LOG_QUORUM', () => {
  it('leaves every file unknown on the site until as many witnesses have cosigned its entry', async () => {
    const { file } = await issued();
    const json = await file('json');
    const files = [await file('pdf'), await file('png'), json];
    const reformatted = Buffer.from(JSON.stringify(JSON.parse(json.toString()), null, 2));
    const verdicts = () =>
      Promise.all([...files, reformatted].map(async (each) => (await authenticateOverApi(each)).verdict));
    for (const by of [[], [one], [two]]) {
      witnessRound(...by);
      const isEnough = by.includes(two);
      expect(await verdicts()).toEqual(Array(4).fill(isEnough ? 'genuine' : 'unknown'));
    }
    const before = await checkOf(await file('pdf'));
    expect(before.log).toMatch(/ Cosigned by one\.example\/w and two\.example\/w\.$/);
    expect(before.page).toContain('Cosigned by one.example/w and two.example/w.');
  });

  it('says why a file is unknown', async () => {
    const { file } = await issued();
    witnessRound(three);
    const { verdict, log } = await checkOf(await file('pdf'));
    expect([verdict, log]).toEqual(['unknown', expect.stringMatching(/^Too few witnesses have cosigned/)]);
  });

  it('stays satisfied for what they cosigned before, and is not for what came later', async () => {
    const { issuer, file } = await issued();
    witnessRound(one, two);
    const { uniqueId } = await makeCertificate(issuer, { allowDuplicate: true });
    expect((await checkOf(await download(issuer, uniqueId, 'pdf'))).verdict).toBe('unknown');
    witnessRound(three);
    expect((await checkOf(await file('pdf'))).verdict).toBe('genuine');
    expect((await checkOf(await download(issuer, uniqueId, 'pdf'))).verdict).toBe('unknown');
    // A witness that is no longer configured does not count.
    configure('2', [two, three]);
    expect((await checkOf(await file('pdf'))).verdict).toBe('unknown');
    configure(undefined, [two, three]);
    expect((await checkOf(await download(issuer, uniqueId, 'pdf'))).verdict).toBe('genuine');
  });

  it('is satisfied for a closed log by the log that continues it', async () => {
    const { file } = await issued();
    witnessRound(one);
    beginNewOrigin();
    expect((await checkOf(await file('json'))).verdict).toBe('unknown');
    witnessRound(one, three);
    expect((await checkOf(await file('json'))).verdict).toBe('genuine');
  });
});

describe('a log proof', () => {
  const sizeIn = (proof: string | null) =>
    readCheckpoint(parseTlogProof(proof ?? '')?.checkpoint ?? '')?.size;

  it('is against the first checkpoint that enough witnesses cosigned, in a file that was drawn before, too', async () => {
    const { issuer, file } = await issued();
    const early = readFile(await file('pdf'));
    expect(early.proof).not.toContain('.example/w');
    witnessRound(one, two);
    const { size } = ownLog();
    for (let count = 0; count < 3; count += 1) {
      await makeCertificate(issuer, { allowDuplicate: true });
      witnessRound(...signers);
    }
    const cosigned = readFile(await file('pdf'));
    expect([sizeIn(cosigned.proof), size]).toEqual([size, size]);
    expect(cosigned.proof).toContain('two.example/w');
    expect(cosigned.credential).toEqual(early.credential);
    // Without a quorum, all of the witnesses.
    configure(undefined);
    expect(sizeIn((await file('tlog-proof')).toString())).toBe(size + 1);
  });
});

describe('/log', () => {
  const text = async () => (await (await fetchPage('/log')).text()).replaceAll(/<[^>]*>/g, '');

  it('shows who has cosigned the checkpoint, and how many must have', async () => {
    await issued();
    witnessRound(two);
    const shown = await text();
    expect(shown).toContain('A file is genuine here only once 2 of 3 have cosigned its entry.');
    expect(shown).toMatch(/one\.example\/w has not cosigned this checkpoint yet/);
    expect(shown).toMatch(/two\.example\/w cosigned it on \d/);
    testEnvironment({ LOG_WITNESSES: '' });
    expect(await text()).toContain('No witness cosigns this log');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { offlineTrust, parsePolicy, readTrustList, type Trust } from '@certrace/verify';
import type { Expected } from './corpus.ts';

export const CORPUS = 'packages/verify/corpus';
const TRUST = join(CORPUS, 'trust');

/** The files of the corpus, each with its verdict and the reason. */
export const readIndex = (): Record<string, Expected> =>
  JSON.parse(readFileSync(join(CORPUS, 'index.json'), 'utf8'));

export const readCorpusFile = (name: string): Buffer => readFileSync(join(CORPUS, name));

/** The paths of what the verdicts rely on. */
export const relied = () => ({
  policy: join(TRUST, 'policy.txt'),
  issuers: join(TRUST, 'issuers.json'),
  lists: readdirSync(TRUST)
    .filter((name) => name.startsWith('status-'))
    .map((name) => join(TRUST, name)),
});

/** Trust in what the verdicts rely on, without any connection. */
export async function corpusTrust(): Promise<Trust> {
  const { policy, issuers, lists } = relied();
  const pins = {
    policy: parsePolicy(readFileSync(policy, 'utf8')),
    list: await readTrustList(readFileSync(issuers)),
    statusLists: lists.map((path) => JSON.parse(readFileSync(path, 'utf8'))),
  };
  return offlineTrust(pins, Date.now());
}

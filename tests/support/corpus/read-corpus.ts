import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  authenticate,
  offlineTrust,
  parsePolicy,
  type Report,
  readTrustList,
  type Trust,
} from '@certrace/verify';
import type { Expected } from './corpus.ts';

export const CORPUS = 'packages/verify/corpus';

/** The sets of files, each of a site of its own: '' is the first, and others are in folders that are named after a version. */
export const SETS = ['', ...readdirSync(CORPUS).filter((name) => /^\d/.test(name))];

/** The data of the site that issued a set. */
export const siteDataOf = (set: string) =>
  readFileSync(`tests/assets/corpus-site${set && `-${set}`}.json`, 'utf8');

/** The files of a set, each with its verdict and the reason. */
export const indexOf = (set: string): Record<string, Expected> =>
  JSON.parse(readFileSync(join(CORPUS, set, 'index.json'), 'utf8'));

/** The files of all sets, by their paths in the corpus. */
export const readIndex = (): Record<string, Expected> =>
  Object.fromEntries(
    SETS.flatMap((set) => Object.entries(indexOf(set)).map(([name, each]) => [join(set, name), each])),
  );

/** The set of a file of the corpus. */
export const setOf = (path: string) => SETS.find((set) => set === dirname(path)) ?? '';

export const readCorpusFile = (path: string): Buffer => readFileSync(join(CORPUS, path));

/** The paths of what the verdicts of a set rely on. */
export function relied(set: string) {
  const folder = join(CORPUS, set, 'trust');
  return {
    policy: join(folder, 'policy.txt'),
    issuers: join(folder, 'issuers.json'),
    lists: readdirSync(folder)
      .filter((name) => name.startsWith('status-'))
      .map((name) => join(folder, name)),
  };
}

/** Trust in what the verdicts of a set rely on, without any connection. */
export async function corpusTrust(set: string): Promise<Trust> {
  const { policy, issuers, lists } = relied(set);
  const pins = {
    policy: parsePolicy(readFileSync(policy, 'utf8')),
    list: await readTrustList(readFileSync(issuers)),
    statusLists: lists.map((path) => JSON.parse(readFileSync(path, 'utf8'))),
  };
  return offlineTrust(pins, Date.now());
}

/** What our check says of the files of the corpus. */
export async function corpusReports(paths: string[]): Promise<Map<string, Report>> {
  const reports = new Map<string, Report>();
  for (const set of SETS) {
    const trust = await corpusTrust(set);
    for (const path of paths.filter((each) => setOf(each) === set)) {
      reports.set(path, await authenticate(readCorpusFile(path), trust));
    }
  }
  return reports;
}

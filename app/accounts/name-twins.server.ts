import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { formatList } from '#app/messages/format-numbers.ts';
import { createPatientLoop, startPeriodic } from '#app/shared/background-work.server.ts';
import { prepared, sqlite, type Transaction, transaction } from '#db/client.ts';
import { issuerNameSkeletons } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { AccountStatus } from './actor.server.ts';
import { statusOf } from './sessions.server.ts';

/** The scripts in modern use (UAX 31, table 5). */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'gu') }));

/** Digits, punctuation and marks of several scripts. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/gu;

/** Scripts that are written together: Japanese, Korean, and Chinese with its phonetic letters. */
const WRITTEN_TOGETHER = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
];

/** The scripts of a name whose characters belong to more than one writing system, else none. */
export function mixedScripts(name: string): string[] {
  let rest = name.replace(SHARED, '');
  const found = SCRIPTS.filter(({ pattern }) => {
    const others = rest.replace(pattern, '');
    const has = others.length < rest.length;
    rest = others;
    return has;
  }).map(({ script }) => script);
  if (rest !== '') found.push('others');
  const isOne =
    found.length <= 1 || WRITTEN_TOGETHER.some((system) => found.every((script) => system.includes(script)));
  return isOne ? [] : found;
}

/** Longest skeleton that is kept as it is, in characters. One character of a name can become 18. */
const MOST_KEPT = 200;

let prototypes: Map<string, string> | undefined;

const textOf = (codePoints: string) =>
  String.fromCodePoint(...codePoints.split('+').map((hex) => Number.parseInt(hex, 16)));

/**
 * Confusable characters with the text that each looks like, from a file that scripts/confusables.ts writes: a text, and the characters
 * that look like it, as hexadecimal code points. UTS 39, confusables.txt, Copyright © 1991-2025 Unicode, Inc., Unicode License V3.
 */
function readPrototypes(): Map<string, string> {
  const map = new Map<string, string>();
  let prototype = '';
  const text = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8');
  for (const word of text.trim().split(/\s+/)) {
    if (word.endsWith(':')) prototype = textOf(word.slice(0, -1));
    else map.set(textOf(word), prototype);
  }
  return map;
}

/**
 * The skeleton of a text (UTS 39, section 4): texts that look alike have the same. Spaces of any kind and number count as one, because
 * browsers show them so.
 */
export function skeletonOf(text: string): string {
  prototypes ??= readPrototypes();
  const visible = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
  let skeleton = '';
  for (const character of visible) skeleton += prototypes.get(character) ?? character;
  return skeleton.normalize('NFD').replace(/\s+/gu, ' ').trim();
}

/** Replaces a long skeleton by its hash. The list of issuers searches for the skeletons of 50 names, and long keys make this slow. */
const shortened = (skeleton: string) =>
  skeleton.length > MOST_KEPT ? hash('sha256', skeleton, 'base64url') : skeleton;

/**
 * The skeletons of a name: as it is, in lower case and in upper case, because names that differ only in case look alike, too. Two names
 * look alike if they have one in common. A skeleton of more than 200 characters is its SHA-256 in base64url.
 */
export const skeletonsOf = (name: string): string[] => [
  ...new Set([name, name.toLowerCase(), name.toUpperCase()].map((text) => shortened(skeletonOf(text)))),
];

/** How many issuers of one skeleton are compared, the oldest first, so that thousands of twins cost little. */
const MOST_COMPARED = 50;
const MOST_SHOWN = 3;

/** Another issuer whose name looks the same. */
type Twin = { username: string; status: AccountStatus };

/** Why a super admin should look at a name twice. */
export type NameLooks = {
  /** The active ones first, then the oldest. */
  twins: Twin[];
  /** Whether there are more twins than these. */
  hasMoreTwins: boolean;
  /** The scripts of a name in mixed scripts, else none. */
  scripts: string[];
};

const sameSkeleton = `select user_seq from issuer_name_skeletons where skeleton = ? and user_seq <> ? order by user_seq limit ${MOST_COMPARED}`;
const byAge = prepared(() =>
  sqlite().prepare(
    `select o.username, (select decision from issuer_decisions d where d.user_id = u.id order by d.seq desc limit 1) as decision
     from users u join organisations o on o.id = u.id where seq in (
       select user_seq from (${sameSkeleton})
       union select user_seq from (${sameSkeleton})
       union select user_seq from (${sameSkeleton})
     ) order by seq`,
  ),
);

/**
 * Compares a name with the names of all other issuers.
 * @param seq of the issuer that has the name or requests it
 */
export function nameLooks(seq: number, name: string): NameLooks {
  const [first = '', second = first, third = first] = skeletonsOf(name);
  const rows = byAge().all(first, seq, second, seq, third, seq) as {
    username: string;
    decision: string | null;
  }[];
  const all = rows.map(({ username, decision }) => ({ username, status: statusOf('admin', decision) }));
  const isActive = ({ status }: Twin) => status === 'active';
  const twins = [...all.filter(isActive), ...all.filter((twin) => !isActive(twin))];
  return {
    twins: twins.slice(0, MOST_SHOWN),
    hasMoreTwins: twins.length > MOST_SHOWN,
    scripts: mixedScripts(name),
  };
}

/** A sentence about a name's twins, for the message after a decision, or ''. */
export function twinsSentence({ twins, hasMoreTwins }: NameLooks): string {
  if (twins.length === 0) return '';
  const usernames = formatList(twins.map(({ username }) => username));
  return hasMoreTwins
    ? t('nameTwins.theNameLooksLikeThatOfUsernamesAndOthers', { usernames })
    : t('nameTwins.theNameLooksLikeThatOfUsernames', { usernames });
}

/** Stores an issuer's skeletons (`skeletonsOf`), in the transaction that sets the name. */
export function storeNameSkeletons(tx: Transaction, userSeq: number, skeletons: string[]) {
  tx.delete(issuerNameSkeletons).where(eq(issuerNameSkeletons.userSeq, userSeq)).run();
  tx.insert(issuerNameSkeletons)
    .values(skeletons.map((skeleton) => ({ skeleton, userSeq })))
    .run();
}

/** Issuers of one step. Names of the greatest length take half a millisecond each. */
const STEP = 50;
const BETWEEN_STEPS_MS = 20;

type Issuer = { seq: number; name: string; isStored: 0 | 1 };

const issuersAfter = prepared(() =>
  sqlite().prepare<[number], Issuer>(
    `select seq, o.name, exists (select 1 from issuer_name_skeletons where user_seq = u.seq) as isStored
     from users u join organisations o on o.id = u.id where seq > ? order by seq limit ${STEP}`,
  ),
);

const forEachIssuer = createPatientLoop('skeletons');

/**
 * Stores the missing skeletons of the next issuers, whose names are from before skeletons were stored.
 * @param after `seq` of the last issuer of the step before, at first 0
 * @returns `seq` of the last issuer of this step, or null if no others follow
 */
export function storeSkeletonsStep(after: number): number | null {
  const issuers = transaction((tx) => {
    const step = issuersAfter().all(after);
    forEachIssuer(
      step.filter(({ isStored }) => !isStored),
      ({ seq }) => seq,
      ({ seq, name }) => storeNameSkeletons(tx, seq, skeletonsOf(name)),
    );
    return step;
  });
  return issuers.length < STEP ? null : (issuers.at(-1)?.seq ?? null);
}

/** Stores all missing skeletons in the background. Returns a function that stops it. */
export function startStoringSkeletons() {
  let after = 0;
  return startPeriodic('skeletons of names', () => {
    const last = storeSkeletonsStep(after);
    if (last === null) return null;
    after = last;
    return BETWEEN_STEPS_MS;
  });
}

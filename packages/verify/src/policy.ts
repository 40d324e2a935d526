import { cosignedAt } from './cosignature.ts';
import { COSIGNATURE_V1, ED25519, parseNote, parseVerifierKey, type VerifierKey } from './note.ts';

// C2SP tlog-policy.

/** A log of a policy, with the URL of its files if the policy names one. */
export type PolicyLog = { key: VerifierKey; url: string | null };

export type Policy = {
  logs: PolicyLog[];
  witnessKeys: VerifierKey[];
  /** Whether enough witnesses have cosigned a checkpoint (a signed note). */
  isWitnessed: (checkpoint: string) => boolean;
  /**
   * The time at which enough witnesses had cosigned a checkpoint, in ms by their signatures. Null when too few have, and 0 when the
   * policy requires none.
   */
  witnessedAt: (checkpoint: string) => number | null;
};

/** Whether a witness or a group has witnessed a checkpoint, given the witnesses that cosigned it. */
type Rule = (cosigned: ReadonlySet<VerifierKey>) => boolean;

const MAX_CHARACTERS = 1_000_000;
/** Witnesses and groups. */
const MAX_NAMES = 1_000;
const NONE = 'none';

/** The definitions of the lines read so far. */
type Draft = {
  logs: PolicyLog[];
  witnessKeys: VerifierKey[];
  rules: Map<string, Rule>;
  members: Set<string>;
  quorum: Rule | null;
};

function addKey(keys: VerifierKey[], text: string | undefined, type: number): VerifierKey {
  const key = parseVerifierKey(text ?? '');
  if (key?.type !== type) throw new Error('it has no verification key of the right kind');
  if (keys.some(({ publicKey }) => Buffer.compare(publicKey, key.publicKey) === 0)) {
    throw new Error('its key was named before');
  }
  return key;
}

function define({ rules }: Draft, name: string | undefined, rule: Rule) {
  if (name === undefined || name === NONE || rules.has(name) || rules.size === MAX_NAMES) {
    throw new Error('its name is missing, taken or not allowed');
  }
  rules.set(name, rule);
}

function ruleOf({ rules }: Draft, name: string | undefined): Rule {
  const rule = name === undefined ? undefined : rules.get(name);
  if (!rule) throw new Error('it names nothing that was defined before');
  return rule;
}

function thresholdOf(text: string | undefined, members: number): number {
  if (text === 'any') return 1;
  if (text === 'all') return members;
  const least = /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 0;
  if (least < 1 || least > members) throw new Error('its number of members is wrong');
  return least;
}

function groupRule(draft: Draft, threshold: string | undefined, names: string[]): Rule {
  const rules = names.map((name) => {
    if (draft.members.has(name)) throw new Error(`${name} is a member already`);
    draft.members.add(name);
    return ruleOf(draft, name);
  });
  const least = thresholdOf(threshold, rules.length);
  return (cosigned) => rules.filter((rule) => rule(cosigned)).length >= least;
}

function readLine(draft: Draft, [keyword, ...words]: string[]) {
  const [first, second] = words;
  const isWithin = (least: number, most: number) => words.length >= least && words.length <= most;
  if (keyword === 'log' && isWithin(1, 2)) {
    const key = addKey(
      draft.logs.map((log) => log.key),
      first,
      ED25519,
    );
    draft.logs.push({ key, url: second ?? null });
  } else if (keyword === 'witness' && isWithin(2, 3)) {
    const key = addKey(draft.witnessKeys, second, COSIGNATURE_V1);
    define(draft, first, (cosigned) => cosigned.has(key));
    draft.witnessKeys.push(key);
  } else if (keyword === 'group' && isWithin(3, MAX_NAMES)) {
    define(draft, first, groupRule(draft, second, words.slice(2)));
  } else if (keyword === 'quorum' && isWithin(1, 1) && draft.quorum === null) {
    draft.quorum = first === NONE ? () => true : ruleOf(draft, first);
  } else throw new Error('it is not a line of a policy');
}

/** Those of the keys whose cosignatures a checkpoint has, each with the time in ms, earliest first. */
export function cosigners(checkpoint: string, keys: VerifierKey[]): { key: VerifierKey; at: number }[] {
  const note = parseNote(checkpoint);
  if (!note) return [];
  const { text, signatures } = note;
  return keys
    .map((key) => {
      const times = signatures.map((signature) => cosignedAt(text, signature, key));
      return { key, at: Math.min(...times.filter((time) => time !== null)) * 1_000 };
    })
    .filter(({ at }) => Number.isFinite(at))
    .sort((one, other) => one.at - other.at);
}

/** When the cosignatures of a checkpoint came to satisfy a rule. See `Policy`. */
function timeOfQuorum(quorum: Rule, checkpoint: string, keys: VerifierKey[]): number | null {
  const cosigned = new Set<VerifierKey>();
  if (quorum(cosigned)) return 0;
  for (const { key, at } of cosigners(checkpoint, keys)) {
    if (quorum(cosigned.add(key))) return at;
  }
  return null;
}

/**
 * Parses a policy: the logs to accept, and the witnesses that must have cosigned their checkpoints.
 * @throws Error that names the line with the fault
 */
export function parsePolicy(text: string): Policy {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a policy must not have them
  if (text.length > MAX_CHARACTERS || /[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) {
    throw new Error('It is not a policy: it is too long, or has control characters.');
  }
  const draft: Draft = { logs: [], witnessKeys: [], rules: new Map(), members: new Set(), quorum: null };
  for (const [index, line] of text.split('\n').entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0]?.startsWith('#')) continue;
    try {
      readLine(draft, words);
    } catch (error) {
      throw new Error(`Line ${index + 1}: ${error instanceof Error ? error.message : error}.`, {
        cause: error,
      });
    }
  }
  const { logs, witnessKeys, quorum } = draft;
  if (!quorum) throw new Error('It has no quorum line.');
  if (logs.length === 0) throw new Error('It names no log.');
  const witnessedAt = (checkpoint: string) => timeOfQuorum(quorum, checkpoint, witnessKeys);
  return {
    logs,
    witnessKeys,
    isWitnessed: (checkpoint) => witnessedAt(checkpoint) !== null,
    witnessedAt,
  };
}

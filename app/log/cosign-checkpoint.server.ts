import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddCheckpoint, Checkpoint } from '@certrace/verify';
import {
  cosign,
  EMPTY_ROOT,
  openCheckpoint,
  parseAddCheckpoint,
  parseNote,
  readCheckpoint,
  sha256,
  verifyConsistency,
  witnessKeyOf,
} from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { essentialTransaction } from '#db/client.ts';
import { syncFolderNow } from '#db/files.ts';
import { makeKeyFolder, masterKey, witnessSigner } from './log-key.server.ts';

/** A witness's response (C2SP tlog-witness). `conflict` has the size of the last checkpoint that it cosigned. */
export type Cosigned =
  | { kind: 'cosigned'; lines: string }
  | { kind: 'conflict'; size: number }
  | { kind: 'malformed' | 'unknown-log' | 'not-signed' | 'inconsistent' };

const NONE: Checkpoint = { origin: '', size: 0, root: EMPTY_ROOT };

// The last checkpoint of each witnessed log is a file in KEYS_DIR, so that this witness remembers it even when an older
// database is restored.
const pathOf = (origin: string) =>
  join(env().KEYS_DIR, `witnessed-${Buffer.from(sha256(origin)).toString('hex', 0, 16)}.checkpoint`);

function lastCosigned(origin: string): Checkpoint {
  const path = pathOf(origin);
  if (!existsSync(path)) return NONE;
  const checkpoint = readCheckpoint(readFileSync(path, 'utf8'));
  if (checkpoint?.origin !== origin) throw new Error(`KEYS_DIR: ${path} is damaged`);
  return checkpoint;
}

function keepCosigned(origin: string, note: string) {
  makeKeyFolder();
  const path = pathOf(origin);
  writeFileSync(`${path}.new`, note, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  // Otherwise a power failure could bring the last one back, and with it a fork.
  syncFolderNow(env().KEYS_DIR);
}

function isConsistent(last: Checkpoint, next: Checkpoint, { proof }: AddCheckpoint): boolean {
  if (last.size === 0) return proof.length === 0 && (next.size > 0 || isSameRoot(last, next));
  return verifyConsistency(last.size, next.size, last.root, next.root, proof);
}

const isSameRoot = (one: Checkpoint, other: Checkpoint) => Buffer.compare(one.root, other.root) === 0;

/**
 * Cosigns a checkpoint of a log in WITNESS_LOGS if it is consistent with the last cosigned one.
 * @param body of add-checkpoint (C2SP tlog-witness)
 */
export function cosignCheckpoint(body: string): Cosigned {
  const request = parseAddCheckpoint(body);
  const claimed = request && readCheckpoint(request.note);
  if (!request || !claimed) return { kind: 'malformed' };
  const keys = env().witnessedLogs.filter(({ name }) => name === claimed.origin);
  if (keys.length === 0) return { kind: 'unknown-log' };
  if (!keys.some((key) => openCheckpoint(request.note, key))) return { kind: 'not-signed' };
  if (request.oldSize > claimed.size) return { kind: 'malformed' };
  // Takes the database's write lock, also on a full disk, so that concurrent requests cannot fork the log.
  return essentialTransaction(() => cosignNext(request, claimed));
}

/** Cosigns a checkpoint that its log signed, and stores it as the last one. */
function cosignNext(request: AddCheckpoint, claimed: Checkpoint): Cosigned {
  const last = lastCosigned(claimed.origin);
  if (request.oldSize !== last.size) return { kind: 'conflict', size: last.size };
  if (last.size > 0 && last.size === claimed.size && !isSameRoot(last, claimed)) {
    return { kind: 'conflict', size: last.size };
  }
  if (!isConsistent(last, claimed, request)) return { kind: 'inconsistent' };
  if (claimed.size > last.size) keepCosigned(claimed.origin, request.note);
  const text = parseNote(request.note)?.text ?? '';
  const signer = witnessSigner(masterKey(), env().appHost);
  return { kind: 'cosigned', lines: cosign(text, signer, Math.floor(now() / 1_000)) };
}

/** This site's key as a witness, for the configuration of logs. */
export const ownWitnessKey = () => witnessKeyOf(witnessSigner(masterKey(), env().appHost));

import {
  consistencyProof,
  findCosignature,
  formatAddCheckpoint,
  parseNote,
  readBounded,
} from '@certrace/verify';
import { type Environment, env } from '#app/config/env.server.ts';
import { every } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log as processLog } from '#app/shared/log.server.ts';
import { currentLog, type Log, nodesOf } from './log.server.ts';
import { logState } from './log-state.server.ts';
import {
  isPublished,
  keepCosignature,
  keepCosigned,
  lastCosignedSize,
  publishCheckpoint,
} from './published-checkpoint.server.ts';

type Witness = Environment['witnesses'][number];

const POLL_MS = 1_000;
const MAX_PAUSE_MS = 300_000;
/** The longest that a witness delays the publication of a checkpoint. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
/** How far a witness's clock may be ahead. */
const MAX_AHEAD_SECONDS = 300;

/** A witness's response: its cosignatures, or the size of the checkpoint that it knows. */
type Answer = { lines: string } | { size: number };

async function ask(log: Log, { url }: Witness, oldSize: number, signal: AbortSignal): Promise<Answer> {
  const isNext = oldSize > 0 && oldSize < log.size;
  const proof = isNext ? consistencyProof(oldSize, log.size, nodesOf(log.number)) : [];
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: formatAddCheckpoint({ oldSize, proof, note: log.checkpoint }),
    redirect: 'error',
    signal,
  });
  const text = (await readBounded(response, MAX_ANSWER_BYTES))?.toString('utf8');
  if (text === undefined) throw new Error('its answer is too long');
  if (response.status === 200) return { lines: text };
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(text)?.[1];
  if (response.status === 409 && size !== undefined) return { size: Number(size) };
  throw new Error(`it answered ${response.status}`);
}

/**
 * Requests a witness's cosignature of a checkpoint, unless it has one, and stores it.
 * @throws Error when the witness does not respond in time, rejects the checkpoint, or returns no valid cosignature
 */
export async function sendCheckpoint(log: Log, witness: Witness, stop?: AbortSignal): Promise<void> {
  const oldSize = lastCosignedSize(log, witness.key);
  if (oldSize === log.size) return;
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(stop ? [stop] : [])]);
  let answer = await ask(log, witness, oldSize, signal);
  // The witness knows another size than this database, for example after a restore or a lost response.
  if ('size' in answer && answer.size !== oldSize && answer.size <= log.size) {
    answer = await ask(log, witness, answer.size, signal);
  }
  if ('size' in answer) throw new Error(`it has seen ${answer.size} entries, but the log has ${log.size}`);
  const found = findCosignature(parseNote(log.checkpoint)?.text ?? '', answer.lines, witness.key);
  if (!found || found.time > now() / 1_000 + MAX_AHEAD_SECONDS)
    throw new Error('its cosignature is not valid');
  keepCosignature(log, witness.key, found.line);
}

type Member = { witness: Witness; pauseMs: number; pausedUntil: number };

async function askMember(log: Log, member: Member, stop: AbortSignal) {
  try {
    await sendCheckpoint(log, member.witness, stop);
    member.pauseMs = POLL_MS;
  } catch (error) {
    if (stop.aborted) return;
    const { name } = member.witness.key;
    processLog.warn({ err: error, witness: name }, 'a witness did not cosign the checkpoint');
    member.pauseMs = Math.min(member.pauseMs * 2, MAX_PAUSE_MS);
    member.pausedUntil = performance.now() + member.pauseMs;
  }
}

/**
 * Publishes the newest checkpoint at start, with witnesses. It may have been served before witnesses were configured, and an
 * older one must not follow it.
 */
export function publishAtStart() {
  const log = env().witnesses.length > 0 ? currentLog() : undefined;
  if (log && log.size > 0) publishCheckpoint(log);
}

/** Asks all witnesses to cosign the newest checkpoint, and publishes it once each has responded or failed. */
async function runRound(members: Member[], stop: AbortSignal) {
  const log = logState().kind === 'ok' ? currentLog() : undefined;
  if (!log || log.size === 0) return;
  // The newest checkpoint was served until now. Publish it, so that this round does not publish an older one.
  if (!isPublished(log)) publishCheckpoint(log);
  const due = members.filter(({ pausedUntil }) => pausedUntil <= performance.now());
  await Promise.all(due.map((member) => askMember(log, member, stop)));
  if (!stop.aborted) keepCosigned(publishCheckpoint(log));
}

/** Sends checkpoints to the witnesses in LOG_WITNESSES in the background. Returns a function that stops it. */
export function startWitnessing(): () => Promise<void> {
  const members = env().witnesses.map((witness) => ({ witness, pauseMs: POLL_MS, pausedUntil: 0 }));
  if (members.length === 0) return async () => {};
  return every(POLL_MS, (stop) => runRound(members, stop), { afterFailureMs: POLL_MS })('log witnesses');
}

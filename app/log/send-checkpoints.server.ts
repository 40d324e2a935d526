import { consistencyProof, findCosignature, formatAddCheckpoint, parseNote } from '@certrace/verify';
import { type Environment, env } from '#app/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log as processLog } from '#app/shared/log.server.ts';
import { keepCosignature, lastCosignedSize } from './cosignatures.server.ts';
import { currentLog, type Log, nodesOf } from './log.server.ts';
import { logState } from './log-state.server.ts';

type Witness = Environment['witnesses'][number];

const POLL_MS = 1_000;
const MAX_PAUSE_MS = 300_000;
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
/** How far a witness's clock may be ahead. */
const MAX_AHEAD_SECONDS = 300;

/** What a witness answered, or a sentence that says why it is no use. */
type Answer = { lines: string } | { size: number };

async function readAnswer(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function ask(log: Log, { url }: Witness, oldSize: number, signal: AbortSignal): Promise<Answer> {
  const isNext = oldSize > 0 && oldSize < log.size;
  const proof = isNext ? consistencyProof(oldSize, log.size, nodesOf(log.number)) : [];
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: formatAddCheckpoint({ oldSize, proof, note: log.checkpoint }),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const text = await readAnswer(response);
  if (response.status === 200) return { lines: text };
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(text)?.[1];
  if (response.status === 409 && size !== undefined) return { size: Number(size) };
  throw new Error(`it answered ${response.status}`);
}

/**
 * Has one witness cosign the last checkpoint, and keeps the cosignature.
 * @returns false when there was nothing to cosign
 * @throws Error when the witness does not answer, refuses, or answers without a valid cosignature
 */
export async function sendCheckpoint(
  witness: Witness,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const log = logState().kind === 'ok' ? currentLog() : undefined;
  if (!log || log.size === 0) return false;
  const oldSize = lastCosignedSize(log, witness.key);
  if (oldSize === log.size) return false;
  let answer = await ask(log, witness, oldSize, signal);
  // The witness knows another size than this database, as after a restore or a lost answer.
  if ('size' in answer && answer.size !== oldSize && answer.size <= log.size) {
    answer = await ask(log, witness, answer.size, signal);
  }
  if ('size' in answer) throw new Error(`it has seen ${answer.size} entries, and the log has ${log.size}`);
  const found = findCosignature(parseNote(log.checkpoint)?.text ?? '', answer.lines, witness.key);
  if (!found || found.time > now() / 1_000 + MAX_AHEAD_SECONDS)
    throw new Error('its cosignature does not hold');
  keepCosignature(log, witness.key, found.line);
  return true;
}

/** Sends checkpoints to one witness as they come, apart from issuing and from other witnesses. Returns how to end it. */
function startSending(witness: Witness): () => void {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = POLL_MS;
  async function run() {
    try {
      await sendCheckpoint(witness, stop.signal);
      pauseMs = POLL_MS;
    } catch (error) {
      if (stop.signal.aborted) return;
      processLog.warn({ err: error, witness: witness.key.name }, 'a witness did not cosign the checkpoint');
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
    if (!stop.signal.aborted) timer = setTimeout(run, pauseMs);
  }
  void run();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

/** Sends checkpoints to the witnesses in LOG_WITNESSES, in the background. Returns how to end it. */
export function startWitnessing(): () => void {
  const stops = env.witnesses.map(startSending);
  return () => {
    for (const stop of stops) stop();
  };
}

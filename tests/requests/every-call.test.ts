import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { resetLimits } from '#app/accounts/rate-limits.server.ts';
import { sqlite } from '#db/client.ts';
import { describedCalls, responseViolation } from '#tests/support/api-description.ts';
import { SAMPLES } from '#tests/support/api-samples.ts';
import { type SentCall, sendCalls } from '#tests/support/handler.ts';
import { listenForCalls } from '#tests/support/listener.ts';

const send = listenForCalls();

/** What one uninterrupted piece of a call wrote, which is at least a transaction. */
type Piece = { tables: Set<string>; answer?: 'whole' | 'mark' };

/** Calls whose payment has the key, so that a repeated call finds it. */
const OWN_KEY = new Set(['POST /cert/verify/payment', 'POST /courses/{id}/purchase', 'POST /credit']);
/** An act in steps: those before the last mark the call as made, because a repeated call would find nothing to do. */
const IN_STEPS = new Set(['POST /holders/erasure']);
/** Calls that end the token they are made with. */
const END_TOKEN = new Set(['POST /users/logout', 'PUT /users/me/password']);

/** Tables whose rows are no part of an act: when a token was last used, answers themselves, and what was read from videos. */
const ASIDE = new Set(['remembered_answers', 'sessions', 'video_lengths']);

/** Watches what is written to each table with triggers, which see what any code writes. */
function watchWrites(): Piece[] {
  const pieces: Piece[] = [];
  let present: Piece | undefined;
  sqlite().function('note_write', { varargs: true, directOnly: false }, (...values: unknown[]) => {
    if (!present) {
      present = { tables: new Set() };
      pieces.push(present);
      // A transaction has no pause, so a microtask runs after it.
      queueMicrotask(() => {
        present = undefined;
      });
    }
    const [table, isWhole] = values;
    present.tables.add(String(table));
    if (isWhole !== undefined) present.answer = isWhole ? 'whole' : 'mark';
    return null;
  });
  const tables = sqlite()
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
    )
    .pluck()
    .all() as string[];
  for (const table of tables) {
    for (const event of ['insert', 'update', 'delete']) {
      const isAnswer = table === 'remembered_answers' && event !== 'delete';
      const whole = isAnswer ? ', new.sealed_body is not null' : '';
      sqlite().exec(
        `create temp trigger "note ${table} ${event}" after ${event} on main."${table}" begin select note_write('${table}'${whole}); end`,
      );
    }
  }
  return pieces;
}

type Described = (typeof describedCalls)[number];

/** How the answer of a call was stored, unless it was stored with the act. */
function faultsOf({ name }: Described, pieces: Piece[]) {
  const wrote = pieces.filter(({ tables }) => [...tables].some((table) => !ASIDE.has(table)));
  // What precedes the act may be done again, and what follows it only tidies up.
  const answers = wrote.map(({ answer }) => answer);
  const isMarked = answers.includes('mark') && !IN_STEPS.has(name);
  if (wrote.length === 0 || OWN_KEY.has(name) || (!isMarked && answers.includes('whole'))) return [];
  return wrote.map(({ answer, tables }) => [answer, ...tables]);
}

const withHeader = (call: SentCall, headers: Record<string, string>): SentCall => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

const formOf = (entries: [string, FormDataEntryValue][]) => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};

/** The names of a JSON value in reverse order, on every level. */
const reversed = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toReversed())
    : value;

const isJson = ({ headers }: SentCall) => headers['content-type'] === 'application/json';

/** The same content written otherwise. A form gets another boundary each time that it is sent. */
function writtenOtherwise(call: SentCall): SentCall {
  const { body } = call;
  if (body instanceof FormData) return { ...call, body: formOf([...body].toReversed()) };
  if (!isJson(call)) return call;
  return { ...call, body: JSON.stringify(JSON.parse(String(body), reversed), null, 2) };
}

/** Other content: of a form with a file, the file differs in its last byte. */
async function withOtherContent(call: SentCall): Promise<SentCall> {
  const { body } = call;
  if (body instanceof FormData) {
    const entries = await Promise.all(
      [...body].map(async ([name, value]): Promise<[string, FormDataEntryValue]> => {
        if (typeof value === 'string') return [name, value];
        const bytes = new Uint8Array(await value.arrayBuffer());
        bytes.set([(bytes.at(-1) ?? 0) ^ 1], bytes.length - 1);
        return [name, new File([bytes], value.name, { type: value.type })];
      }),
    );
    const isOther = entries.some(([, value]) => typeof value !== 'string');
    return { ...call, body: formOf(isOther ? entries : [...entries, ['other', 'x']]) };
  }
  if (typeof body === 'string' && !isJson(call)) return { ...call, body: `${body}\n` };
  const json = { ...JSON.parse(String(body ?? '{}')), other: true };
  return withHeader({ ...call, body: JSON.stringify(json) }, { 'content-type': 'application/json' });
}

/** An answer as a repeated call gets it. */
function replayOf(text: string) {
  const answer = JSON.parse(text);
  for (const value of [answer, ...Object.values(answer)]) {
    if (value !== null && typeof value === 'object') delete (value as { secret?: string }).secret;
  }
  return answer;
}

/** Repeats a call that was answered, with the same content and with another one. */
async function repeat(call: SentCall, { name }: Described, first: Response) {
  const again = await send(writtenOtherwise(call));
  const answer = {
    status: again.status,
    replayed: again.headers.get('idempotency-replayed'),
    ...JSON.parse(await again.text()),
  };
  const other = await (await send(await withOtherContent(call))).json();
  if (END_TOKEN.has(name)) {
    expect([answer.status, other.code]).toEqual([401, 'unauthenticated']);
    return;
  }
  const { status } = first;
  expect(answer).toEqual({ status, replayed: 'true', ...replayOf(await first.clone().text()) });
  expect(other.code).toBe('idempotency_mismatch');
}

const patternOf = (path: string) => new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}(?:\\?.*)?$`);

const takesKey = ({ operation }: Described) =>
  operation.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false;

it('every call has a sample', () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual(describedCalls.map(({ name }) => name).toSorted());
  expect(describedCalls.filter(takesKey).length).toBeGreaterThan(80);
});

describe.each(describedCalls)('$name', (call) => {
  it('responds as described, and acts once for its Idempotency-Key', async () => {
    resetLimits();
    const pattern = patternOf(call.path);
    const pieces = takesKey(call) ? watchWrites() : [];
    const faults: unknown[] = [];
    let acted = 0;
    const sendOnce = async (sent: SentCall) => {
      if (!takesKey(call) || sent.method !== call.method || !pattern.test(sent.path)) return send(sent);
      const keyed = withHeader(sent, { 'idempotency-key': randomUUID() });
      const start = pieces.length;
      const response = await send(keyed);
      if (!response.ok) return response;
      const wrote = pieces.slice(start);
      acted += wrote.length > 0 ? 1 : 0;
      faults.push(...faultsOf(call, wrote));
      await repeat(keyed, call, response);
      return response;
    };
    const answers = (await sendCalls(sendOnce, async () => SAMPLES[call.name]?.())) ?? [];
    expect([faults, acted > 0]).toEqual([[], takesKey(call)]);
    const statuses = answers.map(({ status }) => status);
    for (const answer of answers) expect(await responseViolation(call, answer)).toBeNull();
    const described = Object.keys(call.operation.responses).map(Number);
    const successes = described.filter((code) => code < 400);
    expect(successes).not.toEqual([]);
    expect(statuses).toEqual(expect.arrayContaining(successes));
    // Every call may answer 429, which takes 1,000 requests.
    if (described.some((code) => code >= 400 && code !== 429))
      expect(Math.max(...statuses)).toBeGreaterThanOrEqual(400);
  });
});

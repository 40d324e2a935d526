import { hash } from 'node:crypto';
import type { z } from 'zod';
import { keyOwner } from '#app/accounts/actor.server.ts';
import { countMore, limit } from '#app/accounts/rate-limits.server.ts';
import { MOST_ZIP_FORM } from '#app/batches/limits.ts';
import { type ReadPart, readUploadParts, type UploadSource } from '#app/routes/upload-form.server.ts';
import { unauthenticated } from '#app/shared/errors.server.ts';
import { parseJsonObject } from '#app/shared/json.server.ts';
import type { Holding } from '#app/shared/memory-budget.server.ts';
import type { RememberedAnswer } from '#app/shared/remembered-answers.server.ts';
import { accountKeyOf, performOnce, requestHmac } from '#app/shared/remembered-answers.server.ts';
import { type Answer, answerOf, type Call, type Operation, type PlainAnswer } from './operation.ts';
import { isJson, PRIVATE_JSON } from './read-request.ts';

/** The CV code of a card is never stored, not even as a part of a hash. */
const NOT_COMPARED = new Set(['cvCode']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with its names in order, so that two texts of the same object are equal. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isRecord(value)) return value;
  const names = Object.keys(value)
    .filter((name) => !NOT_COMPARED.has(name))
    .toSorted();
  return names.map((name) => [name, canonical(value[name])]);
}

const byName = (one: ReadPart, other: ReadPart) =>
  Number(one.name > other.name) - Number(one.name < other.name);

/**
 * Compares requests with one Idempotency-Key: their method, path and content. The order of a JSON object's
 * names and of a form's fields does not count, and neither does the boundary of a form, which differs in each
 * attempt.
 */
function createComparison({ method, url }: { method: string; url: string }) {
  const { pathname, search } = new URL(url);
  const parts: ReadPart[] = [];
  let content: string | null = null;
  const ofParts = () =>
    JSON.stringify(parts.toSorted(byName).map(({ name, fileName, sha256 }) => [name, fileName, sha256]));
  return {
    addFields(input: Record<string, unknown>) {
      content = JSON.stringify(canonical(input));
    },
    addBytes(bytes: Uint8Array) {
      content = hash('sha256', bytes, 'hex');
    },
    addPart(part: ReadPart) {
      parts.push(part);
    },
    hash: () =>
      requestHmac()
        .update(JSON.stringify([method, pathname + search, content ?? ofParts()]))
        .digest('hex'),
  };
}

/** The upload of a call whose parts are compared. */
const comparedUpload = (upload: UploadSource, notePart: UploadSource['notePart']): UploadSource => ({
  headers: upload.headers,
  // A getter, because accessing the body starts reading it.
  get body() {
    return upload.body;
  },
  notePart,
});

/** A JSON value without the fields with these names, at any depth. */
const without = (names: readonly string[], value: unknown): unknown =>
  names.length === 0
    ? value
    : JSON.parse(
        JSON.stringify(value, (name, field) =>
          names.includes(name) && typeof field !== 'object' ? undefined : field,
        ),
      );

/** More than any CSV file. */
const MOST_CSV_BYTES = 16 * 1_048_576;
const MOST_PARTS = 100;

/** Bytes of a stored answer that count as another call with a key. */
const BYTES_A_USE = 3_000;

/**
 * Makes a call with an Idempotency-Key, or finds the answer of an earlier one.
 * @param header the Idempotency-Key
 * @throws errors of the call; AppError invalid for the key; unprocessable when it was used with another path or body; conflict when the
 *   answer is not known any more; rate-limited
 */
export async function answerOnce<
  Names extends string,
  Body extends z.ZodType | undefined,
  Query extends z.ZodObject | undefined,
>(
  operation: Operation<Names, Body, Query>,
  call: Call<Names, Body, Query>,
  header: string,
): Promise<{ answer: Answer } | { replay: RememberedAnswer }> {
  const { actor, request, upload } = call;
  if (actor.kind !== 'user' && actor.kind !== 'apiToken') throw unauthenticated();
  const key = accountKeyOf(operation.changesOrganisation ? actor.user.id : keyOwner(actor), header);
  const comparison = createComparison(request);
  const hasJson = isJson(request.headers.get('Content-Type') ?? '');
  const isForm = operation.files !== undefined && !hasJson;
  // The call itself reads what may also be CSV.
  const isRaw = operation.csv !== undefined;
  if (!isForm && !isRaw) comparison.addFields(operation.body || hasJson ? await call.json() : {});
  const readRaw = async (limit: number, held?: Holding) => {
    const bytes = await call.bytes(limit, held);
    if (hasJson) comparison.addFields(parseJsonObject(bytes, PRIVATE_JSON.fields));
    else comparison.addBytes(bytes);
    return bytes;
  };
  const form = comparedUpload(upload, comparison.addPart);
  const input = operation.act && (await call.input());
  await limit(actor, 'keyed-calls');
  let storedBytes = 0;
  const toRemember = ({ status = 200, body: answer }: PlainAnswer) => {
    const body = JSON.stringify(without(operation.secrets ?? [], answer));
    storedBytes = Buffer.byteLength(body);
    return { status, body };
  };
  let answer: Answer | undefined;
  /** The call, whose reading of the body is compared. */
  const keyed: Call<Names, Body, Query> = { ...call, bytes: readRaw, upload: form };
  const replay = await performOnce({
    key,
    userId: actor.user.id,
    hasOwnKey: operation.hasOwnKey ?? false,
    isWhole: operation.act !== undefined || operation.handle.constructor.name === 'Function',
    hashSoFar: comparison.hash,
    async requestHash() {
      if (isRaw) await readRaw(MOST_CSV_BYTES);
      // No upload has more.
      const budget = { read: 0, limit: MOST_ZIP_FORM };
      if (isForm) for await (const _part of readUploadParts(form, budget, MOST_PARTS));
      return comparison.hash();
    },
    stores: operation.answer && (operation.inSteps ? 'in steps' : 'in one transaction'),
    perform: () =>
      operation.act ? operation.act({ ...keyed, input: input as never }) : operation.handle(keyed),
    answerOf(result) {
      answer = answerOf(operation, keyed, result);
      return answer instanceof Response || answer.isInterim ? null : toRemember(answer);
    },
  });
  await countMore(actor, 'keyed-calls', Math.floor(storedBytes / BYTES_A_USE));
  return replay ? { replay } : { answer: answer as Answer };
}

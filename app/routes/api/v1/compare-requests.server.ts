import { createHash } from 'node:crypto';
import { AppError } from '#app/shared/errors.server.ts';
import { requestHmac } from '#app/shared/remembered-answers.server.ts';
import { t } from '#messages';

/** More than any upload. */
const MOST_BYTES = 600 * 1_048_576;

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

/** Compares requests with one Idempotency-Key: their method, path and body. Of JSON its content counts, of other bodies the bytes. */
export function createComparison({ method, url }: { method: string; url: string }) {
  const { pathname, search } = new URL(url);
  const bytes = createHash('sha256');
  let fields: string | null = null;
  return {
    addFields(input: Record<string, unknown>) {
      fields = JSON.stringify(canonical(input));
    },
    addBytes(chunk: Uint8Array) {
      bytes.update(chunk);
    },
    /** Hashes the chunks that pass. */
    async *watch(body: AsyncIterable<Uint8Array>) {
      for await (const chunk of body) {
        bytes.update(chunk);
        yield chunk;
      }
    },
    /** Reads a body to its end. @throws AppError too-large */
    async readAll(body: AsyncIterable<Uint8Array>) {
      let read = 0;
      for await (const chunk of body) {
        read += chunk.byteLength;
        if (read > MOST_BYTES) throw new AppError('too-large', t('api.uploadTooLarge'));
        bytes.update(chunk);
      }
    },
    hash: () =>
      requestHmac()
        .update(JSON.stringify([method, pathname + search, fields ?? bytes.copy().digest('hex')]))
        .digest('hex'),
  };
}

/** A JSON value without the fields with these names, at any depth. */
export const without = (names: readonly string[], value: unknown): unknown =>
  names.length === 0
    ? value
    : JSON.parse(
        JSON.stringify(value, (name, field) =>
          names.includes(name) && typeof field !== 'object' ? undefined : field,
        ),
      );

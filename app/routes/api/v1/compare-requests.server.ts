import { hash } from 'node:crypto';
import type { ReadPart } from '#app/routes/upload-form.server.ts';
import { requestHmac } from '#app/shared/remembered-answers.server.ts';

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
export function createComparison({ method, url }: { method: string; url: string }) {
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

/** A JSON value without the fields with these names, at any depth. */
export const without = (names: readonly string[], value: unknown): unknown =>
  names.length === 0
    ? value
    : JSON.parse(
        JSON.stringify(value, (name, field) =>
          names.includes(name) && typeof field !== 'object' ? undefined : field,
        ),
      );

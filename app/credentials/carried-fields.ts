import type { CredentialField } from '@certrace/verify';
import type { FrozenField } from '#db/schema/fields.ts';

const isFrozen = (value: unknown): value is FrozenField =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  Array.isArray(Reflect.get(value, 'visibility'));

/** The frozen values of a certificate, from its column. A column that somebody damaged has none. */
export function readFrozen(column: string | null): FrozenField[] {
  if (column === null) return [];
  try {
    const read: unknown = JSON.parse(column);
    return Array.isArray(read) && read.every(isFrozen) ? read : [];
  } catch {
    return [];
  }
}

/** The column of frozen values, null without any. */
export const toColumn = (frozen: readonly FrozenField[]): string | null =>
  frozen.length === 0 ? null : JSON.stringify(frozen);

/** Whether a credential has the value of a field. Whoever holds the credential can read it. */
export const isCarried = ({ visibility }: Pick<FrozenField, 'visibility'>) =>
  visibility.includes('certificate') || visibility.includes('verifiers');

/** The values of a certificate as its credential has them. */
export const carriedFields = (frozen: readonly FrozenField[]): CredentialField[] =>
  frozen.filter(isCarried).map(({ key, name, kind, visibility, value }) => ({
    key,
    name,
    kind,
    visibility: [...new Set(visibility)],
    value,
  }));

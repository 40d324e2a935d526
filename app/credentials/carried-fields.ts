import type { CredentialField } from '@certrace/verify';
import type { FrozenField } from '#db/schema/fields.ts';

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

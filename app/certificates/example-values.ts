import { FIELDS } from './fields.ts';
import type { FrozenField, OwnField } from './own-fields.ts';

const NUMBER = 12;

/** A value that a field takes, for previews of designs and templates of lists. */
export function exampleValue({ kind, name, rules }: OwnField): FrozenField['value'] {
  const { min, max } = rules;
  if (rules.default !== undefined) return rules.default;
  switch (kind) {
    case 'number':
      return Math.min(Math.max(NUMBER, Number(min ?? NUMBER)), Number(max ?? Number.POSITIVE_INFINITY));
    case 'date':
      return String(min ?? max ?? FIELDS.issueDate.example);
    case 'choice':
      return rules.choices?.[0] ?? name;
    case 'boolean':
      return true;
    default:
      return name.slice(0, rules.maxLength);
  }
}

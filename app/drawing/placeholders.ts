export const PLACEHOLDERS = ['student', 'course', 'issuer', 'issueDate', 'expiryDate', 'id'] as const;
type Name = (typeof PLACEHOLDERS)[number];
export type PlaceholderValues = Record<Name, string>;

const PLACEHOLDER = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'gu');

/** Replaces {student}, {course}, {issuer}, {issueDate}, {expiryDate} and {id}. Other braces stay as they are. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(PLACEHOLDER, (_, name: keyof PlaceholderValues) => values[name]);

/** A placeholder with a format: {hours}, {score:2} with two decimals, {activityEnd:long} in words. */
const FORMATTED = /\{([a-z][a-zA-Z0-9]{0,29})(?::(\d|long))?\}/gu;
/** Words in square brackets. */
const GROUP = /(\[[^[\]]*\])/u;

export type Placeholder = { name: string; format: string | undefined };

export const isBuiltIn = (name: string): name is Name => (PLACEHOLDERS as readonly string[]).includes(name);

/** The placeholders of a text, with formats and of own fields. */
export const placeholdersIn = (text: string): Placeholder[] =>
  [...text.matchAll(FORMATTED)].map(([, name = '', format]) => ({ name, format }));

/** Whether a text needs `fillFormatted`. Texts of designs of earlier versions do not, and keep their square brackets. */
export const isFormatted = (text: string): boolean =>
  placeholdersIn(text).some(({ name, format }) => format !== undefined || !isBuiltIn(name)) ||
  text.split(GROUP).some((part) => part.startsWith('[') && placeholdersIn(part).length > 0);

/**
 * Replaces placeholders with formats. Words in square brackets with an empty placeholder are left out, and otherwise lose their brackets.
 * @param valueFor the value of a placeholder, '' if it is empty
 */
export function fillFormatted(text: string, valueFor: (placeholder: Placeholder) => string): string {
  const filled = (part: string) =>
    part.replace(FORMATTED, (_, name: string, format: string | undefined) => valueFor({ name, format }));
  return text
    .split(GROUP)
    .map((part) => {
      const inside = part.startsWith('[') ? placeholdersIn(part) : [];
      if (inside.length === 0) return filled(part);
      return inside.some((placeholder) => valueFor(placeholder) === '') ? '' : filled(part.slice(1, -1));
    })
    .join('');
}

/** Whether a text can differ between certificates of one issuer. */
export const isVarying = (text: string): boolean =>
  placeholdersIn(text).some(({ name }) => name !== 'issuer');

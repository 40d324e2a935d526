/** The entries of a question in a form as one text, to compare them. An empty field is like none. */
export const entriesText = (entries: readonly string[]): string => entries.toSorted().join(',');

/** Options, or accepted answers, for which the form has fields. A question with more is changed over the API or as CSV. */
export const FORM_OPTIONS = 10;

/** The names of the form's fields for options. */
export const optionNames = Array.from({ length: FORM_OPTIONS }, (_, index) => `option${index + 1}`);

/** The entries of a question in a form as one text, to compare them. An empty field is like none. */
export const entriesText = (entries: readonly string[]): string => entries.toSorted().join(',');

import { FIELD_NAMES, FIELDS, headingOf } from '#app/certificates/fields.ts';
import { inLanguage, languages } from '#app/messages/reader-language.server.ts';
import { foldName, type JoinedColumn, LEFT_OUT } from '#app/shared/lists/columns.ts';
import { t } from '#messages';
import NAMES from './column-names.json' with { type: 'json' };

// The names that other programs and people give the columns of a list, in the languages of the site.
const { firstName, lastName, furtherFirst, furtherLast, lastFirst, leftOut, ...OTHERS } = NAMES;

const folded = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(foldName));

export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHERS).flatMap(([column, names]) => names.map((name) => [foldName(name), column] as const)),
);
export const JOINED_NAME: JoinedColumn = {
  column: 'studentName',
  first: folded(firstName),
  last: folded(lastName),
  furtherFirst: folded(furtherFirst),
  furtherLast: folded(furtherLast),
  lastFirst: folded(lastFirst),
};

/** Headers of our own files in the reader's language: the template, results of a batch, and lists of certificates. */
const labelsOfReader = (): [label: string, column: string][] => [
  ...[
    ...leftOut,
    t('common.certificateId'),
    t('common.issuedBy'),
    t('common.status'),
    t('common.created'),
    t('csvLists.revoked'),
    t('common.reason'),
    t('batchRows.ownFields'),
  ].map((label): [string, string] => [label, LEFT_OUT]),
  ...FIELD_NAMES.map((name): [string, string] => [headingOf(name), name]),
  ...FIELD_NAMES.map((name): [string, string] => [FIELDS[name].label(), name]),
];

let labels: ReadonlyMap<string, string> | undefined;

/** The same in all languages. */
export function ownLabels(): ReadonlyMap<string, string> {
  labels ??= new Map(
    languages()
      .flatMap((language) => inLanguage(language, labelsOfReader))
      .map(([label, column]) => [foldName(label), column]),
  );
  return labels;
}

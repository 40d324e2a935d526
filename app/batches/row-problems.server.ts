import { readCodes } from '#app/messages/messages.server.ts';
import { createStoredTexts } from '#app/shared/reader-texts.ts';
import { t } from '#messages';

const problems = createStoredTexts({
  duplicate: (duplicateOf) => t('duplicates.thisStudentAlreadyHasAValid', { duplicateOf }),
  'same-as-line': (earlier) => t('checkRows.lineEarlierHasTheSameStudent', { earlier: Number(earlier) }),
  columns: (columns, columnsExpected) =>
    t('checkRows.theRowHasColumnsColumns', {
      columns: Number(columns),
      columnsExpected: Number(columnsExpected),
    }),
  'not-stored': () => t('issueChunk.thisCertificateCouldNotBeStored'),
  withdrawn: () => t('batchRows.withdrawn'),
  'not-issued': () => t('batchRows.notIssued'),
  'holder-erased': () => t('forgetStudent.theHolderWithThisAddressWasErased'),
});

/** A problem of a row, as the database keeps it. Invalid fields have codes of messages. */
export const rowProblem = problems.store;

/** The problems of a row by field, in the reader's language. */
export const rowProblems = (errors: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [
      field,
      texts.map((text) => readCodes(problems.read(text))),
    ]),
  );

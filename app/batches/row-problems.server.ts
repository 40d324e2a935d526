import { joinSentences } from '#app/messages/join-sentences.ts';
import { readCodes } from '#app/messages/messages.server.ts';
import { createStoredTexts } from '#app/shared/reader-texts.ts';
import { t } from '#messages';

/** Most of a file's name that a problem shows. */
const MAX_SHOWN = 100;
/** Only what iPhones take: any other file that cannot be read may be anything. */
const HEIC_NAME = /\.hei[cf]$/i;

/** A name in a problem, because it may contain the separator of its values. */
export const inProblem = (name: string) => encodeURIComponent(name.toWellFormed());
const nameIn = (value: string | undefined) => decodeURIComponent(value ?? '');
const shownName = (value: string) => nameIn(value).slice(-MAX_SHOWN).toWellFormed();

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
  'picture-waits': (name) => t('batchPictures.nameIsBeingRead', { name: shownName(name) }),
  'picture-missing': () => t('batchPictures.thePhotographIsMissing'),
  'picture-not-found': (name) => t('batchPictures.theZipHasNoFileName', { name: shownName(name) }),
  'picture-twice': (first, second) =>
    t('batchPictures.firstAndSecondFitThisRow', { first: shownName(first), second: shownName(second) }),
  'picture-bad': (name) =>
    joinSentences([
      t('batchPictures.nameIsNoPhotograph', { name: shownName(name) }),
      HEIC_NAME.test(shownName(name)) && t('texts.heicIsNotRead'),
    ]),
  'holder-erased': () => t('forgetStudent.theHolderWithThisAddressWasErased'),
});

/** A problem of a row, as the database keeps it. Invalid fields have codes of messages. */
export const rowProblem = problems.store;

/** The file in a ZIP for which a row waits, by its problem. Null for any other problem. */
export const waitedFor = (problem: string): string | null => {
  const [code, name] = problem.split('|');
  return code === 'picture-waits' ? nameIn(name) : null;
};

/** The problems of a row by field, in the reader's language. */
export const rowProblems = (errors: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [
      field,
      texts.map((text) => readCodes(problems.read(text))),
    ]),
  );

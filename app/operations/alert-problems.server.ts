import { describeLogState, type LogState } from '#app/log/log-state.server.ts';
import { mailProblems } from '#app/mail/delivery-health.server.ts';
import { createStoredTexts } from '#app/shared/stored-texts.ts';
import { t } from '#messages';

const problems = createStoredTexts({
  'test-cards': (appUrl) => t('watch.sandboxTakesNoMoney', { appUrl }),
  // A path may contain the separator.
  'disk-space': (free, size, folder, ...path) =>
    t('watch.freeForTheFolder', {
      free: `${free} MB`,
      size: `${size} MB`,
      folder,
      path: path.join('|'),
    }),
  'no-backup': () => t('watch.noCompleteBackup'),
  'last-backup': (since) => t('watch.theLastBackupIsFrom', { since }),
  'silent-storage': (endpoint, bucket) => t('watch.theStorageDoesNotAnswer', { endpoint, bucket }),
  'silent-witness': (name, since) => t('watch.theWitnessHasCosignedNothingSince', { name, since }),
  'stopped-log': (kind, size, signedSize) => {
    const state = { kind, size: Number(size), signedSize: Number(signedSize) } as LogState;
    return (describeLogState(state) ?? '').replaceAll('`', '');
  },
});

/** A problem of the site, as alerts store it. */
export const siteProblem = problems.store;

/** Translates stored problems, one on each line. Output of programs, which is stored beside them, stays as it is. */
export const problemText = (stored: string) =>
  stored
    .split('\n')
    .map((line) => mailProblems.read(problems.read(line)))
    .join('\n');

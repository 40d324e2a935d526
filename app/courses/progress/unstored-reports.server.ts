import { broadcast, onBroadcast } from '#app/processes/other-processes.server.ts';
import { createPatientLoop, letOthersRun, startPeriodic } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { prepared, type Transaction, transaction } from '#db/client.ts';
import { mergeRanges } from './progress.schema.ts';
import type { Addition, LessonKey, StoredProgress } from './store-progress.server.ts';
import { NOTHING, putProgress, storedProgress, withReport } from './store-progress.server.ts';

// Positions and ranges wait in memory, because storing each report would write a page of the database every 15 seconds for every
// learner who watches (docs/decisions/0040-reports-of-learners-in-memory.md). Worker processes tell each other, so that each answers with
// all that was watched.

/** Reports of a lesson that are not stored yet. */
type Unstored = Addition & {
  key: LessonKey;
  /** When the first of them reached this process; null if all came to other processes, which store them. */
  since: number | null;
};

/** The oldest report is stored within 5 minutes. */
const STORED_AFTER_MS = 4 * 60_000;
/** Reports of other processes are forgotten once these have stored them. */
const FORGOTTEN_AFTER_MS = 6 * 60_000;
const CHECK_EVERY_MS = 10_000;
/** Lessons per transaction, for which other requests wait a few milliseconds. */
const STEP_LESSONS = 50;
/** With more ranges in memory than this, all are stored immediately, to bound the memory. */
const MOST_UNSTORED_RANGES = 100_000;

const reports = prepared(() => ({ byLearner: new Map<string, Map<string, Unstored>>(), ranges: 0 }));

const learner = ({ courseId, userId }: Omit<LessonKey, 'lessonId'>) => `${userId} ${courseId}`;

/** Reports of a lesson that are not stored yet. */
export const unstoredReport = (key: LessonKey): Addition | undefined =>
  reports().byLearner.get(learner(key))?.get(key.lessonId);

/** Reports of a learner's lessons in a course that are not stored yet, by lesson. */
export const unstoredReports = (of: Omit<LessonKey, 'lessonId'>): ReadonlyMap<string, Addition> =>
  reports().byLearner.get(learner(of)) ?? new Map();

function put(entry: Unstored) {
  const all = reports();
  const name = learner(entry.key);
  const lessons = all.byLearner.get(name) ?? new Map<string, Unstored>();
  all.byLearner.set(name, lessons);
  all.ranges += entry.ranges.length + 1 - (lessons.get(entry.key.lessonId)?.ranges.length ?? -1);
  lessons.set(entry.key.lessonId, entry);
}

/** Drops a stored report from memory, unless a newer one has come meanwhile. */
export function forgetReport(key: LessonKey, stored: Addition | undefined) {
  const all = reports();
  const lessons = all.byLearner.get(learner(key));
  const entry = lessons?.get(key.lessonId);
  if (!lessons || !entry || entry !== stored) return;
  all.ranges -= entry.ranges.length + 1;
  lessons.delete(key.lessonId);
  if (lessons.size === 0) all.byLearner.delete(learner(key));
}

function remember(key: LessonKey, report: Addition, isOwn: boolean) {
  const known = unstoredReport(key) as Unstored | undefined;
  const isLatest = report.positionMs !== null && report.at >= (known?.at ?? 0);
  put({
    key,
    positionMs: isLatest ? report.positionMs : (known?.positionMs ?? null),
    ranges: mergeRanges([...(known?.ranges ?? []), ...report.ranges]),
    at: Math.max(known?.at ?? 0, report.at),
    lengthMs: report.lengthMs,
    since: known?.since ?? (isOwn ? now() : null),
  });
}

/** Keeps a report for at most 5 minutes, and sends it to the other processes. */
export function keepReport(key: LessonKey, report: Addition) {
  remember(key, report, true);
  broadcast('watched', { key, report });
  if (reports().ranges > MOST_UNSTORED_RANGES) storeReports();
}

/** A learner's progress in a lesson: the stored one with the reports in memory. */
export function knownProgress(key: LessonKey): StoredProgress {
  const stored = storedProgress(key) ?? NOTHING;
  const unstored = unstoredReport(key);
  return unstored ? withReport(stored, unstored) : stored;
}

/** Stores the reports of a lesson, and marks it as done if they complete it. @returns the progress */
export function storeReport(tx: Transaction, key: LessonKey, report?: Addition): StoredProgress {
  const stored = storedProgress(key) ?? NOTHING;
  const known = unstoredReport(key);
  const next = [known, report].reduce((sum, each) => (each ? withReport(sum, each) : sum), stored);
  const isNew = next.watchedMs !== stored.watchedMs || next.positionMs !== stored.positionMs;
  if (isNew || next.doneAt !== stored.doneAt) putProgress(tx, key, next);
  return next;
}

const forEachReport = createPatientLoop('watched lessons');

/** Stores some lessons in one transaction, and forgets their reports once it is committed. */
function storeSome(entries: Unstored[]) {
  transaction((tx) => {
    forEachReport(
      entries,
      ({ key: { lessonId, userId } }) => `${lessonId} ${userId}`,
      ({ key }) => {
        storeReport(tx, key);
      },
    );
  });
  for (const entry of entries) forgetReport(entry.key, entry);
}

const allReports = () => [...reports().byLearner.values()].flatMap((lessons) => [...lessons.values()]);

/** Own reports, in groups for one transaction each. */
function steps(): Unstored[][] {
  const own = allReports().filter(({ since }) => since !== null);
  return Array.from({ length: Math.ceil(own.length / STEP_LESSONS) }, (_, step) =>
    own.slice(step * STEP_LESSONS, (step + 1) * STEP_LESSONS),
  );
}

/** Stores all reports now. */
export function storeReports() {
  for (const entries of steps()) storeSome(entries);
}

/** Stores the reports of one learner now. */
export function storeReportsOf(userId: string) {
  const entries = allReports().filter(({ key }) => key.userId === userId);
  if (entries.length > 0) storeSome(entries);
}

/** Whether a report must be stored now. All others are stored with it, because their rows share pages of the database. */
const isDue = () => allReports().some(({ since }) => since !== null && now() - since >= STORED_AFTER_MS);

function forgetOthers() {
  for (const entry of allReports()) {
    if (entry.since === null && now() - entry.at >= FORGOTTEN_AFTER_MS) forgetReport(entry.key, entry);
  }
}

/**
 * Stores reports in the background, in every process.
 * @returns a function that stops it and stores the remaining reports
 */
export function startStoringReports(): () => Promise<void> {
  onBroadcast('watched', (data) => {
    const { key, report } = data as { key: LessonKey; report: Addition };
    remember(key, report, false);
  });
  const stop = startPeriodic('watched lessons', async () => {
    forgetOthers();
    for (const entries of isDue() ? steps() : []) {
      storeSome(entries);
      await letOthersRun();
    }
    return CHECK_EVERY_MS;
  });
  return async () => {
    await stop();
    onBroadcast('watched', undefined);
    storeReports();
  };
}

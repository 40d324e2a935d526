import { createPatientLoop } from '#app/shared/each-row.server.ts';
import { letOthersRun } from '#app/shared/work-in-steps.server.ts';
import { preparedSql, preparedValue, transaction } from '#db/client.ts';
import { completeIfDue } from './complete-course.server.ts';

/** Learners of a transaction, for which other requests wait a few milliseconds. */
const STEP = 25;

const next = preparedSql<{ courseId: string; afterUser: string }>(
  'select course_id as courseId, after_user as afterUser from courses_to_check order by rowid limit 1',
);
const learnersAfter = preparedValue<string>(
  `select user_id from enrolments where course_id = ? and user_id > ? order by user_id limit ${STEP}`,
);
const setChecked = preparedSql('update courses_to_check set after_user = ? where course_id = ?');
const remove = preparedSql('delete from courses_to_check where course_id = ?');

const forEachLearner = createPatientLoop('completions');

/** Checks some learners of a changed course. @returns whether there may be more to do */
function checkSome(): boolean {
  return transaction((tx) => {
    const course = next().get();
    if (!course) return false;
    const { courseId, afterUser } = course;
    const learners = learnersAfter().all(courseId, afterUser);
    forEachLearner(
      learners,
      (userId) => userId,
      (userId) => completeIfDue(tx, { courseId, userId }),
    );
    const last = learners.length < STEP ? undefined : learners.at(-1);
    if (last === undefined) remove().run(courseId);
    else setChecked().run(last, courseId);
    return true;
  });
}

/** Completes changed courses for the learners who have done all that is left of them, in short steps. */
export async function completeAfterChanges(stop: AbortSignal = new AbortController().signal) {
  while (!stop.aborted && checkSome()) await letOthersRun();
}

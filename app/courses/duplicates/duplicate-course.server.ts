import { asc, eq, lt } from 'drizzle-orm';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import type { Course } from '#app/courses/course.server.ts';
import { purgeCourse } from '#app/courses/delete-course.server.ts';
import { authoredCourse, courseById } from '#app/courses/find-course.server.ts';
import { lessonImages } from '#app/courses/lessons/lesson-image-path.ts';
import { indexInTurn, indexLesson } from '#app/courses/lessons/search-lessons.server.ts';
import { currentQuizRow } from '#app/courses/quizzes/quiz.server.ts';
import { requireFewCourses } from '#app/courses/save-course.server.ts';
import { requireSpace } from '#app/files/media/storage.server.ts';
import { withLock } from '#app/processes/other-processes.server.ts';
import { forEachRowInTurn, letOthersRun } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { idempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, preparedSql, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { courseCopies, courseDrafts, courses, lessons, modules } from '#db/schema/courses.ts';
import { lessonCaptions, lessonFiles, lessonTexts, quizzes } from '#db/schema/lessons.ts';
import { completionSettings } from '#db/schema/progress.ts';
import { t } from '#messages';

function copyText(tx: Transaction, from: string, to: string) {
  const text = tx.select().from(lessonTexts).where(eq(lessonTexts.lessonId, from)).get();
  if (!text) return;
  // The text names its pictures by the lesson.
  const html = text.html.replaceAll(`src="${lessonImages(from)}`, `src="${lessonImages(to)}`);
  tx.insert(lessonTexts).values({ lessonId: to, markdown: text.markdown, html }).run();
}

function copyQuiz(tx: Transaction, from: string, to: string) {
  const current = currentQuizRow(from, tx);
  if (!current) return;
  const { seq: _, ...quiz } = current;
  tx.insert(quizzes)
    .values({ ...quiz, id: newId(), lessonId: to, createdAt: now() })
    .run();
}

/** Copies a lesson with its text, files, captions and quiz into another module. Videos and files are shared. A deleted one is skipped. */
function copyLesson(tx: Transaction, from: string, moduleId: string) {
  const found = tx.select().from(lessons).where(eq(lessons.id, from)).get();
  if (!found) return;
  const { seq: _, ...lesson } = found;
  const to = newId();
  tx.insert(lessons)
    .values({ ...lesson, id: to, moduleId, createdAt: now() })
    .run();
  copyText(tx, from, to);
  for (const file of tx.select().from(lessonFiles).where(eq(lessonFiles.lessonId, from)).all()) {
    tx.insert(lessonFiles)
      .values({ ...file, id: newId(), lessonId: to })
      .run();
  }
  for (const captions of tx.select().from(lessonCaptions).where(eq(lessonCaptions.lessonId, from)).all()) {
    tx.insert(lessonCaptions)
      .values({ ...captions, lessonId: to })
      .run();
  }
  copyQuiz(tx, from, to);
  indexLesson(tx, to);
}

const MAX_TITLE_LENGTH = 200;

const titleOfCopy = (title: string) =>
  t('duplicateCourse.copyOfTitle', { title }).slice(0, MAX_TITLE_LENGTH).toWellFormed();

/** The lessons of a course with the module that gets their copy. */
type Plan = { id: string; seq: number; lessons: { id: string; moduleId: string }[] };

/** What `removeUnfinishedCopies` looks at, because a long copy may wait for its turn. */
const stillBeingMade = preparedSql('update course_copies set begun_at = ? where course_seq = ?');

const sizeOfCourse = preparedValue<number>(
  `select coalesce(sum(s.bytes), 0) from modules m join lessons l on l.module_id = m.id join lesson_sizes s on s.lesson_id = l.id
   where m.course_id = ?`,
);

/** Inserts the course as a draft, with its modules. */
function begin(tx: Transaction, actor: Member, courseId: string): Plan {
  const userId = actor.user.id;
  const { ownerId } = authoredCourse(actor, courseId, tx);
  requireFewCourses(tx, ownerId);
  requireSpace(ownerId, sizeOfCourse().get(courseId) ?? 0);
  const found = tx.select().from(courses).where(eq(courses.id, courseId)).get();
  if (!found) throw notFound();
  const { title, description, category, priceMinor, firstLessonFree, thumbnailId } = found;
  const fields = { ownerId, description, category, priceMinor, firstLessonFree, thumbnailId };
  const at = now();
  const id = newId();
  const { seq } = tx
    .insert(courses)
    .values({
      ...fields,
      id,
      title: titleOfCopy(title),
      createdAt: at,
      updatedAt: at,
      createdBy: userId === ownerId ? null : userId,
    })
    .returning({ seq: courses.seq })
    .get();
  tx.insert(courseDrafts).values({ courseSeq: seq, draftedAt: at }).run();
  tx.insert(courseCopies).values({ courseSeq: seq, begunAt: at }).run();
  const plan: Plan = { id, seq, lessons: [] };
  const inOrder = [asc(modules.position), asc(modules.seq)];
  for (const module of tx
    .select()
    .from(modules)
    .where(eq(modules.courseId, courseId))
    .orderBy(...inOrder)
    .all()) {
    const { seq: _, ...copied } = module;
    const moduleId = newId();
    tx.insert(modules)
      .values({ ...copied, id: moduleId, courseId: id, createdAt: at })
      .run();
    const own = tx
      .select({ id: lessons.id })
      .from(lessons)
      .where(eq(lessons.moduleId, module.id))
      .orderBy(asc(lessons.position), asc(lessons.seq))
      .all();
    plan.lessons.push(...own.map((lesson) => ({ id: lesson.id, moduleId })));
  }
  return plan;
}

/** Makes the copy visible to its author. */
function finish(tx: Transaction, courseId: string, { id, seq }: Plan) {
  const settings = tx
    .select()
    .from(completionSettings)
    .where(eq(completionSettings.courseId, courseId))
    .get();
  if (settings) {
    tx.insert(completionSettings)
      .values({ ...settings, courseId: id })
      .run();
  }
  tx.delete(courseCopies).where(eq(courseCopies.courseSeq, seq)).run();
}

/**
 * Duplicates a course as a draft, with everything but its learners and coupons: modules, lessons, quizzes,
 * files, captions, price and completion. Both courses share videos, pictures and files, which are deleted
 * with the last of them. Copies one lesson per transaction, so that other requests are served in between.
 * After a crash, `removeUnfinishedCopies` deletes the copy.
 * @param idempotencyKey the same key returns the copy made before
 * @throws AppError unauthenticated; forbidden; not-found; conflict when the issuer has too many courses; storage-full
 */
export async function duplicateCourse(
  actor: Actor,
  courseId: string,
  idempotencyKey?: string | null,
): Promise<Course> {
  requireMember(actor);
  const { id: sourceId, ownerId } = authoredCourse(actor, courseId);
  const call = idempotentCall(ownerId, 'course/duplicate', idempotencyKey, { courseId: sourceId });
  return withLock(`duplicate ${ownerId}`, async () => {
    const prior = transaction((tx) => priorResult(tx, call));
    if (prior !== null) return courseById(prior);
    const plan = transaction((tx) => begin(tx, actor, sourceId));
    try {
      for (const lesson of plan.lessons) {
        await indexInTurn(actor, () =>
          transaction((tx) => {
            copyLesson(tx, lesson.id, lesson.moduleId);
            stillBeingMade().run(now(), plan.seq);
          }),
        );
        await letOthersRun();
      }
      transaction((tx) => {
        authoredCourse(actor, sourceId, tx);
        finish(tx, sourceId, plan);
        rememberResult(tx, call, plan.id);
        storeAnswer(tx, courseById(plan.id));
      });
    } catch (error) {
      await purgeCourse(plan.id);
      throw error;
    }
    return courseById(plan.id);
  });
}

/** Longer than any copy takes. */
const UNFINISHED_AFTER_MS = 10 * 60_000;

/** Deletes copies of courses that a crash interrupted. */
export async function removeUnfinishedCopies() {
  const rows = db()
    .select({ id: courses.id })
    .from(courseCopies)
    .innerJoin(courses, eq(courses.seq, courseCopies.courseSeq))
    .where(lt(courseCopies.begunAt, now() - UNFINISHED_AFTER_MS))
    .all();
  await forEachRowInTurn(
    'unfinished-copies',
    rows,
    ({ id }) => id,
    ({ id }) => purgeCourse(id),
  );
}

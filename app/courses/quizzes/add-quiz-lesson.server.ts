import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { lessonSchema } from '#app/courses/course.schema.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import { authoredModule, recordChange } from '#app/courses/find-course.server.ts';
import { insertLesson, newLesson, WITHOUT_VIDEO } from '#app/courses/lessons/insert-lesson.server.ts';
import { requireWithinQuota } from '#app/files/media/storage.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { quizzes } from '#db/schema/quizzes.ts';
import type { QuestionInput, QuizSettings } from './quiz.schema.ts';
import { toColumns, withIds } from './quiz.server.ts';

type NewQuiz = z.output<typeof lessonSchema> & { quiz: QuizSettings & { questions: QuestionInput[] } };

/**
 * Adds a quiz at the end of a module. Without questions, nobody can begin it yet.
 * @param courseId if given, the course that must contain the module
 * @throws AppError unauthenticated; forbidden; not-found; conflict when the module or its course is full;
 *   storage-full
 */
export function addQuizLesson(
  actor: Actor,
  moduleId: string,
  { quiz, ...fields }: NewQuiz,
  courseId?: string,
): Lesson {
  const lesson = newLesson('quiz', fields);
  const added = { ...lesson, ...WITHOUT_VIDEO };
  transaction((tx) => {
    const module = authoredModule(actor, moduleId, courseId, tx);
    insertLesson(tx, module, lesson);
    const questions = quiz.questions.map((question) => withIds(question));
    tx.insert(quizzes)
      .values({ id: newId(), lessonId: lesson.id, ...toColumns({ ...quiz, questions }), createdAt: now() })
      .run();
    requireWithinQuota(module.ownerId, Buffer.byteLength(JSON.stringify(questions)));
    recordChange(tx, module.courseId);
    storeAnswer(tx, added);
  });
  return added;
}

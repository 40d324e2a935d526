import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { setCaptions } from '#app/courses/captions/change-captions.server.ts';
import { addLesson } from '#app/courses/change-lesson.server.ts';
import { setCompletion } from '#app/courses/completion/completion-settings.server.ts';
import { courseSchema, newLessonSchema } from '#app/courses/course.schema.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { courseById } from '#app/courses/find-course.server.ts';
import { addTextLesson } from '#app/courses/lessons/text-lessons.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { textLessonSchema } from '#app/courses/new-lesson.schema.ts';
import { addQuizLesson } from '#app/courses/quizzes/change-quiz.server.ts';
import { quizLessonSchema } from '#app/courses/quizzes/quiz.schema.ts';
import { rateCourse } from '#app/courses/rate-course.server.ts';
import { createCourse, updateCourse } from '#app/courses/save-course.server.ts';
import { stageVideo } from '#app/files/media/inspect-video.server.ts';
import { stageThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import type { DemoCourse } from './courses.ts';
import { CLIP_DURATION, GUIDED, GUIDED_CAPTIONS, GUIDED_QUIZ, GUIDED_TEXT } from './courses.ts';
import type { Scene, Stage } from './stage.server.ts';
import { drawThumbnail } from './thumbnail-art.server.ts';

const clip = (name: string) => fileURLToPath(new URL(`./videos/${name}.mp4`, import.meta.url));

/** Publishes a course with playable lessons, its first learners and their ratings. */
async function publishCourse(stage: Stage, { issuer, art, modules, learners = [], ...course }: DemoCourse) {
  const author = stage.actor(issuer);
  const thumbnail = await stageThumbnail(Readable.from([await drawThumbnail(art)]), clientOf(author));
  const { title, description, category, price } = course;
  const free = parseInput(courseSchema, { title, description, category });
  const { id } = await createCourse(author, free, thumbnail);
  await thumbnail.discard();
  stage.courses.set(title, id);
  for (const [moduleTitle, ...lessons] of modules) {
    const module = addModule(author, id, { title: moduleTitle });
    for (const [lessonTitle, name] of lessons) {
      const video = await stageVideo(createReadStream(clip(name)));
      const fields = parseInput(newLessonSchema, { title: lessonTitle, duration: CLIP_DURATION });
      await addLesson(author, module.id, fields, video);
      await video.discard();
    }
  }
  if (title === GUIDED) await guide(author, id);
  for (const [email, stars] of learners) {
    enrol(stage.actor(email), id);
    if (stars !== undefined) rateCourse(stage.actor(email), id, { stars });
  }
  // These learners enrol while the course is free. Later ones must buy it.
  const sold = { title, description, category, price, firstLessonFree: 'on' };
  if (price) await updateCourse(author, id, parseInput(courseSchema, sold));
}

/** Adds captions, a text, a quiz and a certificate to the course that shows learning from its first lesson to the certificate. */
async function guide(author: Actor, courseId: string) {
  const [module] = courseById(courseId).modules;
  if (!module) throw new Error('The course has no module');
  const [video] = module.lessons;
  if (video) await setCaptions(author, video.id, 'en', Buffer.from(GUIDED_CAPTIONS));
  await addTextLesson(author, module.id, parseInput(textLessonSchema, GUIDED_TEXT));
  addQuizLesson(author, module.id, parseInput(quizLessonSchema, GUIDED_QUIZ));
  setCompletion(author, courseId, { rule: 'both', inOrder: true, certificate: 'at-once' });
}

export const publishing = (course: DemoCourse): Scene => ({
  daysAgo: course.daysAgo,
  act: (stage) => publishCourse(stage, course),
});

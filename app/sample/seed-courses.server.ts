import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Actor } from '#app/accounts/actor.server.ts';
import { addLesson } from '#app/courses/add-lesson.server.ts';
import { addModule } from '#app/courses/add-module.server.ts';
import { createCourse } from '#app/courses/create-course.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { stageThumbnail } from '#app/courses/media/stage-thumbnail.server.ts';
import { stageVideo } from '#app/courses/media/stage-video.server.ts';
import { rateCourse } from '#app/courses/rate-course.server.ts';
import { updateCourse } from '#app/courses/update-course.server.ts';
import { CLIP_DURATION, COURSES, type SampleCourse } from './courses.ts';
import { drawThumbnail } from './thumbnail-art.server.ts';

type Seeding = {
  actor: (email: string) => Actor;
  /** Runs an event with the clock set back. */
  daysAgo: <Result>(days: number, act: () => Promise<Result>) => Promise<Result>;
};

const clip = (name: string) => fileURLToPath(new URL(`./videos/${name}.mp4`, import.meta.url));

async function publish({ issuer, art, modules, learners, ...course }: SampleCourse, actor: Seeding['actor']) {
  const author = actor(issuer);
  const thumbnail = await stageThumbnail(
    Readable.from([await drawThumbnail(art.motif, art.colours)]),
    issuer,
  );
  const { title, description, category, price } = course;
  const { id } = await createCourse(author, { title, description, category }, thumbnail);
  for (const { title: moduleTitle, lessons } of modules) {
    const module = addModule(author, id, { title: moduleTitle });
    for (const lesson of lessons) {
      const video = await stageVideo(createReadStream(clip(lesson.clip)));
      await addLesson(author, module.id, { title: lesson.title, duration: CLIP_DURATION }, video);
    }
  }
  for (const { email, stars } of learners) {
    enrol(actor(email), id);
    if (stars !== undefined) rateCourse(actor(email), id, { stars });
  }
  // These learners enrol while the course is free. Later ones must buy it.
  if (price) await updateCourse(author, id, { title, description, category, price, firstLessonFree: 'on' });
}

/** Publishes the demo's courses with playable lessons, learners and ratings, through the product's verbs. */
export async function seedCourses({ actor, daysAgo }: Seeding): Promise<void> {
  for (const course of COURSES) await daysAgo(course.daysAgo, () => publish(course, actor));
}

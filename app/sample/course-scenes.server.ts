import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { setCaptions } from '#app/courses/captions/change-captions.server.ts';
import { addLesson } from '#app/courses/change-lesson.server.ts';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { couponEndSchema } from '#app/courses/coupon.schema.ts';
import { courseSchema, newLessonSchema } from '#app/courses/course.schema.ts';
import { enrol, rateCourse } from '#app/courses/enrol.server.ts';
import { courseById } from '#app/courses/find-course.server.ts';
import { addTextLesson } from '#app/courses/lessons/text-lessons.server.ts';
import { createCoupon, endCoupon, listCoupons } from '#app/courses/manage-coupons.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { textLessonSchema } from '#app/courses/new-lesson.schema.ts';
import { addQuizLesson } from '#app/courses/quizzes/change-quiz.server.ts';
import { quizLessonSchema } from '#app/courses/quizzes/quiz.schema.ts';
import { createCourse, updateCourse } from '#app/courses/save-course.server.ts';
import { stageVideo } from '#app/files/media/inspect-video.server.ts';
import { stageThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { transaction } from '#db/client.ts';
import { buyCourse, cardOf, DECLINED_CARD, dateIn, nameOf } from './acts.server.ts';
import {
  CLIP_DURATION,
  COURSES,
  type DemoCourse,
  GUIDED,
  GUIDED_CAPTIONS,
  GUIDED_QUIZ,
  GUIDED_TEXT,
  isEarlier,
  POPULAR,
} from './courses.ts';
import { around, range, type Scene, type Stage } from './stage.server.ts';
import { COHORT_SIZE, COHORTS, COUPONS, PURCHASES, STARS } from './story.ts';
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

const FIRST_PURCHASE = 590;

const learner = (index: number) => ({
  name: nameOf(index * 3 + 1),
  email: `reader${index + 1}@readers.example`,
  role: 'individual',
});

const cohorts = COHORTS.flatMap((daysAgo, cohort): Scene[] => {
  const people = range(COHORT_SIZE).map((index) => learner(cohort * COHORT_SIZE + index));
  return [
    {
      daysAgo,
      async act(stage) {
        await stage.join(people);
        transaction(() => {
          for (const { email } of people) enrol(stage.actor(email), stage.courseId(POPULAR));
        });
      },
    },
    {
      daysAgo: daysAgo - 13,
      act(stage) {
        transaction(() => {
          for (const [index, { email }] of people.entries()) {
            const stars = around(STARS, cohort + index);
            if (index % 2) rateCourse(stage.actor(email), stage.courseId(POPULAR), { stars });
          }
        });
      },
    },
  ];
});

const couponFor = (author: string, daysAgo: number, index: number) =>
  COUPONS.find(
    ([created, issuer, , , , { share, ended = 0 }]) =>
      issuer === author && share && index % share === 0 && daysAgo < created && daysAgo > ended,
  )?.[2];

const purchases = range(PURCHASES).map((index): Scene => {
  const daysAgo = FIRST_PURCHASE * (1 - index / PURCHASES) ** 1.15 + 0.31;
  const onSale = COURSES.filter((course) => course.price && course.daysAgo > daysAgo);
  const { title, issuer } = around(onSale, index + Math.floor(index / onSale.length));
  const joined = COHORTS.filter((day) => day > daysAgo).length * COHORT_SIZE;
  return {
    daysAgo,
    async act(stage) {
      const reader = stage.actor(learner((index * 11) % joined).email);
      const card = index % 17 === 9 ? DECLINED_CARD : cardOf(index);
      const isPaid = await buyCourse(reader, stage.courseId(title), card, couponFor(issuer, daysAgo, index));
      if (isPaid && index % 4) rateCourse(reader, stage.courseId(title), { stars: around(STARS, index) });
    },
  };
});

const coupons = COUPONS.flatMap(([daysAgo, issuer, code, kind, value, { ended, maxUses, days }]): Scene[] => {
  const create: Scene = {
    daysAgo,
    act(stage) {
      const period = days && { validFrom: dateIn(days[0]), validUntil: dateIn(days[1]) };
      createCoupon(stage.actor(issuer), { code, kind, value, maxUses, ...period });
    },
  };
  if (ended === undefined) return [create];
  const end: Scene = {
    daysAgo: ended,
    act(stage) {
      const { coupons: own } = listCoupons(stage.actor(issuer), parseInput(listQuerySchema, {}));
      endCoupon(
        stage.actor(issuer),
        parseInput(couponEndSchema, { id: own.find((coupon) => coupon.code === code)?.id }),
      );
    },
  };
  return [create, end];
});

export const courseScenes = [
  ...COURSES.filter(isEarlier).map(publishing),
  ...cohorts,
  ...purchases,
  ...coupons,
];

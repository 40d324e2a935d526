import { couponEndSchema } from '#app/courses/coupon.schema.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { createCoupon, endCoupon, listCoupons } from '#app/courses/manage-coupons.server.ts';
import { rateCourse } from '#app/courses/rate-course.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { transaction } from '#db/client.ts';
import { buyCourse, cardOf, DECLINED_CARD, dateIn, nameOf } from './acts.server.ts';
import { COURSES, isEarlier, POPULAR } from './courses.ts';
import { publishing } from './publish-course.server.ts';
import { around, range, type Scene } from './stage.server.ts';
import { COHORT_SIZE, COHORTS, COUPONS, PURCHASES, STARS } from './story.ts';

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

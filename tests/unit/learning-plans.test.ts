import { expect, it } from 'vitest';
import { courseById } from '#app/courses/find-course.server.ts';
import { searchLessons } from '#app/courses/lessons/search-lessons.server.ts';
import { myLearning } from '#app/courses/progress/my-learning.server.ts';
import { onQuery } from '#db/traced-database.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { queryPlans } from '#tests/support/query-plans.ts';

it('a page of the courses of a learner is chosen before the lessons of its courses are counted', async () => {
  const learner = await makeVerifier();
  const plans = await queryPlans(() => myLearning(learner.actor, {}));
  const steps = plans.flatMap((plan) => plan.steps);
  const [chosen, sorted, counted] = [/^CO-ROUTINE/, /^USE TEMP B-TREE FOR ORDER BY$/, /^CORRELATED/].map(
    (kind) => steps.findIndex((step) => kind.test(step)),
  );
  expect([chosen, sorted, counted].includes(-1), steps.join('\n')).toBe(false);
  expect([chosen, sorted, counted], steps.join('\n')).toEqual(
    [chosen, sorted, counted].toSorted((one, other) => Number(one) - Number(other)),
  );
});

it('a search of lessons that finds nothing reads the index once', async () => {
  const { course } = await makeWholeCourse(await makeIssuer());
  let searches = 0;
  onQuery(({ sql }) => {
    if (sql.includes('lessons_search match')) searches += 1;
  });
  expect(searchLessons(courseById(course.id), 'nothing')).toEqual([]);
  expect(searches).toBe(1);
});

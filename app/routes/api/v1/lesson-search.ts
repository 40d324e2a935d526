import { lessonSearchSchema } from '#app/courses/course.schema.ts';
import { readCourse } from '#app/courses/find-course.server.ts';
import { searchLessons } from '#app/courses/lessons/search-lessons.server.ts';
import { resource } from './respond.ts';
import { foundLessonsSchema } from './schemas/learning.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons').get({
  auth: 'bearer',
  scope: 'courses:read',
  summary: 'The lessons of a course whose title, text or transcript has the words of a search',
  query: lessonSearchSchema,
  responses: { 200: success({ lessons: foundLessonsSchema }) },
  failures: { 404: 'Course not found.' },
  handle({ actor, params, query }) {
    const found = searchLessons(readCourse(actor, params.id), query.q);
    return {
      body: { success: true, lessons: found.map(({ id, ...lesson }) => ({ _id: id, ...lesson })) },
    };
  },
});

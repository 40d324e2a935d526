import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { ContentPage } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const meta = () =>
  pageMeta(
    'Training',
    'Video courses on Certrace: modules and lessons made by issuers, with honest ratings from people who enrolled.',
  );

export default function Training() {
  return (
    <ContentPage
      title="Training"
      lead="Courses in modules and video lessons, made by the institutions that certify."
      facts={[
        ['Open to', 'Every logged-in account, whatever its role.'],
        ['Lessons', 'Video up to 500 MB: MP4, MOV, AVI or WebM.'],
        ['Ratings', 'One to five stars, one for each enrolled learner.'],
      ]}
      next={[
        { to: '/courses', label: 'Browse the courses' },
        { to: '/course-details', label: 'See a sample course' },
      ]}
    >
      <h2>For learners</h2>
      <p>
        You can search the catalogue and filter it by category, popularity, rating and age. Each course lists
        its modules, lessons and durations, its author and its last update. Enrol, watch in any order, and
        rate the course.
      </p>
      <h2>For issuers</h2>
      <p>
        Publish a course with a title, a description and a thumbnail, then add modules and lessons. Uploads
        show their progress, and a file becomes part of the course once it is complete. Learners can watch
        videos while they load and skip to any position.
      </p>
      <h2>Courses and certificates</h2>
      <p>
        Finishing a course does not issue a certificate. The issuer decides about each student. A certificate
        stays the same, even if its course changes or is deleted later.
      </p>
      <h2>Figures</h2>
      <p>
        The number of students is the number of people enrolled, and the rating of a course is the mean of the
        ratings that its learners gave.
      </p>
    </ContentPage>
  );
}

import { pageMeta } from '../../ui/page-meta.ts';
import { ContentPage } from './content-page.tsx';

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
        The catalogue can be searched and filtered by category, by popularity, by rating and by age. A course
        shows what it holds before you begin: its modules, its lessons, how long they take, who made it and
        when it was last touched. Enrol, watch in any order, and rate the course once you know it.
      </p>
      <h2>For issuers</h2>
      <p>
        Publish a course with a title, a description and a thumbnail, then add modules and lessons. Uploads
        show their real progress, and a file becomes part of the course only once all of it has arrived.
        Videos can be watched while they load and skipped through freely.
      </p>
      <h2>Courses and certificates</h2>
      <p>
        Finishing a course does not issue a certificate by itself. A certificate is a statement by an issuer,
        who makes it knowingly, one student at a time. A course may change or be deleted later; a certificate
        for it does not.
      </p>
      <h2>Figures that mean something</h2>
      <p>
        The number of students is the number of people enrolled, and the rating of a course is the mean of the
        ratings that its learners gave.
      </p>
    </ContentPage>
  );
}

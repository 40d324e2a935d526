import { type Content, compose } from './compose.server.ts';

type Author = { name: string; email: string };

const to = ({ name, email }: Author) => ({ name, address: email });
const SUPPORT: Content['action'] = ['Write to support', '/support'];

/** The mail to an author about an unpublished course. It contains the reason. */
export const courseUnpublishedMail = (author: Author, title: string, reason: string) =>
  compose({
    to: to(author),
    subject: `Your course '${title}' was unpublished`,
    lines: [
      'A super admin has taken a course of yours out of the catalogue. Learners cannot open it until it is published again.',
    ],
    facts: [
      ['Course', title],
      ['Reason', reason],
    ],
    action: SUPPORT,
    closing: ['You can still open and change the course. Once you have fixed the problem, write to support.'],
  });

export const courseRepublishedMail = (author: Author, title: string) =>
  compose({
    to: to(author),
    subject: `Your course '${title}' is published again`,
    lines: ['A super admin has put a course of yours back into the catalogue.'],
    facts: [['Course', title]],
    action: ['Open your courses', '/admin/courses'],
  });

/** Tells an author that somebody else deleted a course, and why. */
export const courseRemovedMail = (author: Author, title: string, reason: string | undefined) =>
  compose({
    to: to(author),
    subject: `Your course '${title}' was removed`,
    lines: ['A super admin has removed a course of yours with its modules, lessons and videos.'],
    facts: [['Course', title], reason ? ['Reason', reason] : null],
    action: SUPPORT,
    closing: ['Certificates that you have issued for it stay valid.'],
  });

/** Tells a learner that a course is completed, and that its certificate needs a name. */
export const courseCompletedMail = (learner: Author, { id, title }: { id: string; title: string }) =>
  compose({
    to: to(learner),
    subject: `You have completed '${title}'`,
    lines: [
      'You have completed a course on Certrace. Please confirm the name for your certificate on the page of the course.',
    ],
    facts: [['Course', title]],
    action: ['Get your certificate', `/course/${id}`],
  });

import { t } from '#messages';
import { type Content, compose, type Fact, LANE } from './compose.server.ts';

type Author = { name: string; email: string };

const supportTexts = (): Content['action'] => [t('common.writeToSupport'), '/support'];

/** The mail to an author about an unpublished course. It contains the reason. */
export const courseUnpublishedMail = (author: Author, title: string, reason: string) =>
  compose(author, () => ({
    subject: t('courseMails.yourCourseTitleWasUnpublished', { title }),
    lines: [t('courseMails.aSuperAdminHasTaken')],
    facts: [
      [t('common.course'), title],
      [t('common.reason'), reason],
    ],
    action: supportTexts(),
    closing: [t('courseMails.youCanStillOpenAndChangeTheCourse')],
  }));

export const courseRepublishedMail = (author: Author, title: string) =>
  compose(author, () => ({
    subject: t('courseMails.yourCourseTitleIsPublishedAgain', { title }),
    lines: [t('courseMails.aSuperAdminHasPut')],
    facts: [[t('common.course'), title]],
    action: [t('courseMails.openYourCourses'), '/admin/courses'],
  }));

/** To the author of a course that a super admin deleted. */
export const courseRemovedMail = (author: Author, title: string, reason: string | undefined) =>
  compose(author, () => ({
    subject: t('courseMails.yourCourseTitleWasRemoved', { title }),
    lines: [t('courseMails.aSuperAdminHasRemoved')],
    facts: [[t('common.course'), title], reason ? [t('common.reason'), reason] : null],
    action: supportTexts(),
    closing: [t('courseMails.certificatesThatYouHaveIssued')],
  }));

/** Asks the learner for the name on the certificate. */
export const courseCompletedMail = (learner: Author, { id, title }: { id: string; title: string }) =>
  compose(learner, () => ({
    subject: t('courseMails.youHaveCompletedTitle', { title }),
    lines: [t('courseMails.youHaveCompletedACourseOnCertrace')],
    facts: [[t('common.course'), title]],
    action: [t('courseMails.getYourCertificate'), `/course/${id}`],
  }));

type CoursesMove = { from: string; to: string };

const moveFacts = ({ from, to }: CoursesMove): Fact[] => [
  [t('moveCourses.fromAccount'), from],
  [t('moveCourses.toAccount'), to],
];

/** Asks the owner of one of two accounts to confirm that courses move, by their usernames. */
export const coursesMoveMail = (
  owner: Author,
  { reason, token, ...move }: CoursesMove & { reason: string; token: string },
) =>
  compose(owner, () => ({
    lane: LANE.security,
    subject: t('moveCourses.pleaseConfirmTheMove'),
    lines: [t('moveCourses.aSuperAdminWasAsked')],
    facts: [...moveFacts(move), [t('common.reason'), reason]],
    action: [t('moveCourses.confirmOrCancel'), `/move-courses/${token}`],
    token,
    closing: [t('accountMails.theLinkWorksFor7Days'), t('moveCourses.ifYouDidNotAskForThis')],
  }));

/** Mails the owner of one of the two accounts that the courses were moved, or that the move was cancelled. */
export const coursesMoveEndedMail = (
  owner: Author,
  { outcome, ...move }: CoursesMove & { outcome: 'moved' | 'cancelled' },
) =>
  compose(owner, () => ({
    lane: LANE.security,
    subject:
      outcome === 'moved' ? t('moveCourses.yourCoursesWereMoved') : t('moveCourses.theMoveWasCancelled'),
    lines: [outcome === 'moved' ? t('moveCourses.whatBothHadStays') : t('moveCourses.nothingHasMoved')],
    facts: moveFacts(move),
    action: outcome === 'moved' ? [t('moveCourses.seeYourCourses'), '/my-learning'] : supportTexts(),
  }));

import { COURSE_NOT_PUBLISHED, LESSON_NOT_DELETED, moduleNotDeleted } from '#app/courses/texts.ts';
import type { ErrorText } from '#app/shared/form-error.ts';

export const NO_ANSWER = 'The server did not answer.';
/** The heading of a page that got no answer. */
export const NOT_LOADED = 'This page could not be loaded';

const GENERAL: ErrorText = {
  failed: 'Something went wrong. Please try again.',
  unanswered: `${NO_ANSWER} Please try again.`,
};

const OFFICE_LOGIN: ErrorText = { failed: 'Login failed.', unreadable: 'Invalid response from server' };
const RESET_LINK_NOT_SENT = 'Error sending reset link.';

/** Texts by route pattern and, on a page with several forms, the form's intent. */
const TEXTS: Record<string, ErrorText> = {
  '/': { failed: 'Login failed.' },
  '/admin-login/admincredentials': OFFICE_LOGIN,
  '/superadmin-login': OFFICE_LOGIN,
  '/register': { failed: 'Registration failed.' },
  '/forgot-password': { failed: RESET_LINK_NOT_SENT, toast: () => RESET_LINK_NOT_SENT },
  '/reset-password/:token': {
    failed: 'Something went wrong.',
    unanswered: 'Error connecting to server.',
  },
  '/verify/:token': { failed: 'Verification failed' },
  '/verify': { failed: 'Something went wrong.', position: 'bottom-right' },
  '/verify/payment': { failed: 'Payment failed', position: 'bottom-right' },
  '/course/:id/purchase': { failed: 'Payment failed' },
  '/admin/issue-certificate': { failed: 'An error occurred' },
  '/admin/create-course': { failed: COURSE_NOT_PUBLISHED },
  '/admin/course-videos add-module': {
    failed: 'something went wrong.',
    unanswered: 'the server did not answer.',
    toast: (message) => `The module was not saved: ${message}`,
  },
  '/admin/course-videos delete-module': {
    failed: 'Something went wrong.',
    unanswered: NO_ANSWER,
    toast: moduleNotDeleted,
  },
  '/admin/course-videos delete-lesson': { failed: LESSON_NOT_DELETED, toast: () => LESSON_NOT_DELETED },
};

/** Texts of lists that could not be loaded, by route pattern. */
export const LIST_FAILURES = {
  '/admin/issued-certificates': 'Failed to fetch issued certificates.',
  '/superadmin/verified-certificates': 'Failed to fetch verified certificates',
};

const pathOf = (pattern: string) => `/${pattern.replace(/^\/+/, '')}`;

/**
 * The text for a page whose data did not load.
 * @param message from the server, if it answered
 */
export function loadFailure(pattern: string, message: string | null): string {
  const known: Record<string, string> = LIST_FAILURES;
  return known[pathOf(pattern)] ?? message ?? NO_ANSWER;
}

/**
 * The texts for an action's errors. The server and the browser use the same ones.
 * @param pattern the route's pattern from React Router, with or without a leading slash
 */
export function errorText(pattern: string, intent?: string | null): ErrorText {
  const path = pathOf(pattern);
  return (intent && TEXTS[`${path} ${intent}`]) || TEXTS[path] || GENERAL;
}

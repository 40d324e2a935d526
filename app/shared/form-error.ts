import type { SubmissionResult } from '@conform-to/react';

/** What an action says when it failed and there is no better message. */
export type ErrorText = {
  /** After an unexpected error of the server. */
  failed: string;
  /** When the script got no answer, or a proxy's; `failed` unless given. */
  unanswered?: string;
  /** When the answer came from something else, such as a captive portal; `unanswered` unless given. */
  unreadable?: string;
  /** The toast's text, where it differs from the message in the form. */
  toast?: (message: string) => string;
  position?: 'bottom-right';
};

export type Toast = {
  kind: 'success' | 'error' | 'info';
  message: string;
  /** Top centre unless given. */
  position?: 'top-center' | 'bottom-right';
};

/** What an action returns when it did not do what was asked: the entered values, and what is wrong with them. */
export type FormError = {
  ok: false;
  /** Which form of a page with several. */
  intent: string | null;
  message: string;
  toast: Toast;
  lastResult: SubmissionResult<string[]>;
};

export type FormErrorParts = {
  text: ErrorText;
  intent?: string | null | undefined;
  message: string;
  lastResult?: SubmissionResult<string[]>;
};

/** Builds the error of a form, on the server and, when no answer comes, in the browser. */
export const formError = ({ text, intent = null, message, lastResult = {} }: FormErrorParts): FormError => ({
  ok: false,
  intent,
  message,
  lastResult,
  toast: {
    kind: 'error',
    message: text.toast?.(message) ?? message,
    ...(text.position && { position: text.position }),
  },
});

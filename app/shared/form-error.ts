import type { SubmissionResult } from '@conform-to/react';

/** Messages for failures without a better one. */
export type ErrorText = {
  /** After an unexpected error of the server. */
  failed: string;
  /** When no response arrived, or a proxy's; `failed` by default. */
  unanswered?: string;
  /** When something else responded, for example a captive portal; `unanswered` by default. */
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

/** The result of a failed action: the entered values and the errors. */
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

/** Builds a form's error, on the server or, when no response arrives, in the browser. */
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

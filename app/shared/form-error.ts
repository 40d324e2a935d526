import type { SubmissionResult } from '@conform-to/react';

/** Messages for errors without a message of their own. */
export type ErrorText = {
  /** After an unexpected error of the server. */
  failed: string;
  /** When there was no response, or a proxy's. `failed` by default. */
  unanswered?: string;
  /**
   * The page that shows whether the act was done although no answer arrived, for acts that should not be done twice.
   */
  lookAt?: string;
  /** When something other than this site responded, such as a captive portal. `unanswered` by default. */
  unreadable?: string;
  /** The toast's text, if it differs from the message in the form. */
  toast?: (message: string) => string;
  position?: 'bottom-right';
};

export type Toast = {
  kind: 'success' | 'error' | 'info';
  message: string;
  /** Top centre by default. */
  position?: 'top-center' | 'bottom-right';
};

/** The result of a failed action: entered values and errors. */
export type FormError = {
  ok: false;
  /** Identifies the form on a page with several. */
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

/** Builds a form's error on the server, or in the browser if there was no response. */
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

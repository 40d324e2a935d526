import { data, redirect } from 'react-router';
import { type Flash, flashCookie } from '#app/server/session/flash.server.ts';

type DelayedRedirect<Found> = {
  /** URL of the page that shows the result. */
  url: URL;
  to: string;
  delayMs: number;
  toast: Pick<Flash, 'kind' | 'message' | 'position'>;
  /** The message on the next page, if that has another language. */
  nextMessage?: string;
  mailedTo?: string;
  /** Further Set-Cookie headers. */
  cookies?: string[];
  /** Data for the page in addition to the toast. */
  found?: Found;
};

/**
 * The successful result of a form: the page shows a toast and redirects after `delayMs`. The flash cookie shows the toast again
 * on the next page for its full duration.
 */
export function delayedRedirect<Found = undefined>(redirect: DelayedRedirect<Found>) {
  const { url, to, delayMs, toast, nextMessage = toast.message, mailedTo, cookies = [], found } = redirect;
  const flash = flashCookie({
    ...toast,
    message: nextMessage,
    ...(mailedTo && { mailedTo }),
    from: url.pathname,
  });
  return data(
    { ok: true as const, toast, redirectTo: to, delayMs, found },
    { headers: [...cookies, flash].map((cookie): [string, string] => ['Set-Cookie', cookie]) },
  );
}

/** Redirects now. The next page shows the toast, if there is one. */
export const redirectWithToast = (
  to: string,
  message?: string,
  look: Partial<Pick<Flash, 'kind' | 'position'>> = {},
) =>
  redirect(
    to,
    message ? { headers: { 'Set-Cookie': flashCookie({ kind: 'success', message, ...look }) } } : {},
  );

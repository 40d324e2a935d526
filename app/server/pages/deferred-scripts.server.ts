import { sessionToken } from '#app/server/session/cookies.server.ts';
import { atEndOfBody } from './page-html.server.ts';

/**
 * Whether a page may load its scripts at its first use instead of at once: a visitor opened it, and nothing on it needs script.
 * Toasts and other elements that need script are marked with `data-needs-script`.
 */
export const canDeferScripts = (request: Request, html: string) =>
  request.method === 'GET' && sessionToken(request) === null && !html.includes('data-needs-script');

/**
 * Runs in the browser. Loads the scripts when the page is used, and at once when an element has the focus or the browser filled a
 * field. Reading loads nothing: touch screens send `click` for a tap but not for scrolling, and browsers send `mousemove` without
 * a movement when a page appears or scrolls under the pointer.
 */
function loadAtFirstUse() {
  const listeners = new AbortController();
  const load = () => {
    listeners.abort();
    const inert = document.querySelector<HTMLScriptElement>('script[type="deferred"]');
    if (!inert) return;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="deferred"]')) {
      link.rel = 'modulepreload';
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = inert.nonce;
    script.text = inert.text;
    inert.replaceWith(script);
  };
  const isFilled = (field: HTMLInputElement) =>
    field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  const loadIfInUse = () => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    if (document.activeElement !== document.body || fields.some(isFilled)) load();
  };
  const options = { capture: true, passive: true, signal: listeners.signal };
  for (const use of ['click', 'keydown', 'focusin', 'input']) addEventListener(use, load, options);
  const loadIfMoved = ({ movementX, movementY }: MouseEvent) => {
    if (movementX !== 0 || movementY !== 0) load();
  };
  addEventListener('mousemove', loadIfMoved, options);
  addEventListener('pageshow', loadIfInUse, options);
}

/**
 * Disables React Router's module script and its preloads, and adds the script that enables them. The replaced script is equal to
 * the original, so hydration finds the elements that React rendered.
 */
export function withDeferredScripts(page: string, nonce: string): string {
  // React and `withLoaderData` escape `<` and `"` in text, so these strings occur only in tags.
  const disabled = page
    .replaceAll('<link rel="modulepreload"', '<link rel="deferred"')
    .replace(' type="module" async="">', ' type="deferred">');
  return atEndOfBody(disabled, `<script nonce="${nonce}">(${loadAtFirstUse})()</script>`);
}

import { CircleAlert, CircleCheck, Info, X } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '#messages';
import { useHydrated } from './form.tsx';
import { Icon } from './page.tsx';

export type ToastMessage = {
  kind: 'success' | 'error' | 'info';
  message: string;
  /** Text below the message, such as a reason. */
  detail?: string;
  position?: 'top-center' | 'bottom-right';
  /** Duration in milliseconds, 3000 by default. */
  durationMs?: number;
};

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };
export const TOAST_DURATION_MS = 3_000;

/** One toast. Its timer needs JavaScript, and pauses while the toast is hovered or focused. */
export function Toast({ toast, onClose }: { toast: ToastMessage; onClose: () => void }) {
  const { kind, message, detail, durationMs = TOAST_DURATION_MS } = toast;
  const element = useRef<HTMLDivElement>(null);
  const left = useRef(durationMs);
  const close = useRef(onClose);
  const [paused, setPaused] = useState(false);
  close.current = onClose;

  useEffect(() => {
    element.current?.style.setProperty('--toast-duration', `${durationMs}ms`);
  }, [durationMs]);

  useEffect(() => {
    if (paused) return;
    const started = Date.now();
    const timer = setTimeout(() => close.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - started));
    };
  }, [paused]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the timer
    <div
      ref={element}
      className="toast"
      data-tone={kind}
      data-paused={paused ? '' : undefined}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon of={ICONS[kind]} />
      <div className="toast-text">
        <p>{message}</p>
        {detail && <p className="text-muted text-sm">{detail}</p>}
      </div>
      <button
        type="button"
        className="toast-close"
        data-needs-script=""
        aria-label={t('common.close')}
        onClick={onClose}
      >
        <Icon of={X} />
      </button>
      <span className="toast-bar" data-needs-script="" aria-hidden="true" />
    </div>
  );
}

type Shown = { key: number; toast: ToastMessage };
const NONE: readonly Shown[] = [];
let shown = NONE;
let lastKey = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Shown[]) {
  shown = next;
  for (const listener of listeners) listener();
}

const isSame = (a: ToastMessage, b: ToastMessage) =>
  a.kind === b.kind && a.message === b.message && a.detail === b.detail && a.position === b.position;

/**
 * Shows a toast from JavaScript. `<Toasts />` in the root displays it. A toast that is already shown restarts its timer. A
 * success removes earlier errors, which would contradict it.
 */
export function showToast(toast: ToastMessage) {
  lastKey += 1;
  const stays = (other: ToastMessage) =>
    !isSame(other, toast) && !(toast.kind === 'success' && other.kind === 'error');
  publish([...shown.filter((item) => stays(item.toast)), { key: lastKey, toast }]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const POSITIONS = ['top-center', 'bottom-right'] as const;

/** The document's two toast regions. They are in the root, so that a toast outlives its page. */
export function Toasts() {
  const items = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );
  return POSITIONS.map((position) => (
    <div key={position} className="toasts" data-position={position}>
      {items.map(({ key, toast }) =>
        (toast.position ?? 'top-center') === position ? (
          <Toast key={key} toast={toast} onClose={() => publish(shown.filter((item) => item.key !== key))} />
        ) : null,
      )}
    </div>
  ));
}

const displayed = new WeakSet<ToastMessage>();

/**
 * A toast from a loader or action. It is in the server's HTML, so that it works without JavaScript. JavaScript moves it to
 * `<Toasts />`, where it outlives the page. Each object is shown once.
 */
export function PageToast({ toast }: { toast: ToastMessage | null | undefined }) {
  const hydrated = useHydrated();
  useLayoutEffect(() => {
    if (!toast || displayed.has(toast)) return;
    displayed.add(toast);
    showToast(toast);
  }, [toast]);
  if (!toast || hydrated) return null;
  return (
    <div className="toasts" data-position={toast.position ?? 'top-center'}>
      <Toast toast={toast} onClose={() => undefined} />
    </div>
  );
}

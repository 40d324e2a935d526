import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#messages';

const DEBOUNCE_MS = 300;
const failedTexts = () => t('useLivePreview.thePreviewCouldNotBeDrawn');

export type LivePreview = {
  /** URL of the newest preview. Null until a field was changed. */
  src: string | null;
  /** Why the preview is out of date, or empty. */
  message: string;
  /** Redraws the preview after a pause in typing. */
  update: () => void;
  /** Removes the live preview. The next change of a field draws a new one. */
  clear: () => void;
};

/** The text fields of a form. Files are only sent with the form itself. */
function textFields(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value);
  return fields;
}

async function draw(form: HTMLFormElement, signal: AbortSignal): Promise<Blob | string> {
  const response = await fetch('/admin/designs/preview', { method: 'POST', body: textFields(form), signal });
  if (response.ok) return response.blob();
  const { message } = (await response.json()) as { message?: unknown };
  return typeof message === 'string' ? message : failedTexts();
}

/** The preview of a design, which the server draws while the issuer types. */
export function useLivePreview(form: RefObject<HTMLFormElement | null>): LivePreview {
  const [src, setSrc] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<AbortController>(undefined);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    running.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);
  useEffect(() => () => (src ? URL.revokeObjectURL(src) : undefined), [src]);

  const update = useCallback(() => {
    stop();
    timer.current = setTimeout(async () => {
      if (!form.current) return;
      running.current = new AbortController();
      const { signal } = running.current;
      const drawn = await draw(form.current, signal).catch(() => failedTexts());
      if (signal.aborted) return;
      setMessage(typeof drawn === 'string' ? drawn : '');
      if (typeof drawn !== 'string') setSrc(URL.createObjectURL(drawn));
    }, DEBOUNCE_MS);
  }, [form, stop]);

  const clear = useCallback(() => {
    stop();
    setSrc(null);
    setMessage('');
  }, [stop]);

  return { src, message, update, clear };
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#messages';

const DEBOUNCE_MS = 300;
const failedTexts = () => t('useLivePreview.thePreviewCouldNotBeDrawn');

/** A loaded picture with its size in pixels, which keeps its place. */
export type DrawnPicture = { src: string; width: number; height: number };

export type LivePreview = {
  /** The newest preview. Null until a field was changed. */
  picture: DrawnPicture | null;
  /** Why the preview is out of date, or empty. */
  message: string;
  /** Redraws the preview after a pause in typing. */
  update: () => void;
  /** Removes the live preview. The next change of a field draws a new one. */
  clear: () => void;
};

/**
 * The text fields of a form. Files are only sent with the form itself. Nor is its owner sent, so that a preview after the end of the
 * session is not kept in place of the form.
 */
function textFields(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value);
  fields.delete('shownFor');
  return fields;
}

async function load(png: Blob): Promise<DrawnPicture> {
  const image = new Image();
  image.src = URL.createObjectURL(png);
  await image.decode();
  return { src: image.src, width: image.naturalWidth, height: image.naturalHeight };
}

async function draw(form: HTMLFormElement, to: string, signal: AbortSignal): Promise<DrawnPicture | string> {
  const response = await fetch(to, { method: 'POST', body: textFields(form), signal });
  if (response.ok) return load(await response.blob());
  const { message } = (await response.json()) as { message?: unknown };
  return typeof message === 'string' ? message : failedTexts();
}

/**
 * A preview of what a form makes, which the server draws while somebody types.
 * @param to takes the form's fields and answers with a PNG, or with a message as JSON
 */
export function useLivePreview(form: RefObject<HTMLFormElement | null>, to: string): LivePreview {
  const [picture, setPicture] = useState<DrawnPicture | null>(null);
  const [message, setMessage] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<AbortController>(undefined);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    running.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture.src) : undefined), [picture]);

  const update = useCallback(() => {
    stop();
    timer.current = setTimeout(async () => {
      if (!form.current) return;
      running.current = new AbortController();
      const { signal } = running.current;
      const drawn = await draw(form.current, to, signal).catch(() => failedTexts());
      if (typeof drawn === 'string') {
        if (!signal.aborted) setMessage(drawn);
      } else if (signal.aborted) {
        URL.revokeObjectURL(drawn.src);
      } else {
        setMessage('');
        setPicture(drawn);
      }
    }, DEBOUNCE_MS);
  }, [form, to, stop]);

  const clear = useCallback(() => {
    stop();
    setPicture(null);
    setMessage('');
  }, [stop]);

  return { picture, message, update, clear };
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#messages';

const DEBOUNCE_MS = 300;
const failedTexts = () => t('useLivePreview.thePreviewCouldNotBeDrawn');

type Live<Shown> = {
  /** The newest preview. Null until a field was changed. */
  shown: Shown | null;
  /** Why the preview is out of date, or empty. */
  message: string;
  /** Whether a field was changed since the preview was made. */
  isMaking: boolean;
  /** Makes the preview again after a pause in typing. */
  update: () => void;
  /** Removes the live preview. The next change of a field makes a new one. */
  clear: () => void;
};

/** How a preview is made of what the server answers. */
export type Reader<Shown> = {
  read: (response: Response) => Promise<Shown>;
  /** Frees one that is not shown any more. */
  free?: (shown: Shown) => void;
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

async function ask<Shown>(
  form: HTMLFormElement,
  to: string,
  read: Reader<Shown>['read'],
  signal: AbortSignal,
): Promise<{ shown: Shown } | string> {
  const response = await fetch(to, { method: 'POST', body: textFields(form), signal });
  if (response.ok) return { shown: await read(response) };
  const { message } = (await response.json()) as { message?: unknown };
  return typeof message === 'string' ? message : failedTexts();
}

/**
 * A preview of what a form makes, which the server makes while somebody types.
 * @param to takes the form's fields and answers with what `read` reads, or with a message as JSON
 * @param reader the same with each call
 */
export function useLive<Shown>(
  form: RefObject<HTMLFormElement | null>,
  to: string,
  { read, free }: Reader<Shown>,
): Live<Shown> {
  const [shown, setShown] = useState<Shown | null>(null);
  const [message, setMessage] = useState('');
  const [isMaking, setMaking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<AbortController>(undefined);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    running.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);
  useEffect(() => () => (shown === null ? undefined : free?.(shown)), [shown, free]);

  const update = useCallback(() => {
    stop();
    setMaking(true);
    timer.current = setTimeout(async () => {
      if (!form.current) return;
      running.current = new AbortController();
      const { signal } = running.current;
      const made = await ask(form.current, to, read, signal).catch(() => failedTexts());
      if (!signal.aborted) setMaking(false);
      if (typeof made === 'string') {
        if (!signal.aborted) setMessage(made);
      } else if (signal.aborted) {
        free?.(made.shown);
      } else {
        setMessage('');
        setShown(made.shown);
      }
    }, DEBOUNCE_MS);
  }, [form, to, read, free, stop]);

  const clear = useCallback(() => {
    stop();
    setShown(null);
    setMessage('');
    setMaking(false);
  }, [stop]);

  return { shown, message, isMaking, update, clear };
}

/** A loaded picture with its size in pixels, which keeps its place. */
export type DrawnPicture = { src: string; width: number; height: number };

const PICTURE: Reader<DrawnPicture> = {
  async read(response) {
    const image = new Image();
    image.src = URL.createObjectURL(await response.blob());
    await image.decode();
    return { src: image.src, width: image.naturalWidth, height: image.naturalHeight };
  },
  free: ({ src }) => URL.revokeObjectURL(src),
};

/** The same as a picture, of a PNG. */
export function useLivePreview(form: RefObject<HTMLFormElement | null>, to: string) {
  const { shown: picture, ...live } = useLive(form, to, PICTURE);
  return { picture, ...live };
}

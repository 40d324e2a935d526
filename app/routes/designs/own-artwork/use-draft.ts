import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ArtworkAnswer, ShownArtwork } from './shown-artwork.ts';

const DEBOUNCE_MS = 1_000;

export type DraftStatus = 'saved' | 'changed' | 'saving' | 'failed';
type Failed = ArtworkAnswer & { ok: false };

type Draft = {
  status: DraftStatus;
  failure: Failed | null;
  /** Saves after a pause, because something changed. */
  change: () => void;
  /** Lets a submission of the whole form wait for the end of a save. Returns whether it has to wait. */
  waits: (submitAgain: () => void) => boolean;
  /** Forgets a failure, and that something is not saved. */
  settle: () => void;
  /** Shows why the whole form was not saved. */
  fail: (failure: Failed) => void;
};

type SentFile = { input: HTMLInputElement; file: File | undefined };

/** The file fields of a form with what they send. */
const filesOf = (form: HTMLFormElement): SentFile[] =>
  [...form.querySelectorAll<HTMLInputElement>('input[type="file"]')].map((input) => ({
    input,
    file: input.files?.[0],
  }));

/** Clears file fields whose files are stored now, so that they are sent once. */
function clearFiles(files: readonly SentFile[]) {
  for (const { input, file } of files) if (file && input.files?.[0] === file) input.value = '';
}

/**
 * Saves a form as a draft after each pause in editing. One save runs at a time, because each names the draft that it follows.
 * @param onSaved takes what was saved
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  onSaved: (shown: ShownArtwork) => void,
): Draft {
  const { data, submit } = useFetcher<ArtworkAnswer>();
  const [status, setStatus] = useState<DraftStatus>('saved');
  const [failure, setFailure] = useState<Failed | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isRunning = useRef(false);
  /** Whether something changed since the form was sent. */
  const isStale = useRef(false);
  const next = useRef<(() => void) | null>(null);
  /** The last answer, once the form shows it. */
  const [ended, setEnded] = useState<ArtworkAnswer>();
  const files = useRef<SentFile[]>([]);
  const saved = useRef(onSaved);
  saved.current = onSaved;

  const save = useCallback(() => {
    if (!form.current || isRunning.current) return;
    isRunning.current = true;
    isStale.current = false;
    setStatus('saving');
    const entered = new FormData(form.current);
    entered.set('intent', 'draft');
    files.current = filesOf(form.current);
    void submit(entered, { method: 'post', encType: 'multipart/form-data' });
  }, [form, submit]);

  const change = useCallback(() => {
    isStale.current = true;
    if (isRunning.current) return;
    setStatus('changed');
    clearTimeout(timer.current);
    timer.current = setTimeout(save, DEBOUNCE_MS);
  }, [save]);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!data) return;
    isRunning.current = false;
    setFailure(data.ok ? null : data);
    setStatus(data.ok ? 'saved' : 'failed');
    if (data.ok) {
      clearFiles(files.current);
      saved.current(data.shown);
    }
    setEnded(data);
    if (!next.current && data.ok && isStale.current) change();
  }, [data, change]);

  // A form that waited names the draft that was saved, so it is sent after its fields have the number of that.
  useEffect(() => {
    if (!ended) return;
    const then = next.current;
    next.current = null;
    then?.();
  }, [ended]);

  const waits = (submitAgain: () => void) => {
    clearTimeout(timer.current);
    if (isRunning.current) next.current = submitAgain;
    return isRunning.current;
  };
  const settle = useCallback(() => {
    clearTimeout(timer.current);
    isStale.current = false;
    setFailure(null);
    setStatus('saved');
  }, []);
  const fail = useCallback((failed: Failed) => {
    clearTimeout(timer.current);
    setFailure(failed);
    setStatus('failed');
  }, []);
  return { status, failure, change, waits, settle, fail };
}

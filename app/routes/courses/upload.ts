import { useEffect, useRef, useState } from 'react';
import { formatNumber, formatTenths } from '#app/messages/format-numbers.ts';
import { askForOwner } from '#app/routes/owned-form.tsx';
import type { OtherOwner } from '#app/server/session/other-owner.server.ts';
import { t } from '#messages';

export type UploadProgress = {
  loaded: number;
  total: number;
  /** Speed over the last few seconds. 0 until it is known. */
  bytesPerSecond: number;
};

export type UploadState =
  | { phase: 'idle' }
  | ({ phase: 'uploading' } & UploadProgress)
  | { phase: 'failed'; message: string; errors: Record<string, string[]> };

/** The upload route's response. */
export type UploadAnswer =
  | { ok: true; toast: string; notice: string | null; open: string }
  | { ok: false; message: string; errors: Record<string, string[]>; otherOwner?: OtherOwner };

const SPEED_WINDOW_MS = 4_000;
const LOST = { ok: false as const, errors: {} };

function parseAnswer(text: string): UploadAnswer | null {
  try {
    const answer = JSON.parse(text) as UploadAnswer;
    return typeof answer.ok === 'boolean' ? answer : null;
  } catch {
    return null;
  }
}

/** Warns before the page is left during an upload. */
function useWarning(uploading: boolean) {
  useEffect(() => {
    if (!uploading) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [uploading]);
}

/**
 * Uploads a form and reports its progress. Uses XMLHttpRequest, because fetch reports no progress.
 * @param describe makes the message for an error that has none from the server
 */
export function useUpload(
  describe: (reason: string) => string,
  onDone: (answer: UploadAnswer & { ok: true }) => void,
) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const running = useRef<XMLHttpRequest | null>(null);
  const done = useRef(onDone);
  done.current = onDone;
  // Leaving the page or closing the dialog cancels the upload.
  useEffect(() => () => running.current?.abort(), []);
  useWarning(state.phase === 'uploading');

  function start(url: string, form: FormData) {
    const request = new XMLHttpRequest();
    running.current = request;
    const samples: { at: number; loaded: number }[] = [{ at: performance.now(), loaded: 0 }];
    const finish = (answer: UploadAnswer) => {
      running.current = null;
      if (answer.ok) done.current(answer);
      else setState({ phase: 'failed', message: answer.message, errors: answer.errors });
      const asked = answer.ok ? undefined : answer.otherOwner;
      const again = (owner: string) => {
        form.set('shownFor', owner);
        start(url, form);
      };
      if (asked) askForOwner({ ...asked, again });
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const at = performance.now();
      samples.push({ at, loaded });
      while (samples.length > 2 && at - (samples[0]?.at ?? 0) > SPEED_WINDOW_MS) samples.shift();
      const since = samples[0] ?? { at, loaded };
      const seconds = (at - since.at) / 1_000;
      const bytesPerSecond = seconds > 0.2 ? (loaded - since.loaded) / seconds : 0;
      setState({ phase: 'uploading', loaded, total, bytesPerSecond });
    });
    request.addEventListener('load', () => {
      const answer = parseAnswer(request.responseText);
      const reason = t('upload.theServerAnsweredWithStatus', { status: String(request.status) });
      finish(answer ?? { ...LOST, message: describe(reason) });
    });
    const lost = () => finish({ ...LOST, message: describe(t('upload.theConnectionWasLost')) });
    request.addEventListener('error', lost);
    request.addEventListener('abort', () => {
      running.current = null;
      setState({ phase: 'idle' });
    });
    request.open('POST', url);
    request.setRequestHeader('accept', 'application/json');
    setState({ phase: 'uploading', loaded: 0, total: 0, bytesPerSecond: 0 });
    request.send(form);
  }

  return { state, start, cancel: () => running.current?.abort() };
}

const MEGABYTE = 1_048_576;
const megabytes = (bytes: number) =>
  bytes < 10 * MEGABYTE ? formatTenths(bytes / MEGABYTE) : formatNumber(Math.round(bytes / MEGABYTE));

function timeLeft(seconds: number): string {
  if (seconds < 60) return t('upload.valueSLeft', { value: Math.max(1, Math.ceil(seconds)) });
  if (seconds < 3_600) return t('upload.valueMinLeft', { value: Math.ceil(seconds / 60) });
  return t('upload.valueHValue2MinLeft', {
    value: Math.floor(seconds / 3_600),
    value2: Math.ceil((seconds % 3_600) / 60),
  });
}

/** Formats progress: '12 of 500 MB · 8.2 MB/s · 1 min left'. */
export function describeProgress({ loaded, total, bytesPerSecond }: UploadProgress): string {
  if (total === 0) return t('upload.starting');
  const amount = t('upload.loadedOfTotalMb', { loaded: megabytes(loaded), total: megabytes(total) });
  if (loaded >= total) return t('upload.amountCheckingTheVideo', { amount });
  if (bytesPerSecond <= 0) return amount;
  return t('upload.amountBytespersecondMbSTimeleft', {
    amount,
    bytesPerSecond: megabytes(bytesPerSecond),
    timeLeft: timeLeft((total - loaded) / bytesPerSecond),
  });
}

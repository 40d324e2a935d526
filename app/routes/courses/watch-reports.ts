import { type RefObject, useEffect, useRef } from 'react';

const EVERY_MS = 15_000;
/** The most ranges of a report. A video has more only if somebody skips through it for hours. */
const MOST_RANGES = 500;

/** The browser's record of the watched ranges since the video was loaded. */
function watched({ played }: HTMLVideoElement): [number, number][] {
  const count = Math.min(played.length, MOST_RANGES);
  return Array.from({ length: count }, (_, index) => [played.start(index), played.end(index)]);
}

type WatchReports = {
  video: RefObject<HTMLVideoElement | null>;
  /** Where reports are posted. Null for a reader who is not enrolled. */
  url: string | null;
  /** Called once when the lesson is done. */
  onDone: () => void;
};

/**
 * Reports the watched ranges of a video every 15 seconds, when it is paused or ends, and when the page is
 * left. A report has all ranges since the video was loaded, so that a lost one does no harm.
 */
export function useWatchReports({ video, url, onDone }: WatchReports) {
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const player = video.current;
    if (!player || url === null) return;
    let sent = '';
    let isDone = false;
    let isRefused = false;

    /** The next report, or null if there is nothing new. */
    function nextReport() {
      if (!player) return null;
      const { currentTime: position, duration } = player;
      // Without a length in the file, it is infinite until the end.
      const report = { position, ranges: watched(player), ...(Number.isFinite(duration) && { duration }) };
      const text = JSON.stringify(report);
      if (report.ranges.length === 0 || text === sent || isRefused) return null;
      sent = text;
      return report;
    }

    async function send(target: string) {
      const report = nextReport();
      if (!report) return;
      const headers = { 'Content-Type': 'application/json' };
      try {
        const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(report) });
        if (response.ok) {
          const { state } = (await response.json()) as { state: string };
          if (state === 'done' && !isDone) done.current();
          isDone = state === 'done';
        } else if (response.status < 500 && response.status !== 429) isRefused = true;
        else sent = '';
      } catch {
        // Without a connection, the next report has everything.
        sent = '';
      }
    }

    function leave() {
      const report = nextReport();
      if (!report || url === null) return;
      const body = new Blob([JSON.stringify({ ...report, leaving: true })], { type: 'application/json' });
      if (!navigator.sendBeacon(url, body)) sent = '';
    }

    const report = () => void send(url);
    const onVisibility = () => void (document.visibilityState === 'hidden' && leave());
    const timer = setInterval(report, EVERY_MS);
    const listening = new AbortController();
    const { signal } = listening;
    // Loading the video again clears the browser's record.
    for (const event of ['pause', 'ended', 'error']) player.addEventListener(event, report, { signal });
    document.addEventListener('visibilitychange', onVisibility, { signal });
    window.addEventListener('pagehide', leave, { signal });
    return () => {
      clearInterval(timer);
      listening.abort();
      leave();
    };
  }, [video, url]);
}

import { Download } from 'lucide';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { videoError } from '#app/courses/texts.ts';
import { aviNotice } from '#app/files/media/texts.ts';
import { Alert, ButtonAnchor, Icon } from '#app/ui/page.tsx';
import { t } from '#messages';
import { useWatchReports } from './watch-reports.ts';

type LessonPlayerProps = {
  videoPath: string;
  contentType: string | null;
  title: string;
  captions?: { language: string; label: string; path: string }[];
  /** The element, for what controls it from outside. */
  player?: RefObject<HTMLVideoElement | null>;
  poster?: string;
  /** Seconds at which to start. */
  startAt?: number;
  /** The URL for reports of the watched ranges. Null for a reader who is not enrolled. */
  reportTo?: string | null;
  /** Called when the lesson is done. */
  onDone?: () => void;
};

const nothing = () => undefined;

/** The wait before a video is loaded again, for the report and for the connection. */
const RESUME_AFTER_MS = 1_000;
const MOST_RESUMPTIONS = 3;

/**
 * Loads a video again that stopped with an error, and resumes at its position: its connection was lost, or
 * the file store's URL, to which it was redirected, has expired. A press of play or pause in the meantime
 * counts.
 */
function useResumption(video: RefObject<HTMLVideoElement | null>, videoPath: string, start: number) {
  const tries = useRef({ at: start, count: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Returns false if it did not help before. */
  return (): boolean => {
    const player = video.current;
    if (!player) return false;
    const hasMetadata = player.readyState !== HTMLMediaElement.HAVE_NOTHING;
    const at = hasMetadata ? player.currentTime : tries.current.at;
    // It helped if the video went on, or was moved, for more than a second.
    const count = Math.abs(at - tries.current.at) > 1 ? 1 : tries.current.count + 1;
    tries.current = { at, count };
    if (count > MOST_RESUMPTIONS) return false;
    const wasPlaying = !player.paused;
    if (!hasMetadata) {
      // Browsers reject play() on a source that could not be opened. Without a source, it waits for the next one.
      player.removeAttribute('src');
      player.load();
      if (wasPlaying) player.play().catch(nothing);
    }
    timer.current = setTimeout(
      () => {
        // Chromium pauses a video that stopped with an error after its metadata.
        const goesOn = (hasMetadata && wasPlaying) || !player.paused;
        tries.current.at = player.currentTime || at;
        player.src = `${videoPath}#t=${tries.current.at}`;
        if (goesOn) player.play().catch(nothing);
      },
      // Nothing was watched before the metadata, and often only the URL has expired.
      RESUME_AFTER_MS * (hasMetadata ? count : count - 1),
    );
    return true;
  };
}

/** The browser's own controls are off while a video waits to be loaded again, so the player takes the press. */
function pressWithoutSource(player: HTMLVideoElement) {
  if (player.networkState !== HTMLMediaElement.NETWORK_EMPTY) return;
  if (player.paused) player.play().catch(nothing);
  else player.pause();
}

/** Why a video does not play: it cannot be had, or the browser cannot decode it. */
type Failure = 'missing' | 'format';

/** Browsers give the same code for both. */
const whyFailed = (videoPath: string): Promise<Failure> =>
  fetch(videoPath, { method: 'HEAD' }).then(
    ({ ok }) => (ok ? 'format' : 'missing'),
    () => 'missing',
  );

type ProblemsProps = Pick<LessonPlayerProps, 'contentType' | 'videoPath'> & { failed: Failure | null };

const Problems = ({ failed, contentType, videoPath }: ProblemsProps) => (
  <>
    {failed && (
      <Alert tone="error">
        {failed === 'format' ? t('lessonPlayer.thisBrowserCannotPlayThis') : videoError()}
      </Alert>
    )}
    {contentType === 'video/x-msvideo' && (
      <Alert tone="info" title={t('lessonPlayer.thisIsAnAviFile')}>
        {aviNotice().replace(/^.*?\. /, '')}
      </Alert>
    )}
    {(failed || contentType === 'video/x-msvideo') && (
      <p>
        <ButtonAnchor href={videoPath} download variant="secondary" size="small">
          <Icon of={Download} />
          {t('lessonPlayer.downloadVideo')}
        </ButtonAnchor>
      </p>
    )}
  </>
);

/** A lesson's video with the browser's controls. Give it a key per lesson, so that it restarts. */
export function LessonPlayer({
  videoPath,
  contentType,
  title,
  captions = [],
  player,
  poster,
  startAt = 0,
  reportTo = null,
  onDone = nothing,
}: LessonPlayerProps) {
  const isSound = contentType?.startsWith('audio/') ?? false;
  // Both elements have what the player uses.
  const Media = (isSound ? 'audio' : 'video') as 'video';
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState<Failure | null>(null);
  // A video that goes on playing must not jump when the page is loaded again.
  const [start] = useState(startAt);
  const resume = useResumption(video, videoPath, start);
  const resumeOrFail = () => {
    if (!resume()) whyFailed(videoPath).then(setFailed);
  };
  useWatchReports({ video, url: reportTo, onDone });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may have failed before hydration
  useEffect(() => {
    if (video.current?.error) resumeOrFail();
  }, []);
  return (
    <div className="grid gap-3">
      <Media
        ref={(element) => {
          video.current = element;
          if (player) player.current = element;
        }}
        className={isSound ? 'w-full' : 'lesson-video'}
        src={start > 0 ? `${videoPath}#t=${start}` : videoPath}
        {...(!isSound && { poster, playsInline: true })}
        controls
        preload="metadata"
        aria-label={title}
        onError={resumeOrFail}
        onClick={({ currentTarget }) => pressWithoutSource(currentTarget)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === ' ') pressWithoutSource(currentTarget);
        }}
        onPlaying={() => setFailed(null)}
      >
        {captions.map(({ language, label, path }) => (
          <track key={language} kind="captions" src={path} srcLang={language} label={label} />
        ))}
      </Media>
      <Problems failed={failed} contentType={contentType} videoPath={videoPath} />
    </div>
  );
}

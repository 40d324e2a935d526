import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Captions, Transcript as ShownTranscript } from '#app/courses/captions/captions-of.server.ts';
import { formatClock } from '#app/courses/duration.ts';
import { ButtonLink } from '#app/ui/page.tsx';
import { t } from '#messages';

type Player = RefObject<HTMLVideoElement | null>;
type TranscriptProps = {
  lessonId: string;
  captions: Captions[];
  transcript: ShownTranscript | null;
  player: Player;
};

type Spoken = {
  /** Starts of the lines that are shown. */
  lines: number[];
  part: number;
  starts: number[];
  /** Called with the part that begins to be spoken after the one that is shown. */
  onPart: (part: number) => void;
};

/** Marks the line that is spoken. Not with React, which would render all lines again. */
function useSpokenLine(player: Player, { lines, part, starts, onPart }: Spoken) {
  const list = useRef<HTMLOListElement>(null);
  const show = useRef(onPart);
  show.current = onPart;
  // With the lines on the page, not after them: until then, times of lines that are gone would mark those that came.
  useLayoutEffect(() => {
    const video = player.current;
    let spoken: Element | undefined;
    const mark = () => {
      const time = video?.currentTime ?? 0;
      const current =
        Math.max(
          starts.findLastIndex((start) => start <= time),
          0,
        ) + 1;
      const index = current === part ? lines.findLastIndex((start) => start <= time) : -1;
      const line = list.current?.children[index];
      if (line === spoken) return;
      for (const other of list.current?.querySelectorAll('[aria-current]') ?? [])
        other.removeAttribute('aria-current');
      line?.setAttribute('aria-current', 'true');
      // The video has left the part. A reader who chose another part stays there, because no line was marked.
      if (current !== part) show.current(current);
      spoken = line;
    };
    video?.addEventListener('timeupdate', mark);
    return () => video?.removeEventListener('timeupdate', mark);
  }, [player, lines, part, starts]);
  return list;
}

type PartsProps = { part: number; parts: number; to: (part: number) => string };

function Parts({ part, parts, to }: PartsProps) {
  const link = (other: number, label: string) => (
    <ButtonLink to={`${to(other)}#transcript`} variant="secondary" size="small" preventScrollReset>
      {label}
    </ButtonLink>
  );
  return (
    <nav aria-label={t('transcript.partsOfTheTranscript')} className="mt-3 flex flex-wrap items-center gap-3">
      {part > 1 && link(part - 1, t('transcript.earlierLines'))}
      <span className="text-sm text-muted">{t('transcript.partOfParts', { part, parts })}</span>
      {part < parts && link(part + 1, t('transcript.laterLines'))}
    </nav>
  );
}

const NONE: number[] = [];

/** The ID of the line to which a search leads. */
export const FOUND_LINE = 'found-line';

/** The captions as text, in parts. Each line links to its time in the video. */
export function Transcript({ lessonId, captions, transcript, player }: TranscriptProps) {
  const navigate = useNavigate();
  const lines = useMemo(() => transcript?.lines.map(({ at }) => at) ?? NONE, [transcript]);
  const query = (more: Record<string, string>) =>
    `?${new URLSearchParams({ lesson: lessonId, captions: transcript?.language ?? '', ...more })}`;
  const list = useSpokenLine(player, {
    lines,
    part: transcript?.part ?? 1,
    starts: transcript?.starts ?? NONE,
    onPart: (part) =>
      void navigate(query({ part: String(part) }), { replace: true, preventScrollReset: true }),
  });
  if (!transcript) return null;
  const { language: own, part, starts, found } = transcript;
  return (
    <section aria-labelledby="transcript" className="mt-6">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 id="transcript" className="text-lg">
          {t('common.transcript')}
        </h3>
        {captions.length > 1 &&
          captions.map(({ language, label }) => (
            <Link
              key={language}
              to={query({ captions: language })}
              lang={language}
              className="link"
              aria-current={language === own ? 'true' : undefined}
              preventScrollReset
            >
              {label}
            </Link>
          ))}
      </div>
      <ol ref={list} className="transcript" key={part} lang={own}>
        {transcript.lines.map(({ at, text }) => (
          <li key={at} {...(at === found && { id: FOUND_LINE, 'aria-current': 'true' })}>
            <a
              href={`${query({ t: String(at) })}#lesson`}
              onClick={(event) => {
                if (!player.current || event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                player.current.currentTime = at;
                player.current.play().catch(() => undefined);
              }}
            >
              <span className="transcript-time">{formatClock(at)}</span> <span dir="auto">{text}</span>
            </a>
          </li>
        ))}
      </ol>
      {starts.length > 1 && (
        <Parts part={part} parts={starts.length} to={(other) => query({ part: String(other) })} />
      )}
    </section>
  );
}

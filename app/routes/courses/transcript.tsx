import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { formatClock } from '#app/courses/duration.ts';
import type { shownCaptions } from '#app/routes/courses/transcript.server.ts';

type TranscriptProps = ReturnType<typeof shownCaptions> & {
  lessonId: string;
  player: RefObject<HTMLVideoElement | null>;
};

/** Marks the line that is spoken. Not with React, which would render thousands of lines again. */
function useSpokenLine(player: RefObject<HTMLVideoElement | null>, starts: number[]) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const video = player.current;
    let marked: Element | undefined;
    const mark = () => {
      const index = starts.findLastIndex((start) => start <= (video?.currentTime ?? 0));
      const line = list.current?.children[index];
      if (line === marked) return;
      marked?.removeAttribute('aria-current');
      line?.setAttribute('aria-current', 'true');
      marked = line;
    };
    video?.addEventListener('timeupdate', mark);
    return () => video?.removeEventListener('timeupdate', mark);
  }, [player, starts]);
  return list;
}

/** The captions as text. A line leads to its time, without JavaScript as a link to the page. */
export function Transcript({ lessonId, captions, transcript, player }: TranscriptProps) {
  const starts = useMemo(() => transcript?.lines.map(({ at }) => at) ?? [], [transcript]);
  const list = useSpokenLine(player, starts);
  if (!transcript) return null;
  const query = (more: Record<string, string>) =>
    `?${new URLSearchParams({ lesson: lessonId, captions: transcript.language, ...more })}`;
  return (
    <section aria-labelledby="transcript" className="mt-6">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 id="transcript" className="text-lg">
          Transcript
        </h3>
        {captions.length > 1 &&
          captions.map(({ language, label }) => (
            <Link
              key={language}
              to={query({ captions: language })}
              lang={language}
              className="link"
              aria-current={language === transcript.language ? 'true' : undefined}
              preventScrollReset
            >
              {label}
            </Link>
          ))}
      </div>
      <ol ref={list} className="transcript" lang={transcript.language}>
        {transcript.lines.map(({ at, text }) => (
          <li key={at}>
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
    </section>
  );
}

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createRef, useMemo } from 'react';
import { createRoutesStub, useSearchParams } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { Transcript } from '#app/routes/courses/transcript.tsx';

afterEach(cleanup);

const STARTS = [0, 20, 40];

/** A transcript of three parts with two lines each, ten seconds apart. */
function renderTranscript() {
  const player = createRef<HTMLVideoElement>() as { current: HTMLVideoElement };
  player.current = document.createElement('video');
  function Page() {
    const part = Number(useSearchParams()[0].get('part') ?? 1);
    const transcript = useMemo(() => {
      const lines = [0, 10].map((second) => ({
        at: (STARTS[part - 1] ?? 0) + second,
        text: `Part ${part}, line ${second}`,
      }));
      return { language: 'en', lines, part, starts: STARTS, found: null };
    }, [part]);
    return <Transcript lessonId="a" captions={[]} transcript={transcript} player={player} />;
  }
  const Stub = createRoutesStub([{ path: '/', Component: Page }]);
  render(<Stub initialEntries={['/']} />);
  return (second: number) => {
    player.current.currentTime = second;
    player.current.dispatchEvent(new Event('timeupdate'));
  };
}

const spoken = () => document.querySelector('.transcript [aria-current]')?.textContent ?? null;

describe('a transcript in parts', () => {
  it('marks the line that is spoken, and goes on to the next part with the video', async () => {
    const playTo = renderTranscript();
    playTo(11);
    expect(spoken()).toContain('Part 1, line 10');
    playTo(20.2);
    await screen.findByText('Part 2, line 0');
    playTo(20.4);
    expect(spoken()).toContain('Part 2, line 0');
    playTo(55);
    await screen.findByText('Part 3, line 10');
  });

  it('stays with a part that the reader chose', async () => {
    const playTo = renderTranscript();
    playTo(1);
    screen.getByRole('link', { name: 'Later lines' }).click();
    await screen.findByText('Part 2, line 0');
    for (const second of [2, 11, 12]) playTo(second);
    await waitFor(() => expect(spoken()).toBeNull());
    screen.getByText('Part 2, line 0');
    // It follows again once the video has come there.
    for (const second of [21, 41]) playTo(second);
    await screen.findByText('Part 3, line 0');
  });
});

import type { Cue } from './parse-captions.ts';

const time = (milliseconds: number) => {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = milliseconds / 1_000;
  const rest = String(milliseconds % 1_000).padStart(3, '0');
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${rest}`;
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Captions as WebVTT. */
export const toWebVtt = (cues: Cue[]) =>
  `WEBVTT\n\n${cues.map(([start, end, text]) => `${time(start)} --> ${time(end)}\n${escaped(text)}\n\n`).join('')}`;

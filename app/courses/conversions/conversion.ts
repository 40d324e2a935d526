import { aviNotice, installFfmpeg } from '#app/files/media/texts.ts';

/** The conversion of a video that browsers cannot play. `unavailable`: ffmpeg is not installed. */
export type Conversion = {
  state: 'unavailable' | 'waiting' | 'running' | 'failed';
  percent: number;
  /** Why it failed, in a sentence. */
  reason: string | null;
};

/** Whether a conversion goes on, so that pages show its progress. */
export const isConverting = (conversion: Conversion | null | undefined): boolean =>
  conversion?.state === 'waiting' || conversion?.state === 'running';

/** What an author reads about a conversion. */
export function conversionText({ state, reason }: Conversion): string {
  if (state === 'running') return 'Converting to MP4';
  if (state === 'waiting') return 'Waiting to be converted to MP4.';
  if (state === 'failed') {
    return `This video could not be converted to MP4. ${reason ?? ''} Learners may only be able to download it.`;
  }
  return `${aviNotice()} ${installFfmpeg()}`;
}

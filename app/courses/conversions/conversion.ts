import { aviNotice, installFfmpeg } from '#app/files/media/texts.ts';
import { t } from '#messages';

export const CONVERSION_STATES = ['unavailable', 'waiting', 'running', 'failed'] as const;

/** The conversion of a video that browsers cannot play. `unavailable`: ffmpeg is not installed. */
export type Conversion = {
  state: (typeof CONVERSION_STATES)[number];
  percent: number;
  /** Why it failed, in a sentence. */
  reason: string | null;
};

/** Whether a conversion goes on, so that pages show its progress. */
export const isConverting = (conversion: Conversion | null | undefined): boolean =>
  conversion?.state === 'waiting' || conversion?.state === 'running';

/** Why a conversion failed, as it is stored. */
export type ConversionFailure =
  | 'failed'
  | 'too-large'
  | 'too-many-pixels'
  | 'too-slow'
  | 'interrupted'
  | 'storage-full';

const failureTexts = (): Record<ConversionFailure, string> => ({
  failed: t('conversion.ffmpegCannotReadIt'),
  'too-large': t('conversion.tooLong'),
  'too-many-pixels': t('conversion.moreThan4096PixelsASide'),
  'too-slow': t('conversion.tooSlow'),
  interrupted: t('conversion.interrupted'),
  'storage-full': t('conversion.noStorageLeft'),
});

/** Why a conversion failed, in a sentence. Earlier versions stored the sentence itself. */
export const failureText = (stored: string): string =>
  (failureTexts() as Record<string, string>)[stored] ?? stored;

/** What an author reads about a conversion. */
export function conversionText({ state, reason }: Conversion): string {
  if (state === 'running') return t('conversion.convertingToMp4');
  if (state === 'waiting') return t('conversion.waiting');
  if (state === 'failed') {
    return t('conversion.failed', { reason: reason ?? '' });
  }
  return `${aviNotice()} ${installFfmpeg()}`;
}

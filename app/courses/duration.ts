import { inUnits } from '#app/messages/formats.ts';
import { t } from '#messages';

const LONGEST_SECONDS = 100 * 3_600;

/**
 * Parses a duration into seconds, or null: '15:30', '1:02:03', '25 minutes', '25' (minutes), '1 h 5 min', '90 seconds'. It
 * must be more than zero and at most 100 hours.
 */
export function parseDuration(text: string): number | null {
  const seconds = secondsOf(text.trim().toLowerCase().replaceAll(/\s+/g, ' '));
  return seconds !== null && seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : null;
}

const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;
const WORDS =
  /^(?:(\d{1,3}) ?h(?:(?:ou)?rs?)?)?(?: ?(\d{1,4}) ?m(?:in(?:ute)?s?)?)?(?: ?(\d{1,5}) ?s(?:ec(?:ond)?s?)?)?$/;

function secondsOf(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text) * 60;
  const clock = CLOCK.exec(text);
  if (clock) {
    const [, hours, minutes, seconds] = clock;
    if (hours !== undefined && Number(minutes) > 59) return null;
    return Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds);
  }
  const words = text === '' ? null : WORDS.exec(text);
  if (!words) return null;
  const [, hours, minutes, seconds] = words;
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

/* @__NO_SIDE_EFFECTS__ */
const brief = (unit: string) =>
  // German has no narrow minute beside its narrow hour: '2h 5 Min.'.
  inUnits(unit, (locale) => (locale.startsWith('en-u-') ? 'narrow' : 'short'));
const [inHours, inMinutes] = [brief('hour'), brief('minute')];

/** '2h 5m', '45m', in German '2 Std. 5 Min.': hours and minutes, rounded up to the minute. */
export function formatHoursAndMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = inMinutes()(minutes % 60);
  return hours > 0 ? `${inHours()(hours)} ${rest}` : rest;
}

/** '25 min': minutes, rounded up. */
export const formatMinutes = (seconds: number) => t('duration.valueMin', { value: Math.ceil(seconds / 60) });

/** A duration as its author wrote it. A number alone, which means minutes, gets its unit. */
export const shownDuration = (text: string) => (/^\d+$/.test(text) ? formatMinutes(Number(text) * 60) : text);

/** '1:02:03', '15:30': a time of a video, without fractions of a second. */
export function formatClock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(Math.floor(seconds) % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

const KILOBYTE = 1_024;
const UNITS = ['KB', 'MB', 'GB', 'TB'];

/** Formats a size such as '512 KB' or '1.5 GB'. */
export function formatBytes(bytes: number): string {
  let value = bytes / KILOBYTE;
  let unit = 0;
  while (value >= KILOBYTE && unit < UNITS.length - 1) {
    value /= KILOBYTE;
    unit += 1;
  }
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${rounded} ${UNITS[unit]}`;
}

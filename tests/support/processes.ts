import { readdirSync, readFileSync } from 'node:fs';

function status(pid: number | string, field: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  } catch {
    return 0; // it has ended
  }
}

/** Resident memory of a process, in bytes (Linux). */
export const residentBytes = (pid: number) => status(pid, 'VmRSS') * 1_024;

/** The highest resident memory of each child process so far, in bytes, by its id (Linux). */
export const peakOfChildren = (parent: number) =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && status(name, 'PPid') === parent)
      .map((name) => [Number(name), status(name, 'VmHWM') * 1_024]),
  );

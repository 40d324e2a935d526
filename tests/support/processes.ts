import { readdirSync, readFileSync } from 'node:fs';

function status(pid: number | string, field: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  } catch {
    return 0; // The process has ended.
  }
}

/** Resident memory of a process, in bytes (Linux). */
export const residentBytes = (pid: number) => status(pid, 'VmRSS') * 1_024;

/** The peak resident memory of each child process in bytes, by process ID (Linux). */
export const peakOfChildren = (parent: number) =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && status(name, 'PPid') === parent)
      .map((name) => [Number(name), status(name, 'VmHWM') * 1_024]),
  );

/** Processor time of the child processes that have ended, in seconds (Linux). */
export function cpuSecondsOfChildren(parent: number): number {
  const fields = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

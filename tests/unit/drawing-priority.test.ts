import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, expect, it } from 'vitest';
import { LAYOUT_VERSION } from '#app/drawing/drawing.ts';
import { closeRenderer, renderCertificate } from '#app/drawing/render.server.ts';

afterAll(closeRenderer);

const threads = () => readdirSync('/proc/self/task');

/** Reads a thread's nice value: the 17th field after the command in /proc/PID/task/TID/stat (proc_pid_stat(5)). */
const niceness = (thread: string) => {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
};

it.runIf(process.platform === 'linux')(
  'the thread that draws has a lower priority than the thread that serves requests',
  async () => {
    const own = getPriority();
    // Files before this one in the same process may have left threads behind.
    await closeRenderer();
    const before = new Set(threads());
    await renderCertificate(
      {
        uniqueId: '7K3M9QZX2HVB4TND',
        studentName: 'Ingrid Sørensen',
        courseName: 'Distributed Systems',
        issuerName: 'Aurora Institute',
        issueDate: '2026-02-28',
        expiryDate: null,
        verifyUrl: 'http://localhost:3000/verify',
        layoutVersion: LAYOUT_VERSION,
        revokedAt: null,
        design: null,
      },
      'pdf',
    );
    const started = threads().filter((thread) => !before.has(thread));
    expect(Math.max(...started.map(niceness))).toBe(Math.min(own + 10, 19));
    expect(getPriority()).toBe(own);
  },
);

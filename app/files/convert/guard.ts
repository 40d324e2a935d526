import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/*
 * Runs a program with limits, as the child process of run-tool.server.ts, and kills it when stdin ends: when the server wants it to stop, and
 * also when the server was killed, because the system then closes the pipe.
 *   node guard.ts CPU_SECONDS MEMORY_KB FILE_BLOCKS program argument…
 */

/** Lower than everything else that the server runs. */
const NICENESS = 19;

const [cpuSeconds = '', memoryKb = '', fileBlocks = '', ...command] = process.argv.slice(2);
const limits = `ulimit -t ${Number(cpuSeconds)}; ulimit -d ${Number(memoryKb)}; ulimit -f ${Number(fileBlocks)}`;
const [program = '', ...args] =
  process.platform === 'win32' ? command : ['/bin/sh', '-c', `${limits}; exec "$@"`, 'sh', ...command];
const child = spawn(program, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {},
  detached: process.platform !== 'win32',
});

function kill() {
  try {
    if (child.pid) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

if (child.pid) setPriority(child.pid, NICENESS);
process.stdin.on('end', kill).on('error', kill).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, kill);
child.on('error', () => process.exit(127));
child.on('exit', (code, signal) => {
  // Also ends the program's child processes.
  kill();
  // As shells report a signal.
  process.exit(code ?? (signal === 'SIGXFSZ' ? 153 : 137));
});

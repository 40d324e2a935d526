/**
 * Settings of glibc's malloc, which it reads when a process starts. By default it raises its threshold for separate mappings to the
 * largest block that was freed, up to 32 MB. Files and password hashes then fragment heaps that never shrink again.
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  MALLOC_TRIM_THRESHOLD_: '16000000',
};

/**
 * V8's options. By default the young generation grows by 100 MB without making requests faster. idle-collection.server.ts calls the
 * collector.
 */
const V8 = ['--max-semi-space-size=16', '--expose-gc'];

/**
 * Starts this process again with settings that keep its memory small, unless it has them. They take effect only at the start of a
 * process, and npm start, the demo and an operator's own unit file all get them here. The process keeps its ID, streams and arguments.
 * Variables that the operator has set win.
 */
export function ensureMemorySettings() {
  const { env, execArgv, execPath, argv } = process;
  const complete =
    V8.every((option) => execArgv.includes(option)) &&
    Object.keys(MALLOC).every((name) => env[name] !== undefined);
  // Windows cannot replace a process. There, the defaults apply.
  if (complete || process.platform === 'win32' || !process.execve) return;
  process.execve(execPath, [execPath, ...V8, ...execArgv, ...argv.slice(1)], { ...MALLOC, ...env });
}

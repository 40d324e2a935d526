/**
 * Settings of glibc's malloc, which it reads at the start of a process. By default it raises the threshold for separate
 * mappings to the largest freed block, up to 32 MB. Files and password hashes then fragment heaps that never shrink again.
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  MALLOC_TRIM_THRESHOLD_: '16000000',
};

/**
 * V8's options. By default the young generation grows by 100 MB without making requests faster. idle-collection.server.ts calls
 * the garbage collector.
 */
const V8 = ['--max-semi-space-size=16', '--expose-gc'];

/**
 * Starts this process again with settings that keep its memory small, unless it has them. They only take effect at the start of
 * a process. Done here, so that npm start, the demo and an operator's own unit file all get them. The process keeps its ID,
 * streams and arguments. Variables set by the operator take precedence.
 */
export function ensureMemorySettings() {
  const { env, execArgv, execPath, argv } = process;
  const complete =
    V8.every((option) => execArgv.includes(option)) &&
    Object.keys(MALLOC).every((name) => env[name] !== undefined);
  // Windows cannot replace a process, so it keeps the defaults.
  if (complete || process.platform === 'win32' || !process.execve) return;
  process.execve(execPath, [execPath, ...V8, ...execArgv, ...argv.slice(1)], { ...MALLOC, ...env });
}

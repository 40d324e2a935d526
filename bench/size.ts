/** With `BENCH_SMALLEST=1`, a benchmark only shows that it runs: its figures say nothing. */
export const IS_SMALLEST = process.env.BENCH_SMALLEST === '1';

/** How much a benchmark measures: so many rows, seconds or rounds. */
export const size = (usual: number, smallest: number): number => (IS_SMALLEST ? smallest : usual);

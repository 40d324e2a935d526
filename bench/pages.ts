import { type BenchRequest, besideCommitBefore, compareRates } from './commit-before.ts';

/** Part of the name of the only page to measure. */
const ONLY = process.env.BENCH_ONLY ?? '';
const ENCODINGS = { plain: 'identity', brotli: 'br' };

/**
 * Compares the login page and the list of 50 issued certificates, plain and compressed, with an older commit (BENCH_BEFORE) and with
 * a bare node:http server that renders the same tree and data by React's renderToPipeableStream.
 */
export async function run() {
  await besideCommitBefore(async ({ before, after, startHere }) => {
    const pages = { 'login page': '/', 'issued list': '/admin/issued-certificates' };
    const cookieOf = ({ data }: typeof after, path: string) => (path === '/' ? '' : data.issuer.cookie);
    for (const [name, path] of Object.entries(pages).filter(([each]) => each.includes(ONLY))) {
      const cookie = cookieOf(after, path);
      const bare = await startHere('bench/bare-page.ts', { BENCH_PATH: path, BENCH_COOKIE: cookie });
      for (const [encoding, accept] of Object.entries(ENCODINGS)) {
        const requestOf = (side: typeof after): BenchRequest => ({
          path,
          headers: { cookie: cookieOf(side, path), 'accept-encoding': accept },
        });
        const newer = { server: after.server, request: requestOf(after) };
        const old = await compareRates({ server: before.server, request: requestOf(before) }, newer);
        const rendering = await compareRates({ server: bare, request: newer.request }, newer);
        const label = `${name}, ${encoding}`.padEnd(20);
        console.log(
          `${label} ${old.ratio.toFixed(2)} of the older commit (goal: at least 2; ${old.spread}), ` +
            `${rendering.ratio.toFixed(2)} of bare rendering, ${old.perSecond.toFixed(0)} a processor second`,
        );
      }
      await bare.stop();
    }
  });
}

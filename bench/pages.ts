import { type BenchRequest, besideCommitBefore, compareRates } from './commit-before.ts';

const ENCODINGS = { plain: 'identity', brotli: 'br' };

/**
 * Compares the login page and the list of 50 issued certificates, plain and compressed, with an older commit (BENCH_BEFORE) and with
 * a bare node:http server that renders the same tree and data by React's renderToPipeableStream.
 */
export async function run() {
  await besideCommitBefore(async ({ before, after, data, startHere }) => {
    const pages = {
      'login page': { path: '/' },
      'issued list': { path: '/admin/issued-certificates', cookie: data.issuer.cookie },
    };
    for (const [name, { path, cookie = '' }] of Object.entries<{ path: string; cookie?: string }>(pages)) {
      const bare = await startHere('bench/bare-page.ts', { BENCH_PATH: path, BENCH_COOKIE: cookie });
      for (const [encoding, accept] of Object.entries(ENCODINGS)) {
        const request: BenchRequest = { path, headers: { cookie, 'accept-encoding': accept } };
        const old = await compareRates(before, after, request);
        const rendering = await compareRates(bare, after, request);
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

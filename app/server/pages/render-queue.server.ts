import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import { addressOf } from '#app/server/edge/checks.server.ts';
import type { Edge, Middleware } from '#app/server/edge/edge.server.ts';
import { requirePointsLeft } from '#app/server/edge/request-cap.server.ts';
import { openWaitingConnections } from '#app/server/sockets/connections.server.ts';
import { type Client, createFairQueue } from '#app/shared/fair-queue.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { t } from '#messages';

/** A page that takes longer is waiting for something other than the CPU, so the next one starts. */
const SLOT_MS = 25;

/** Accounts take turns, and the addresses of visitors. */
const inTurn = createFairQueue({
  // Few, so that other sockets are read in between.
  concurrent: 2,
  // Each page takes a few milliseconds, so the last one waits a few seconds. A class opens a page with twelve
  // pictures at the same time.
  waiting: 1_000,
  message: () => t('common.theServerIsBusy'),
});

/** Resolves when the page is rendered, or after SLOT_MS. */
async function endOfSlot(page: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, SLOT_MS);
  await Promise.race([page.catch(() => undefined), late.promise]);
  clearTimeout(timer);
}

/**
 * Limits concurrent rendering. Otherwise hundreds of pipelined requests would be rendered before any other
 * socket is read. A request with a body releases its slot immediately, because its client decides how long
 * the body takes.
 * @throws AppError busy when too many are waiting, or when the client disconnected while its request waited
 */
const inRenderQueue = <Result>(client: Client, hasBody: boolean, render: () => Promise<Result>) =>
  new Promise<Result>((resolve, reject) => {
    // The first immediate after a socket's callback still runs in the turn of that callback, which accepts no other connection.
    const endOfTurn = nextTurn();
    inTurn(client, async () => {
      await endOfTurn;
      // Other sockets are read before.
      await openWaitingConnections();
      const page = render();
      page.then(resolve, reject);
      if (!hasBody) await endOfSlot(page);
    }).catch(reject);
  });

/**
 * Answers a page or an API call when its turn comes.
 * @throws AppError busy as `inRenderQueue`; rate-limited
 */
export function inTurnOfAsker<Result>(
  c: Context<Edge>,
  render: () => Promise<Result> | Result,
): Promise<Result> {
  const { method, signal } = c.req.raw;
  const asker = { address: addressOf(c), account: c.env.matched.account };
  const client = { account: asker.account ?? addressBlock(asker.address), signal };
  return inRenderQueue(client, method !== 'GET' && method !== 'HEAD', async () => {
    // Answers to others may have used its points up while it waited.
    requirePointsLeft(asker);
    return render();
  });
}

/** Queues pages and their data. Health checks and other servers' requests cost little. */
export const queuePages: Middleware = (c, next) =>
  c.env.kind.needs.probe || c.env.kind.needs.server ? next() : inTurnOfAsker(c, next);

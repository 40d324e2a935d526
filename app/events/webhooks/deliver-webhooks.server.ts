import { performance } from 'node:perf_hooks';
import { toApiEvent } from '#app/events/event-objects.server.ts';
import { onAnyEvent } from '#app/events/event-wake-up.server.ts';
import { newestPlace } from '#app/events/events-after.server.ts';
import { createPatientLoop } from '#app/shared/each-row.server.ts';
import { log } from '#app/shared/log.server.ts';
import { every } from '#app/shared/periodic.server.ts';
import { transaction } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { isSpaceLow } from '#db/reserve.ts';
import { type Attempt, type Outcome, recordOutcome } from './delivery-results.server.ts';
import { nextDelivery, type Planned, webhooksDue, webhooksOf, webhooksOn } from './next-delivery.server.ts';
import { queueDeliveries } from './queue-deliveries.server.ts';
import { createSender, reasonOf, type Send } from './send-webhook.server.ts';
import { validSecrets } from './webhook-secret.server.ts';

/** Webhooks that are served in parallel. Each gets one event at a time. */
const MOST_AT_ONCE = 256;
/** How many of them may be slow or failing, so that there is always room for the others. */
const MOST_SLOW = 192;
const SLOW_MS = 1_000;

const POLL_EVERY_MS = 1_000;
/** Events that come together are queued together, for some webhooks in one step. */
const GATHER_MS = 50;
const MOST_QUEUED_AT_ONCE = 50;

/** Events are sent in steps. While requests use most of the event loop, a step is small. */
const STEP_MS = 100;
const MOST_A_STEP = 50;
const FEWEST_A_STEP = 2;
const BUSY = 0.6;

/** The number of events that may be sent in the next step. */
function createPace() {
  let before = performance.eventLoopUtilization();
  return () => {
    const present = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(present, before);
    before = present;
    return utilization > BUSY ? FEWEST_A_STEP : MOST_A_STEP;
  };
}

/** Sends the events of webhooks: at least once, and those of one object in their order. */
export function createDispatcher(send: Send) {
  const underWay = new Map<number, Promise<void>>();
  /** Webhooks that have something due, in their turn. */
  const ready = new Set<number>();
  /** Webhooks whose last try failed or took long. */
  const slow = new Set<number>();
  /** By webhook, the oldest event if the receiver just refused it. A missing answer does not count. */
  const refused = new Map<number, number>();
  const pace = createPace();
  const forEachWebhook = createPatientLoop('new deliveries');
  /** Webhooks with new events, none of which may be queued yet. */
  const unqueued = new Map<number, Parameters<typeof queueDeliveries>[0]>();
  /** The webhooks of events up to this place are in `unqueued` or have deliveries. Null until all webhooks were looked through. */
  let noticedUntil: number | null = null;
  let stopped = false;
  let gathering: NodeJS.Timeout | undefined;
  let stepping: NodeJS.Timeout | undefined;

  /** Makes deliveries of new events. Those that find no place follow once others are done (next-delivery.server.ts). */
  function queueNew() {
    const newest = newestPlace();
    if (newest !== noticedUntil) {
      const found = noticedUntil === null ? webhooksOn() : webhooksOf(noticedUntil);
      for (const webhook of found) unqueued.set(webhook.seq, webhook);
      noticedUntil = newest;
    }
    const next = [...unqueued.values()].slice(0, MOST_QUEUED_AT_ONCE);
    if (next.length === 0) return;
    // One commit for all, because each waits for the disk.
    transaction(() => forEachWebhook(next, ({ seq }) => seq, queueDeliveries));
    for (const { seq } of next) unqueued.delete(seq);
  }

  async function attempt({ webhook, event, ...planned }: Planned): Promise<Outcome> {
    let body: string;
    try {
      body = JSON.stringify(toApiEvent(event));
    } catch (error) {
      log.error({ err: error, event: event.id, alert: true }, 'an event could not be described');
      return { status: null, error: 'unreadable-event', isOurs: true };
    }
    try {
      const secrets = validSecrets(webhook);
      const status = await send({ url: webhook.url, id: event.id, body, secrets });
      return { status, error: null };
    } catch (error) {
      log.debug({ reason: reasonOf(error), delivery: planned.deliveryId }, 'a webhook failed');
      return { status: null, error: reasonOf(error) };
    }
  }

  async function deliver(planned: Planned) {
    const { seq } = planned.webhook;
    const started = performance.now();
    const outcome = await attempt(planned);
    const isDone = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const isQuick = performance.now() - started < SLOW_MS;
    if (isDone && isQuick) slow.delete(seq);
    else if (!outcome.isOurs) slow.add(seq);
    const refusedSeq = refused.get(seq) ?? null;
    const isAnswered = outcome.status !== null || !isQuick || outcome.isOurs === true;
    if (!isDone && planned.isOldest && isAnswered) refused.set(seq, planned.event.seq);
    else refused.delete(seq);
    // It is sent again by the next server.
    if (stopped && outcome.status === null) return;
    const result: Attempt = { ...planned, webhookSeq: seq, refusedSeq };
    await groupCommit((tx) => recordOutcome(tx, result, outcome));
  }

  function start(planned: Planned) {
    const { seq } = planned.webhook;
    const sending = deliver(planned)
      .then(
        () => {
          ready.add(seq);
        },
        // The delivery stays due, so that it is sent again.
        (error: unknown) => log.error({ err: error }, 'a webhook was not delivered'),
      )
      .finally(() => {
        underWay.delete(seq);
        scheduleStep();
      });
    underWay.set(seq, sending);
  }

  /** The next webhook that may take a slot. */
  function takeReady(): number | undefined {
    let slowOnes = 0;
    for (const seq of underWay.keys()) if (slow.has(seq)) slowOnes += 1;
    for (const seq of ready) {
      if (underWay.has(seq) || (slow.has(seq) && slowOnes >= MOST_SLOW)) continue;
      ready.delete(seq);
      return seq;
    }
    return undefined;
  }

  /** Starts as many deliveries as slots and pace allow. */
  function step(most: number) {
    for (let started = 0; started < most && underWay.size < MOST_AT_ONCE && !stopped; ) {
      const seq = takeReady();
      if (seq === undefined) return;
      const planned = guarded(() => nextDelivery(seq, refused.has(seq)));
      if (!planned) continue;
      start(planned);
      started += 1;
    }
  }

  function scheduleStep() {
    if (stopped || stepping) return;
    stepping = setTimeout(() => {
      stepping = undefined;
      guarded(() => step(pace()));
      if (ready.size > 0 && underWay.size < MOST_AT_ONCE) scheduleStep();
    }, STEP_MS);
  }

  function guarded<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      log.error({ err: error }, 'webhooks not delivered');
      return undefined;
    }
  }

  /** Looks for new events and due deliveries. */
  function look() {
    // Without space, the results could not be recorded.
    if (stopped || isSpaceLow()) return;
    guarded(() => {
      queueNew();
      for (const seq of webhooksDue()) ready.add(seq);
    });
    if (ready.size > 0) scheduleStep();
    if (unqueued.size > 0) wake();
  }

  /** Looks soon, once for events that come together. */
  function wake() {
    if (stopped) return;
    gathering ??= setTimeout(() => {
      gathering = undefined;
      look();
    }, GATHER_MS);
  }

  return {
    look,
    wake,
    /** Sends all that is due, and resolves when nothing is in progress. */
    async deliverDue() {
      for (;;) {
        look();
        step(Number.POSITIVE_INFINITY);
        if (underWay.size === 0 && unqueued.size === 0) return;
        await Promise.all(underWay.values());
      }
    },
    /** Stops sending, and waits for the results of open deliveries. */
    async stop() {
      stopped = true;
      clearTimeout(gathering);
      clearTimeout(stepping);
      await Promise.all(underWay.values());
    },
  };
}

/**
 * Sends webhooks in the background. Wakes after each commit with an event, and every second for retries. Returns a function that stops it.
 */
export function startDeliveringWebhooks(): () => Promise<void> {
  const sender = createSender();
  const dispatcher = createDispatcher(sender.send);
  const stopListening = onAnyEvent(dispatcher.wake);
  const stopPolling = every(POLL_EVERY_MS, dispatcher.look)('webhooks');
  return async () => {
    stopListening();
    await stopPolling();
    const stopped = dispatcher.stop();
    // The next server repeats the open deliveries.
    await sender.close();
    await stopped;
  };
}

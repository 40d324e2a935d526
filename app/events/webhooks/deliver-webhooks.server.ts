import { performance } from 'node:perf_hooks';
import { onAnyEvent } from '#app/events/append-event.server.ts';
import { toApiEvent } from '#app/events/event-objects.server.ts';
import { newestPlace } from '#app/events/read-events.server.ts';
import { createPatientLoop, every } from '#app/shared/background-work.server.ts';
import { log } from '#app/shared/log.server.ts';
import { transaction } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { isSpaceLow } from '#db/reserve.ts';
import { validSecrets } from './change-webhook.server.ts';
import { queueDeliveries } from './deliveries.server.ts';
import type { Attempt, Outcome, Planned } from './due-deliveries.server.ts';
import { nextDelivery, recordOutcome, webhooksDue, webhooksOf, webhooksOn } from './due-deliveries.server.ts';
import { createSender, reasonOf, type Send } from './send-webhook.server.ts';

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

function guarded<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    log.error({ err: error }, 'webhooks not delivered');
    return undefined;
  }
}

/** Makes deliveries of new events. */
function createQueue() {
  const forEachWebhook = createPatientLoop('new deliveries');
  /** Webhooks with new events, none of which may be queued yet. */
  const unqueued = new Map<number, Parameters<typeof queueDeliveries>[0]>();
  /** The webhooks of events up to this place are in `unqueued` or have deliveries. Null until all webhooks were looked through. */
  let noticedUntil: number | null = null;
  return {
    hasMore: () => unqueued.size > 0,
    /** Events that find no place follow once others are done (`nextDelivery`). */
    queueNew() {
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
    },
  };
}

async function attempt(send: Send, { webhook, event, ...planned }: Planned): Promise<Outcome> {
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

/** Sends the events of webhooks: at least once, and those of one object in their order. */
class Dispatcher {
  readonly #send: Send;
  readonly #queue = createQueue();
  readonly #underWay = new Map<number, Promise<void>>();
  /** Webhooks that have something due, in their turn. */
  readonly #ready = new Set<number>();
  /** Webhooks whose last try failed or took long. */
  readonly #slow = new Set<number>();
  /** By webhook, the oldest event if the receiver just refused it. A missing answer does not count. */
  readonly #refused = new Map<number, number>();
  readonly #pace = createPace();
  #stopped = false;
  #gathering: NodeJS.Timeout | undefined;
  #stepping: NodeJS.Timeout | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  async #deliver(planned: Planned) {
    const { seq } = planned.webhook;
    const started = performance.now();
    const outcome = await attempt(this.#send, planned);
    const isDone = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const isQuick = performance.now() - started < SLOW_MS;
    if (isDone && isQuick) this.#slow.delete(seq);
    else if (!outcome.isOurs) this.#slow.add(seq);
    const refusedSeq = this.#refused.get(seq) ?? null;
    const isAnswered = outcome.status !== null || !isQuick || outcome.isOurs === true;
    if (!isDone && planned.isOldest && isAnswered) this.#refused.set(seq, planned.event.seq);
    else this.#refused.delete(seq);
    // It is sent again by the next server.
    if (this.#stopped && outcome.status === null) return;
    const result: Attempt = { ...planned, webhookSeq: seq, refusedSeq };
    await groupCommit((tx) => recordOutcome(tx, result, outcome));
  }

  #start(planned: Planned) {
    const { seq } = planned.webhook;
    const sending = this.#deliver(planned)
      .then(
        () => {
          this.#ready.add(seq);
        },
        // The delivery stays due, so that it is sent again.
        (error: unknown) => log.error({ err: error }, 'a webhook was not delivered'),
      )
      .finally(() => {
        this.#underWay.delete(seq);
        this.#scheduleStep();
      });
    this.#underWay.set(seq, sending);
  }

  /** The next webhook that may take a slot. */
  #takeReady(): number | undefined {
    let slowOnes = 0;
    for (const seq of this.#underWay.keys()) if (this.#slow.has(seq)) slowOnes += 1;
    for (const seq of this.#ready) {
      if (this.#underWay.has(seq) || (this.#slow.has(seq) && slowOnes >= MOST_SLOW)) continue;
      this.#ready.delete(seq);
      return seq;
    }
    return undefined;
  }

  /** Starts as many deliveries as slots and pace allow. */
  #step(most: number) {
    for (let started = 0; started < most && this.#underWay.size < MOST_AT_ONCE && !this.#stopped; ) {
      const seq = this.#takeReady();
      if (seq === undefined) return;
      const planned = guarded(() => nextDelivery(seq, this.#refused.has(seq)));
      if (!planned) continue;
      this.#start(planned);
      started += 1;
    }
  }

  #scheduleStep() {
    if (this.#stopped || this.#stepping) return;
    this.#stepping = setTimeout(() => {
      this.#stepping = undefined;
      guarded(() => this.#step(this.#pace()));
      if (this.#ready.size > 0 && this.#underWay.size < MOST_AT_ONCE) this.#scheduleStep();
    }, STEP_MS);
  }

  /** Looks for new events and due deliveries. */
  look() {
    // Without space, the results could not be recorded.
    if (this.#stopped || isSpaceLow()) return;
    guarded(() => {
      this.#queue.queueNew();
      for (const seq of webhooksDue()) this.#ready.add(seq);
    });
    if (this.#ready.size > 0) this.#scheduleStep();
    if (this.#queue.hasMore()) this.wake();
  }

  /** Looks soon, once for events that come together. */
  wake() {
    if (this.#stopped) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.look();
    }, GATHER_MS);
  }

  /** Stops sending, and waits for the results of open deliveries. */
  async stop() {
    this.#stopped = true;
    clearTimeout(this.#gathering);
    clearTimeout(this.#stepping);
    await Promise.all(this.#underWay.values());
  }

  /** Sends all that is due, and resolves when nothing is in progress. */
  async deliverDue() {
    for (;;) {
      this.look();
      this.#step(Number.POSITIVE_INFINITY);
      if (this.#underWay.size === 0 && !this.#queue.hasMore()) return;
      await Promise.all(this.#underWay.values());
    }
  }
}

export const createDispatcher = (send: Send) => new Dispatcher(send);

/**
 * Sends webhooks in the background. Wakes after each commit with an event, and every second for retries. Returns a function that stops it.
 */
export function startDeliveringWebhooks(): () => Promise<void> {
  const sender = createSender();
  const dispatcher = createDispatcher(sender.send);
  const stopListening = onAnyEvent(() => dispatcher.wake());
  const stopPolling = every(POLL_EVERY_MS, () => dispatcher.look())('webhooks');
  return async () => {
    stopListening();
    await stopPolling();
    const stopped = dispatcher.stop();
    // The next server repeats the open deliveries.
    await sender.close();
    await stopped;
  };
}

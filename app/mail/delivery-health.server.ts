import { env } from '#app/config/env.server.ts';
import { isoSeconds, now } from '#app/shared/clock.server.ts';
import { createStoredTexts } from '#app/shared/reader-texts.ts';
import { prepared } from '#db/client.ts';
import { t } from '#messages';
import { type LaneName, laneNames, oldestDue } from './lanes.server.ts';

const MINUTE_MS = 60_000;
const UNREACHABLE_FOR_MS = 5 * MINUTE_MS;
const RECENT_MS = 15 * MINUTE_MS;
const MOST_RECENT = 1_000;
/** Fewer messages say little: a few misspelt addresses are no problem of the site. */
const FEWEST_MESSAGES = 10;
/** How long a due message may wait. MAIL_PER_SECOND may slow down batches. */
const LATE_AFTER_MS: Record<LaneName, number> = {
  security: 15 * MINUTE_MS,
  single: 15 * MINUTE_MS,
  batch: 240 * MINUTE_MS,
};

/** Outcome of an attempt: the mail server accepted the message, rejected it, or could not be reached. */
type Outcome = 'delivered' | 'refused' | 'unreachable';
type Attempt = { mail: number; outcome: Outcome; at: number };

type Health = {
  /** The newest attempts, oldest first. */
  recent: Attempt[];
  /** The first attempt since the mail server became unreachable. */
  unreachableSince: number | null;
  lastDelivery: number | null;
  lastReason: string;
};

const health = prepared(
  (): Health => ({ recent: [], unreachableSince: null, lastDelivery: null, lastReason: '' }),
);

/** @param mail the message's `seq`; @param reason why it failed */
export function recordAttempt(mail: number, outcome: Outcome, reason = '') {
  const state = health();
  const at = now();
  state.recent.push({ mail, outcome, at });
  if (state.recent.length > MOST_RECENT) state.recent.shift();
  if (outcome === 'delivered') state.lastDelivery = at;
  // Alerts store a problem in one line.
  else state.lastReason = reason.replace(/\s+/g, ' ');
  if (outcome !== 'unreachable') state.unreachableSince = null;
  else state.unreachableSince ??= at;
}

/** Whether this process has delivered a message at this time or later. */
export const deliveredSince = (time: number) => (health().lastDelivery ?? 0) >= time;

/** Problems of delivery, as alerts store them. A mail server's reason may contain the separator. */
export const mailProblems = createStoredTexts({
  'mail-unreachable': (since, ...reason) =>
    t('deliveryHealth.theMailServerHasTakenNo', { since, lastReason: reason.join('|') }),
  'mail-refused': (failed, count, ...reason) =>
    t('deliveryHealth.failedOfTheLastCountMessages', {
      failed: Number(failed),
      count: Number(count),
      lastReason: reason.join('|'),
    }),
  'mail-late': (lane, since) => t('deliveryHealth.aMessageOfTheLaneLane', { lane, since }),
});

function unreachable({ unreachableSince: since, lastReason }: Health): string | null {
  if (since === null || now() - since < UNREACHABLE_FOR_MS) return null;
  return mailProblems.store('mail-unreachable', isoSeconds(since), lastReason);
}

function refused({ recent, lastReason }: Health): string | null {
  const outcomes = new Map(
    recent.filter(({ at }) => at > now() - RECENT_MS).map(({ mail, outcome }) => [mail, outcome]),
  );
  const failed = [...outcomes.values()].filter((outcome) => outcome !== 'delivered').length;
  if (outcomes.size < FEWEST_MESSAGES || failed * 2 < outcomes.size) return null;
  return mailProblems.store('mail-refused', failed, outcomes.size, lastReason);
}

function late(): string | null {
  for (const lane of laneNames) {
    const since = oldestDue(lane);
    if (since !== null && now() - since > LATE_AFTER_MS[lane]) {
      return mailProblems.store('mail-late', lane, isoSeconds(since));
    }
  }
  return null;
}

/** The current problem with mail delivery, as alerts store it, or null. Also null without SMTP_URL, where no mail is delivered. */
export const mailProblem = (): string | null =>
  env().SMTP_URL === undefined ? null : (unreachable(health()) ?? refused(health()) ?? late());

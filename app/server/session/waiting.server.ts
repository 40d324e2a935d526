import type { Actor } from '#app/accounts/actor.server.ts';
import { issuersWaiting } from '#app/accounts/issuers.server.ts';
import { countOpenCorrections } from '#app/certificates/corrections.server.ts';
import { coursesToApprove } from '#app/courses/completion/certificate-requests.server.ts';
import { raisedAlerts } from '#app/operations/alerts.server.ts';
import { countOpenMessages } from '#app/support/messages.server.ts';

/** What waits for somebody to act on it, each up to 1,000. What the viewer cannot act on is left out, as is what does not wait. */
export type Waiting = Partial<
  Record<'issuers' | 'names' | 'messages' | 'problems' | 'corrections' | 'completions', number>
>;

const some = (counts: Required<Waiting> | Waiting): Waiting =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

/** What waits for the viewer. Read for every page, so each count is that of an index. */
export function waitingFor(actor: Actor): Waiting {
  if (!('user' in actor)) return {};
  if (actor.user.role === 'superadmin') {
    return some({
      ...issuersWaiting(actor),
      messages: countOpenMessages(actor),
      problems: raisedAlerts().length,
    });
  }
  return some({
    corrections: countOpenCorrections(actor),
    completions: coursesToApprove(actor).reduce((sum, { count }) => sum + count, 0),
  });
}

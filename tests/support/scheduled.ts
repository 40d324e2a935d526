import { heldIssueSchema } from '#app/certificates/certificate.schema.ts';
import { issueOrSchedule } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import {
  isScheduled,
  type ScheduledCertificate,
} from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { certificateInput, type Person } from './factories.ts';

/** Schedules a certificate of an issuer, by default for ten minutes. */
export async function schedule(
  { actor }: Pick<Person, 'actor'>,
  fields: Record<string, unknown> = {},
): Promise<ScheduledCertificate> {
  const input = parseInput(heldIssueSchema, certificateInput({ holdMinutes: 10, ...fields }));
  const made = await issueOrSchedule(actor, input);
  if (!isScheduled(made)) throw new Error('It was issued at once');
  return made;
}

import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { managedCertificate } from '#app/certificates/managed-certificate.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { preparedValue } from '#db/client.ts';
import { t } from '#messages';
import { eraseHolder, type eraseHolderSchema } from './erase-holder.server.ts';

const countOf = preparedValue<number>(
  'select count(*) from certificates where student_email = @email and (@issuerId is null or issuer_id = @issuerId)',
);

/** The holder of a certificate, for the form that erases it, and how many certificates the actor would erase it from. */
export function holderToErase(actor: Actor, uniqueId: string) {
  const { row } = managedCertificate(actor, uniqueId);
  const issuerId = 'user' in actor ? (actor.organisation?.id ?? null) : null;
  const { studentName, studentEmail: email } = row;
  return {
    uniqueId: formatUniqueId(row.uniqueId),
    studentName,
    certificates: countOf().get({ email, issuerId }) ?? 0,
  };
}

/**
 * `eraseHolder` for the holder of a certificate, whose address is entered again.
 * @throws AppError as `eraseHolder`; invalid for the address of somebody else
 */
export async function eraseHolderOf(
  actor: Actor,
  uniqueId: string,
  input: z.output<typeof eraseHolderSchema>,
): Promise<{ message: string }> {
  const { row } = managedCertificate(actor, uniqueId);
  const message = t('eraseHolderOf.thisIsNotTheAddress');
  if (input.email !== row.studentEmail) throw invalid(message, { email: [message] });
  return eraseHolder(actor, input);
}

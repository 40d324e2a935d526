import { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { limit, mayMail } from '#app/accounts/rate-limits.server.ts';
import { issueHolderLink } from '#app/holders/holder-sessions.server.ts';
import { holderLinkMail } from '#app/mail/holder-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { email } from '#app/shared/fields.ts';
import { preparedValue, transaction } from '#db/client.ts';
import { t } from '#messages';

export const holderLinkSent = () => t('requestHolderLink.ifCertificatesWereIssuedToThisAddress');

export const holderLinkSchema = z.object({ email: email() });

/**
 * Mails a link to everything issued to an address. An address without certificates, or with five such mails in the last hour,
 * gets the same response after the same work.
 * @throws AppError invalid; rate-limited
 */
export async function requestHolderLink(
  actor: Actor,
  { email: address }: z.output<typeof holderLinkSchema>,
): Promise<{ message: string }> {
  await limit(actor, 'holder-links');
  const mailAllowed = await mayMail(address, 'holder-links');
  transaction((tx) => {
    if (hasCertificates(address) && mailAllowed) {
      const token = issueHolderLink(tx, { email: address, uniqueId: null });
      enqueueMail(tx, holderLinkMail(address, token), undefined, readerLanguage());
    } else enqueueNothing(tx);
  });
  return { message: holderLinkSent() };
}

const first = preparedValue<number>('select seq from certificates where student_email = ? limit 1');

/** Whether certificates were issued to an address. @param address in lower case */
const hasCertificates = (address: string): boolean => first().get(address) !== undefined;

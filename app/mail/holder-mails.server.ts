import { compose, LANE } from './compose.server.ts';
import { plainName } from './plain-name.ts';

export const KEEP_THE_LINK =
  'The link works for 90 days. Anybody who has it can see your certificates, so do not pass it on.';

/** The link to everything issued to an address. */
export const holderLinkMail = (address: string, token: string) =>
  compose({
    lane: LANE.security,
    to: { name: '', address },
    subject: 'Your certificates',
    lines: ['You asked for a link to the certificates that were issued to this address on Certrace.'],
    action: ['See your certificates', `/holder/${token}`],
    token,
    closing: [`${KEEP_THE_LINK} If you did not ask for it, ignore this message.`],
  });

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

type News = { address: string; token: string; lookUps: number; payments: number };

/** Tells a holder that certificates were looked up since the last such mail. */
export const lookUpsMail = ({ address, token, lookUps, payments }: News) =>
  compose({
    lane: LANE.batch,
    to: { name: '', address },
    subject: 'Your certificates were looked up',
    lines: [
      lookUps > 0 ? `Your certificates on Certrace were looked up ${times(lookUps)}.` : null,
      payments > 0 ? `A verification was paid for ${times(payments)}.` : null,
    ],
    action: ['See who looked them up', `/holder/${token}`],
    token,
    closing: [KEEP_THE_LINK, 'You can switch this message off on that page.'],
  });

type Asked = {
  address: string;
  token: string;
  verifierName: string;
  organisation: string | null;
  purpose: string | null;
  courseName: string;
};

/** Asks a holder for consent. Nobody has confirmed the address, so it contains names only. */
export const consentAskedMail = ({ address, token, organisation, purpose, ...asked }: Asked) => {
  const name = plainName(asked.verifierName, 'A verifier');
  const company = organisation && plainName(organisation, '');
  return compose({
    to: { name: '', address },
    subject: `${name} asks to look up your certificate`,
    lines: [`${name} asks for your consent to look up a certificate that was issued to you.`],
    facts: [
      ['Verifier', name],
      company ? ['Organisation', company] : null,
      purpose ? ['Purpose', purpose] : null,
      ['Course', plainName(asked.courseName, 'A course')],
    ],
    action: ['Allow', `/consent/${token}?answer=granted`],
    otherAction: ['Decline', `/consent/${token}?answer=declined`],
    token,
    closing: [
      'The page asks you to confirm your answer. If you do not answer within 14 days, the request lapses.',
      'Without your consent the verifier sees whether the certificate is valid, and nothing else.',
    ],
  });
};

type Answered = { to: { name: string; address: string }; uniqueId: string; isGranted: boolean };

/** Tells a verifier the holder's answer. @param uniqueId in groups of four */
export const consentAnsweredMail = ({ to, uniqueId, isGranted }: Answered) =>
  compose({
    to,
    subject: isGranted ? 'The holder allowed your look-up' : 'The holder declined your look-up',
    lines: [
      isGranted
        ? `The holder of the certificate ${uniqueId} allowed your look-up. You can now verify it.`
        : `The holder of the certificate ${uniqueId} declined your look-up.`,
    ],
    action: ['See your verifications', `/verify?id=${uniqueId}`],
  });

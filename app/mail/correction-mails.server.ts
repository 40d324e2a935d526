import { compose } from './compose.server.ts';
import { KEEP_THE_LINK } from './holder-mails.server.ts';
import { plainName } from './plain-name.ts';

type Asked = {
  to: { name: string; address: string };
  /** In groups of four. */
  uniqueId: string;
  field: string;
  right: string;
  reason: string;
};

/** Tells an issuer what a holder wants corrected. */
export const correctionAskedMail = ({ to, uniqueId, field, right, reason }: Asked) =>
  compose({
    to,
    subject: 'A holder asks for a correction',
    lines: ['The holder of a certificate that you issued on Certrace says that something in it is wrong.'],
    facts: [
      ['Certificate ID', uniqueId],
      ['What is wrong', field],
      ['What is right', right],
      ['Why', reason],
    ],
    action: ['Answer the request', '/dashboard#corrections'],
    closing: ['You can issue a corrected certificate, or decline with a reason.'],
  });

type Declined = { address: string; token: string; issuerName: string; uniqueId: string; reason: string };

/** Tells a holder that an issuer declined a correction. Nobody has confirmed the address, but its holder asked. */
export const correctionDeclinedMail = ({ address, token, issuerName, uniqueId, reason }: Declined) =>
  compose({
    to: { name: '', address },
    subject: 'Your certificate stays as it is',
    lines: [
      `${plainName(issuerName, 'The issuer')} declined the correction of your certificate ${uniqueId} that you asked for.`,
    ],
    facts: [['Reason', reason]],
    action: ['See your certificate', `/holder/${token}`],
    token,
    closing: [KEEP_THE_LINK],
  });

import type { CertificateSummary, Check, CheckId, Report, Verdict } from '@certrace/verify';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide';
import { useEffect, useRef } from 'react';
import { formatCalendarDate } from '#app/shared/dates.ts';
import { Facts } from '#app/ui/facts.tsx';
import { Icon } from '#app/ui/icon.tsx';

type Tone = 'success' | 'danger' | 'warning';

const VERDICTS: Record<Verdict, { tone: Tone; title: string; text: string }> = {
  genuine: {
    tone: 'success',
    title: 'Genuine',
    text: 'It is exactly as it was issued, and it is valid.',
  },
  altered: {
    tone: 'danger',
    title: 'Altered',
    text: 'It was changed after it was issued. Do not rely on it.',
  },
  'unknown-issuer': {
    tone: 'danger',
    title: 'Unknown issuer',
    text: 'No issuer that this site knows has signed it. Do not rely on it.',
  },
  revoked: {
    tone: 'danger',
    title: 'Revoked',
    text: 'It was revoked after it was issued. It is no longer valid.',
  },
  'not-yet-valid': {
    tone: 'warning',
    title: 'Not yet valid',
    text: 'It is unaltered, but its issue date is in the future.',
  },
  expired: {
    tone: 'warning',
    title: 'Expired',
    text: 'It is unaltered, but it has expired.',
  },
  'not-in-log': {
    tone: 'danger',
    title: 'Not in the log',
    text: 'The public log contains everything that is issued, but not this. Do not rely on it.',
  },
  unknown: {
    tone: 'warning',
    title: 'Unknown',
    text: 'We could not check everything, so this is not a yes.',
  },
  unreadable: {
    tone: 'warning',
    title: 'Not checkable',
    text: 'The file could not be checked.',
  },
};

const NAMES: Record<CheckId, string> = {
  file: 'File',
  signature: 'Signature',
  issuer: 'Issuer',
  log: 'Log',
  revocation: 'Revocation',
  start: 'Issue date',
  expiry: 'Expiry',
};

const RESULTS = {
  true: { tone: 'success', icon: CircleCheck, text: 'Passed' },
  false: { tone: 'danger', icon: CircleAlert, text: 'Failed' },
  null: { tone: 'neutral', icon: CircleHelp, text: 'Not checked' },
} as const;

function CheckRow({ check: { id, passed, message } }: { check: Check }) {
  const { tone, icon, text } = RESULTS[`${passed}`];
  return (
    <li data-tone={tone}>
      <Icon of={icon} />
      <div className="min-w-0">
        <p className="check-name">
          {NAMES[id]}
          <span>{text}</span>
        </p>
        <p>{message}</p>
      </div>
    </li>
  );
}

function CertificateFacts({ certificate }: { certificate: CertificateSummary }) {
  const { studentName, courseName, issuer, issueDate, expiryDate } = certificate;
  const facts = [
    ['Student', studentName],
    ['Course', courseName],
    ['Issuer', issuer],
    ['Issue date', formatCalendarDate(issueDate)],
    ['Expiry date', expiryDate === null ? 'None' : formatCalendarDate(expiryDate)],
  ] as const;
  return <Facts facts={facts} />;
}

const PAGE_CHANGED =
  'The credential in it is genuine, but the page or picture was changed. Do not rely on it.';

/** The sentence below the verdict. */
function explain({ verdict, checks, reason }: Report): string {
  if (reason) return reason;
  const isSigned = checks.some(({ id, passed }) => id === 'signature' && passed);
  return verdict === 'altered' && isSigned ? PAGE_CHANGED : VERDICTS[verdict].text;
}

/** The result of checking a file: the verdict, each check, and the file's content. */
export function CheckedFile({ report }: { report: Report }) {
  const { verdict, checks, issuer, certificate } = report;
  const { tone, title } = VERDICTS[verdict];
  // Nothing that the file says is sure if no valid signature covers it, or if it was changed.
  const claims = checks.some(
    ({ id, passed }) => (id === 'signature' && !passed) || (id === 'file' && passed === false),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  // Focus a new result, so that it is scrolled into view and read out.
  useEffect(() => {
    if (report) heading.current?.focus();
  }, [report]);
  return (
    <section className="verdict" data-tone={tone} data-verdict={verdict} aria-labelledby="verdict">
      <header>
        <h2 id="verdict" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{explain(report)}</p>
        {issuer && certificate && (
          <p className="breakable">
            {claims ? 'It claims to be issued' : 'Issued'} by <strong>{issuer.domain ?? issuer.did}</strong>,
            under the name “{certificate.issuer}”.
          </p>
        )}
      </header>
      <ul className="checks">
        {checks.map((check) => (
          <CheckRow key={check.id} check={check} />
        ))}
      </ul>
      {certificate && (
        <div className="verdict-facts">
          <h3>
            {claims
              ? 'What the file claims'
              : verdict === 'genuine'
                ? 'The certificate'
                : 'What the file says'}
          </h3>
          <CertificateFacts certificate={certificate} />
        </div>
      )}
    </section>
  );
}

import type { Achievement, CertificateSummary, Report, Verdict } from '@certrace/verify';
import { useEffect, useRef } from 'react';
import { ownTexts } from '#app/routes/pieces/certificate-lists/own-texts.ts';
import { CheckList } from '#app/routes/pieces/check-list.tsx';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { rich } from '#app/ui/page.tsx';
import { t } from '#messages';

type Tone = 'success' | 'danger' | 'warning';

const verdicts = (): Record<Verdict, { tone: Tone; title: string; text: string }> => ({
  genuine: {
    tone: 'success',
    title: t('checkedFile.genuine'),
    text: t('checkedFile.itIsExactlyAsItWasIssued'),
  },
  altered: {
    tone: 'danger',
    title: t('checkedFile.altered'),
    text: t('checkedFile.itWasChangedAfterItWasIssued'),
  },
  'unknown-issuer': {
    tone: 'danger',
    title: t('checkedFile.unknownIssuer'),
    text: t('checkedFile.noIssuerThatThisSiteKnows'),
  },
  revoked: {
    tone: 'danger',
    title: t('common.revoked'),
    text: t('checkedFile.itWasRevokedAfterItWasIssued'),
  },
  suspended: {
    tone: 'danger',
    title: t('checkedFile.suspended'),
    text: t('checkedFile.itIsSuspended'),
  },
  'not-yet-valid': {
    tone: 'warning',
    title: t('common.notYetValid'),
    text: t('checkedFile.itIsUnaltered'),
  },
  expired: {
    tone: 'warning',
    title: t('common.expired'),
    text: t('checkedFile.itIsUnalteredButItHasExpired'),
  },
  'not-in-log': {
    tone: 'danger',
    title: t('checkedFile.notInTheLog'),
    text: t('checkedFile.thePublicLogContainsEverythingThatIsIssued'),
  },
  unknown: {
    tone: 'warning',
    title: t('common.unknown'),
    text: t('checkedFile.weCouldNotCheckEverything'),
  },
  unreadable: {
    tone: 'warning',
    title: t('checkedFile.notCheckable'),
    text: t('checkedFile.theFileCouldNotBeChecked'),
  },
});

const describe = ({ studentName: student, courseName: course }: Achievement) =>
  student === '' ? course : rich('checkedFile.courseOfStudent', { course, student });

type Field = NonNullable<CertificateSummary['fields']>[string];

/** A report does not say which values are dates. They look like the other dates of the page. */
const withKind = (field: Field) =>
  typeof field.value === 'string' && parseCalendarDate(field.value) === field.value
    ? { ...field, kind: 'date' as const }
    : field;

function CertificateFacts({ certificate }: { certificate: CertificateSummary }) {
  const { studentName, courseName, achievements, issuer, issueDate, expiryDate, fields } = certificate;
  const list = achievements && (
    <ul>
      {achievements.map((achievement, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same
        <li key={place}>{describe(achievement)}</li>
      ))}
    </ul>
  );
  const what = list
    ? ([[t('common.courses'), list]] as const)
    : ([
        [t('checkedFile.student'), studentName],
        [t('common.course'), courseName],
      ] as const);
  const facts = [
    ...what,
    [t('common.issuer'), issuer],
    [t('checkedFile.issueDate'), formatCalendarDate(issueDate)],
    [
      t('checkedFile.expiryDate'),
      expiryDate === null ? t('checkedFile.none') : formatCalendarDate(expiryDate),
    ],
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      {fields && <Facts facts={ownTexts(Object.values(fields).map(withKind))} breakable />}
    </>
  );
}

const fileChanged = () => t('checkedFile.theCredentialInItIsGenuine');

/** The sentence below the verdict. */
function explain({ verdict, checks, reason }: Report): string {
  if (reason) return reason;
  const isSigned = checks.some(({ id, passed }) => id === 'signature' && passed);
  return verdict === 'altered' && isSigned ? fileChanged() : verdicts()[verdict].text;
}

/** The result of checking a file: the verdict, each check, and the file's content. */
export function CheckedFile({ report }: { report: Report }) {
  const { verdict, checks, issuer, certificate } = report;
  const { tone, title } = verdicts()[verdict];
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
        <p dir="auto">{explain(report)}</p>
        {issuer && certificate && (
          <p className="breakable">
            {claims
              ? rich('checkedFile.claimsToBeIssuedByDomain', {
                  domain: <strong>{issuer.domain ?? issuer.did}</strong>,
                  issuer: certificate.issuer,
                })
              : rich('checkedFile.issuedByDomain', {
                  domain: <strong>{issuer.domain ?? issuer.did}</strong>,
                  issuer: certificate.issuer,
                })}
          </p>
        )}
      </header>
      <CheckList checks={checks} />
      {certificate && (
        <div className="verdict-facts">
          <h3>
            {claims
              ? t('checkedFile.whatTheFileClaims')
              : verdict === 'genuine'
                ? t('common.theCertificate')
                : t('checkedFile.whatTheFileSays')}
          </h3>
          <CertificateFacts certificate={certificate} />
        </div>
      )}
    </section>
  );
}

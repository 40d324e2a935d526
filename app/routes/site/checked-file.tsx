import type { Achievement, CertificateSummary, Check, Report, Verdict } from '@certrace/verify';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatList } from '#app/messages/format-numbers.ts';
import { ownTexts } from '#app/routes/pieces/certificate-lists/own-texts.ts';
import { CheckList } from '#app/routes/pieces/check-list.tsx';
import { parseCalendarDate } from '#app/shared/dates.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { useHydrated } from '#app/ui/form.tsx';
import { Facts } from '#app/ui/list-parts.tsx';
import { Button, rich } from '#app/ui/page.tsx';
import type { PageReport } from '#app/verification/authentication/authenticate-file.server.ts';
import { t } from '#messages';
import { FileForm } from './file-form.tsx';

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

/** Nothing that a file says is sure if no valid signature covers it, or if it was changed. */
const isClaim = (checks: readonly Check[]) =>
  checks.some(({ id, passed }) => (id === 'signature' && !passed) || (id === 'file' && passed === false));

/** More names of courses would not be one sentence. */
const MOST_NAMED = 3;
const inOneLine = (names: string[]) => formatList([...new Set(names.filter(Boolean))].slice(0, MOST_NAMED));

type SentenceProps = Pick<ShownReport, 'isReviewed'> & { certificate: CertificateSummary; isClaim: boolean };

/** What it is, whose, from whom and since when, and whether the issuer was reviewed. */
function Sentence({ certificate, isReviewed, isClaim }: SentenceProps) {
  const { achievements, courseName, studentName, issuer, issueDate } = certificate;
  const named = achievements ?? [{ courseName, studentName }];
  const student = inOneLine(named.map((one) => one.studentName));
  const values = {
    course: inOneLine(named.map((one) => one.courseName)),
    student,
    has: student === '' ? 'none' : 'one',
    issuer,
    date: formatCalendarDate(issueDate),
    review: isReviewed === null ? 'unknown' : isReviewed ? 'reviewed' : 'unreviewed',
  };
  return isClaim ? t('verdict.itClaimsToBe', values) : t('verdict.courseOfStudent', values);
}

/** Keys and identifiers say nothing to most people: they stand among the details. */
const isTechnical = ({ message }: Check) => /\bdid:|\bz6Mk/.test(message);
const withoutKeys = (check: Check) => (isTechnical(check) ? { ...check, message: '' } : check);

export type ShownReport = Omit<PageReport, 'checkedAt'> & {
  /** With the time zone. */
  checkedAt: string;
};

/** The answer to a photograph or a screenshot, which leads to the scan of its code. */
const BarePicture = () => (
  <p>
    {rich('verdict.aPictureOfACertificate', {
      link: (text) => (
        <Link to="/check#scan" className="link">
          {text}
        </Link>
      ),
    })}
  </p>
);

/** Needs a script. Without one, the browser's own command prints the same. */
const PrintButton = () =>
  useHydrated() && (
    <Button variant="secondary" onClick={() => print()}>
      {t('verdict.printThisResult')}
    </Button>
  );

const Section = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="verdict-facts">
    <h3>{title}</h3>
    {children}
  </div>
);

/** The result of checking a file: the verdict in a sentence, failed checks, and the file's content; all checks and keys are details. */
export function CheckedFile({ report, checkedAt, hash, isReviewed, isBarePicture }: ShownReport) {
  const { verdict, checks, issuer, certificate } = report;
  const { tone, title } = verdicts()[verdict];
  const claims = isClaim(checks);
  const failed = checks.filter(({ passed }) => passed === false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Focus a new result, so that it is scrolled into view and read out.
  useEffect(() => {
    if (report) heading.current?.focus();
  }, [report]);
  const record = [
    [t('verdict.checked'), checkedAt],
    [
      t('verdict.sha256OfTheFile'),
      <span key="hash" dir="ltr">
        {hash}
      </span>,
    ],
  ] as const;
  return (
    <section className="verdict" data-tone={tone} data-verdict={verdict} aria-labelledby="verdict">
      <header>
        <h2 id="verdict" ref={heading} tabIndex={-1}>
          {isBarePicture ? t('verdict.aPictureWithoutACredential') : title}
          {certificate && (
            <span className="verdict-sentence">
              <Sentence certificate={certificate} isReviewed={isReviewed} isClaim={claims} />
            </span>
          )}
        </h2>
        {isBarePicture ? <BarePicture /> : <p dir="auto">{explain(report)}</p>}
      </header>
      {failed.length > 0 && <CheckList checks={failed.map(withoutKeys)} />}
      {certificate && (
        <Section
          title={
            claims
              ? t('checkedFile.whatTheFileClaims')
              : verdict === 'genuine'
                ? t('common.theCertificate')
                : t('checkedFile.whatTheFileSays')
          }
        >
          <CertificateFacts certificate={certificate} />
        </Section>
      )}
      <div className="verdict-facts">
        <div className="hidden print:block">
          <Facts facts={record} breakable />
        </div>
        <PrintButton />
        <details>
          <summary>{t('verdict.details')}</summary>
          <CheckList checks={checks} />
          <Facts
            breakable
            facts={[
              ...(issuer ? [[t('common.issuer'), issuer.domain ?? issuer.did] as const] : []),
              ...record,
            ]}
          />
        </details>
      </div>
    </section>
  );
}

type FileCheckProps = Pick<Parameters<typeof FileForm>[0], 'action' | 'title'> & {
  answer: (FormError & { ok: false }) | { ok: true; checked: ShownReport } | undefined;
  /** Beside the form. */
  children?: ReactNode;
};

/** The form for a file to check, below the result of the last one. */
export const FileCheck = ({ action, title, answer, children }: FileCheckProps) => (
  <>
    {answer?.ok && <CheckedFile {...answer.checked} />}
    <div className="grid items-start gap-6 lg:grid-cols-2" data-no-print={answer?.ok ? '' : undefined}>
      <FileForm
        action={action}
        title={title}
        text={t('common.freeAndWithoutALogin')}
        button={t('common.checkTheFile')}
        pendingText={t('common.checking')}
        failure={answer?.ok === false ? answer : undefined}
      />
      {children}
    </div>
  </>
);

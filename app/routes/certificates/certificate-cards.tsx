import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  correctionLabel,
  type FieldName,
  headingOf,
  isDateField,
  LISTED_NAMES,
} from '#app/certificates/fields.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import {
  Note,
  OutcomeBadge,
  StatusBadge,
  shownStudent,
  statusLabel,
} from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { FileLinks, filePath } from '#app/routes/pieces/certificate-lists/file-links.tsx';
import { mailBadge, mailReason } from '#app/routes/pieces/certificate-lists/mail-note.tsx';
import { ownFacts } from '#app/routes/pieces/certificate-lists/own-facts.tsx';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { Badge, Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, Card, EmailText, IdText, rich } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';
import type { CertificateData } from './certificate.tsx';

type Data = CertificateData;

/** The value of a field. Empty for an address that was erased. */
function shownField(name: FieldName, { content, status }: Data['shown']): string {
  const value = content[name];
  if (name === 'studentName') return shownStudent(content.studentName, status);
  if (value === null) return t('common.never');
  return isDateField(name) ? formatCalendarDate(value) : value;
}

/** The certificates that this one replaces or renews, or that replace or renew it. */
function Related({ area, shown: { replaces, replacedBy, renews, renewedBy } }: Pick<Data, 'area' | 'shown'>) {
  const link = (uniqueId: string) => (
    <Link className="link" to={`/${area}/issued-certificates/${uniqueId}`}>
      <IdText code>{uniqueId}</IdText>
    </Link>
  );
  return (
    <>
      <Note>{replaces && rich('certificateState.replacesReplaces', { replaces: link(replaces) })}</Note>
      <Note>{replacedBy && rich('replaceCertificate.replacedByNewid', { newId: link(replacedBy) })}</Note>
      <Note>{renews && rich('certificateState.renewsRenews', { renews: link(renews) })}</Note>
      <Note>{renewedBy && rich('certificateState.renewedByRenewedby', { renewedBy: link(renewedBy) })}</Note>
    </>
  );
}

/** The state, with the reason of a revocation and the related certificates. */
const State = ({ area, shown }: Pick<Data, 'area' | 'shown'>) => {
  const { status, replacedBy, revocation } = shown;
  return (
    <>
      {status === 'valid' ? (
        <Badge tone="success">{statusLabel(status)}</Badge>
      ) : (
        <StatusBadge status={status} label={replacedBy ? t('certificateState.replaced') : undefined} />
      )}
      <Note>
        {revocation &&
          (replacedBy
            ? revocation.revokedAt
            : t('page.labelValue', { label: revocation.revokedAt, value: revocation.reason }))}
      </Note>
      <Related area={area} shown={shown} />
    </>
  );
};

const issuerFacts = ({ area, shown, issuedBy }: Data) => {
  const names = [area === 'superadmin' && shown.issuerName, issuedBy].filter(Boolean);
  return names.length > 0 ? ([[t('common.issuedBy'), names.join(', ')]] as const) : [];
};

/** What the issuer entered. */
const contentFacts = (shown: Data['shown']) => [
  ...LISTED_NAMES.map((name) => [headingOf(name), shownField(name, shown)] as const).filter(
    ([, value]) => value !== '',
  ),
  ...ownFacts(shown.own),
];

/** What the site adds. */
const recordFacts = (data: Data): (readonly [string, ReactNode])[] => [
  [
    t('common.certificateId'),
    <IdText key="id" code>
      {data.shown.uniqueId}
    </IdText>,
  ],
  [t('common.state'), <State key="state" {...data} />],
  [t('common.design'), data.design ?? t('common.standard')],
  [t('common.issued'), data.shown.created],
  ...issuerFacts(data),
];

/** The picture, the fields and the files of a certificate. */
export function CertificateCard(data: Data) {
  const { doubt, picture, shown } = data;
  const { uniqueId, status, content } = shown;
  const isOpen = doubt === null && status !== 'erased';
  return (
    <Card aria-label={t('common.certificate')} className="grid grid-cols-1 gap-6">
      {doubt && <Alert tone="warning">{doubt}</Alert>}
      {status === 'erased' && (
        <Alert tone="warning">{t('managedCertificate.theHolderOfThisCertificateWasErased')}</Alert>
      )}
      {isOpen && (
        <img
          src={filePath(uniqueId, 'png')}
          {...picture}
          className="certificate-image"
          alt={t('common.certificateOfStudentnameForCoursename', content)}
        />
      )}
      <Facts breakable facts={contentFacts(shown)} />
      <Facts breakable facts={recordFacts(data)} />
      {isOpen && <FileLinks certificate={{ ...content, uniqueId }} />}
    </Card>
  );
}

/** A list of entries, or a sentence in place of an empty one. */
const Entries = ({ none, children }: { none: string; children: readonly ReactNode[] }) =>
  children.length === 0 ? <p className="text-muted">{none}</p> : <ul className="entries">{children}</ul>;

type Place = { area: Data['area']; uniqueId: string };

/** The latest messages about a certificate. */
export const MailsCard = ({ area, uniqueId, mails }: Place & Pick<Data, 'mails'>) => (
  <SettingsCard id="mails" title={t('certificateMail.mailToTheStudent')}>
    <Entries none={t('certificateMail.sentMoreThan30DaysAgo')}>
      {mails.map(({ id, subject, status, at, reason }) => (
        <li key={id}>
          <div className="min-w-0">
            <p className="breakable" dir="auto">
              {subject}
            </p>
            <Note>{at}</Note>
            <Note>{reason && <span className="breakable">{mailReason(reason)}</span>}</Note>
          </div>
          <span className="flex-none">{mailBadge(status)}</span>
        </li>
      ))}
    </Entries>
    <May act="certificates">
      <div>
        <ButtonLink
          variant="secondary"
          to={`/${area}/issued-certificates/${uniqueId}/mail?certificate=${uniqueId}`}
        >
          {t('certificateMail.sendAgain')}
        </ButtonLink>
      </div>
    </May>
  </SettingsCard>
);

/** Who looked a certificate up last, with a link to all. */
export const LookUpsCard = ({ area, uniqueId, rows, hasMore }: Place & Data['lookUps']) => (
  <SettingsCard id="look-ups" title={t('certificatePage.lookUps')}>
    <Entries none={t('certificatePage.nobodyHasLookedItUpYet')}>
      {rows.map(({ id, verifierName, verifierEmail, outcome, verifiedAt, lookedUpAt }) => (
        <li key={id}>
          <div className="min-w-0">
            <p className="breakable">
              <bdi>{verifierName}</bdi>
            </p>
            <Note>{verifierEmail && <EmailText>{verifierEmail}</EmailText>}</Note>
            <Note>{verifiedAt ?? t('verifiedList.lookedUpLookedupat', { lookedUpAt })}</Note>
          </div>
          <span className="flex flex-wrap items-center justify-end gap-2">
            <span className="text-muted text-sm">{t('common.payment')}</span>
            <OutcomeBadge outcome={outcome} />
          </span>
        </li>
      ))}
    </Entries>
    {hasMore && (
      <p>
        <Link className="link" to={`/${area}/verified-certificates?q=${uniqueId}`}>
          {t('certificatePage.allLookUpsOfThisCertificate')}
        </Link>
      </p>
    )}
  </SettingsCard>
);

type Sharing = NonNullable<Data['sharing']>;

function sharingText({ state, endDate }: Sharing): string {
  switch (state) {
    case 'shared':
      return endDate
        ? t('certificatePage.theHolderSharesItUntilDate', { date: endDate })
        : t('certificatePage.theHolderSharesIt');
    case 'ended':
      return t('certificatePage.theHolderSharedItUntilDate', { date: endDate ?? '' });
    case 'not-shared':
      return t('certificatePage.theHolderDoesNotShareIt');
    case 'switched-off':
      return t('shareLinks.sharingIsSwitchedOff');
  }
}

/** Whether the holder shares the certificate, without the link, which is the holder's to give. */
export const SharingState = (sharing: Sharing) => (
  <SettingsCard id="sharing" title={t('sharingCard.sharing')}>
    <p>{sharingText(sharing)}</p>
  </SettingsCard>
);

const decisions = () => ({
  open: <Badge tone="warning">{t('common.waiting')}</Badge>,
  replaced: <Badge tone="success">{t('certificateState.replaced')}</Badge>,
  declined: <Badge>{t('common.declined')}</Badge>,
});

/** The corrections that the holder asked for. An open one is answered on the dashboard, or by a replacement. */
export const CorrectionsCard = ({ rows }: { rows: Data['corrections'] }) => (
  <SettingsCard id="corrections" title={t('certificatePage.correctionsAskedFor')}>
    <ul className="grid gap-6">
      {rows.map(({ id, field, right, reason, asked, decision, declineReason }) => (
        <li key={id} className="grid justify-items-start gap-3">
          <Facts
            breakable
            facts={[
              [t('common.whatIsWrong'), correctionLabel(field)],
              [t('common.whatIsRight'), right],
              [t('common.why'), reason],
              [t('common.asked'), asked],
              [t('certificatePage.answer'), decisions()[decision ?? 'open']],
              ...(declineReason ? ([[t('common.reason'), declineReason]] as const) : []),
            ]}
          />
          {decision === null && (
            <May act="certificates">
              <Link className="link" to="/dashboard#corrections">
                {t('certificatePage.answerOnTheDashboard')}
              </Link>
            </May>
          )}
        </li>
      ))}
    </ul>
  </SettingsCard>
);

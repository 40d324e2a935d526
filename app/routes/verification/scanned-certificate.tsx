import { Form } from 'react-router';
import { StateAlert } from '#app/routes/pieces/certificate-lists/state-alert.tsx';
import { IdField } from '#app/routes/site/id-form.tsx';
import type { ById } from '#app/routes/site/read-by-id.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { ButtonAnchor, ButtonLink, Card, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import type { PublicCertificate } from '#app/verification/look-up-certificate.server.ts';
import { t } from '#messages';

/** The page behind the code on a certificate: its state and the next steps, before any login and fee. */
export function ScannedCertificate({ id, result, message, loginPath }: ById<PublicCertificate>) {
  const issued = result?.issued;
  return (
    <Card className="grid max-w-[46rem] gap-5">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {t('common.verifyCertificate')}
        </h1>
        <p className="text-muted">{t('scannedCertificate.whatThisSiteSaysAbout')}</p>
      </header>
      <FormAlert errors={message} />
      {result && <StateAlert {...result} />}
      {result?.shared && (
        <div className="grid justify-items-start gap-3">
          <p>{t('scannedCertificate.itIsStudentnamesWhoSharesIt', result.shared)}</p>
          <ButtonAnchor href={result.shared.url}>{t('certificateFacts.seeItNowFree')}</ButtonAnchor>
        </div>
      )}
      {issued && (
        <Facts
          facts={[
            [t('common.issuedBy'), issued.by],
            [t('common.issueDate'), formatCalendarDate(issued.on)],
          ]}
        />
      )}
      {(message || result?.state === 'unknown') && (
        <Form method="get" action="/verify" className="grid gap-5" preventScrollReset>
          <IdField id={id} />
          <SubmitButton>{t('common.showTheState')}</SubmitButton>
        </Form>
      )}
      <p>{t('scannedCertificate.isThePaperOrFileIn')}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/check" variant={result?.shared ? 'secondary' : 'primary'}>
          {t('scannedCertificate.checkTheFileForFree')}
        </ButtonLink>
        <ButtonLink to={loginPath} variant="secondary">
          {t('scannedCertificate.logInToLookItUp')}
        </ButtonLink>
      </div>
    </Card>
  );
}

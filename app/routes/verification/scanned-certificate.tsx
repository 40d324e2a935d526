import { StateAlert } from '#app/routes/pieces/certificate-lists/state-alert.tsx';
import type { ById } from '#app/routes/site/read-by-id.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { ButtonLink, Card, FormAlert } from '#app/ui/page.tsx';
import type { PublicCertificate } from '#app/verification/look-up-certificate.server.ts';
import { t } from '#messages';

/** The page behind the code on a certificate: its state and the next steps, before any login and fee. */
export function ScannedCertificate({ result, message, loginPath }: ById<PublicCertificate>) {
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
      {issued && (
        <Facts
          facts={[
            [t('common.issuedBy'), issued.by],
            [t('common.issueDate'), formatCalendarDate(issued.on)],
          ]}
        />
      )}
      <p>{t('scannedCertificate.isThePaperOrFileIn')}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/check">{t('scannedCertificate.checkTheFileForFree')}</ButtonLink>
        <ButtonLink to={loginPath} variant="secondary">
          {t('scannedCertificate.logInToLookItUp')}
        </ButtonLink>
      </div>
    </Card>
  );
}

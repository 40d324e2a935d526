import type { PictureSize } from '#app/certificates/certificate-design.server.ts';
import type { Named } from '#app/certificates/fields.ts';
import type { FrozenField } from '#app/certificates/own-fields.ts';
import { testPayment } from '#app/payments/gateway.ts';
import { ownFacts } from '#app/routes/pieces/certificate-lists/own-facts.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonAnchor, ButtonLink, Card, PageHeader } from '#app/ui/page.tsx';
import { t } from '#messages';
import { StatusAlerts, type StatusAlertsProps } from './status-alerts.tsx';

type PaidProps = Named &
  StatusAlertsProps & {
    picture: PictureSize;
    own: FrozenField[];
    paymentId: string;
    paidBefore: boolean;
    isTest: boolean;
  };

const paidNow = () => t('paidCertificate.paymentSuccessfulHeresYourCertificate');
const paidBeforeTexts = () => t('paidCertificate.youHaveAlreadyPaidForThisVerification');

/** A paid certificate with its files. */
export function PaidCertificate(props: PaidProps) {
  const { uniqueId, paymentId, paidBefore, isTest } = props;
  const file = `/certificates/${uniqueId}`;
  return (
    <>
      <PageHeader title={paidBefore ? paidBeforeTexts() : paidNow()} />
      <div className="grid max-w-4xl gap-5">
        {isTest && <Alert tone="warning" title={testPayment()} />}
        <StatusAlerts {...props} />
        <Card className="grid gap-5">
          <img
            src={`${file}.png`}
            {...props.picture}
            className="certificate-image"
            alt={t('common.certificateOfStudentnameForCoursename', props)}
          />
          {props.own.length > 0 && <Facts breakable facts={ownFacts(props.own)} />}
        </Card>
        <div className="flex flex-wrap gap-3">
          <ButtonAnchor href={`${file}.pdf`} target="_blank" rel="noopener">
            {t('common.downloadPdf')}
          </ButtonAnchor>
          <ButtonAnchor href={`${file}.png`} target="_blank" rel="noopener" variant="secondary">
            {t('common.downloadPng')}
          </ButtonAnchor>
          <ButtonLink to={`/verify/receipts/${paymentId}`} variant="secondary">
            {t('common.receipt')}
          </ButtonLink>
          <ButtonLink to="/verify" variant="quiet">
            {t('paidCertificate.verifyAnotherCertificate')}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

import { useNavigation } from 'react-router';
import type { Batch } from '#app/batches/batch.server.ts';
import type { BatchFields } from '#app/batches/batch-fields.server.ts';
import { formatList, formatNumber } from '#app/messages/format-numbers.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { Progress } from '#app/ui/figures.tsx';
import { Checkbox } from '#app/ui/form.tsx';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonAnchor, ButtonLink, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/batch';
import { BatchBadge } from './batch-facts.tsx';

type BatchData = Route.ComponentProps['loaderData'];

const certificates = (count: number) =>
  t('batch.countCertificates', { count: formatNumber(count), count2: count });
export const rowCount = (count: number) =>
  t('batch.countRows', { count: formatNumber(count), count2: count });

const Downloads = ({ path }: { path: string }) => (
  <div className="flex flex-wrap gap-3">
    <ButtonAnchor href={`${path}/certificates.zip?format=pdf`} variant="secondary" download>
      {t('batch.pdfsZip')}
    </ButtonAnchor>
    <ButtonAnchor href={`${path}/certificates.zip?format=png`} variant="secondary" download>
      {t('batch.pngsZip')}
    </ButtonAnchor>
    <ButtonAnchor href={`${path}/results.csv`} variant="secondary" download>
      {t('batch.resultsCsv')}
    </ButtonAnchor>
  </div>
);

type SinceProps = Pick<BatchFields, 'retired' | 'required'> & Pick<Batch, 'status'>;

/** What changed about own fields since the batch was checked. */
const FieldsSince = ({ retired, required, status }: SinceProps) => (
  <>
    {retired.length > 0 && (
      <Alert tone="warning" title={t('fieldsSince.retiredFields', { fields: formatList(retired) })}>
        {t('fieldsSince.theirValuesAreLeftOut')}
      </Alert>
    )}
    {required.length > 0 && status === 'ready' && (
      <Alert tone="warning" title={t('fieldsSince.requiredFields', { fields: formatList(required) })}>
        {t('fieldsSince.theseRowsAreIssuedAsChecked')}
      </Alert>
    )}
  </>
);

type WaitingProps = {
  /** How many certificates wait, in words. */
  waiting: string;
  /** When they are issued. */
  at: string;
  pending: boolean;
};

/** When the certificates of a batch are issued that wait, and the buttons to change or withdraw them. */
const WaitingBatch = ({ waiting, at, pending }: WaitingProps) => (
  <>
    <p>{t('batch.waitingAreIssuedAtWithdraw', { waiting, at })}</p>
    <May act="certificates">
      <Form method="post" className="flex flex-wrap gap-3">
        <ButtonLink to="/admin/issued-certificates?state=scheduled" variant="secondary">
          {t('issued.seeScheduledCertificates')}
        </ButtonLink>
        <SubmitButton name="intent" value="cancel" variant="danger" pending={pending}>
          {t('batch.withdrawAll')}
        </SubmitButton>
      </Form>
    </May>
  </>
);

type StateProps = BatchData['batch'] & Pick<BatchData, 'due' | 'holdMinutes'>;

function readyText(valid: number, failed: number): string {
  if (valid === 0) return t('batch.noRowOfThisFileCanBeIssued');
  const counts = { valid: rowCount(valid), total: formatNumber(valid + failed) };
  return failed > 0
    ? t('batch.validOfTotalCanBeIssuedFailedAreLeftOut', {
        ...counts,
        failed: rowCount(failed),
        failed2: failed,
      })
    : t('batch.validOfTotalCanBeIssued', counts);
}

function endedText(isCancelled: boolean, issuedCount: number, failedCount: number): string {
  const [issued, failed] = [certificates(issuedCount), rowCount(failedCount)];
  if (failedCount === 0)
    return isCancelled
      ? t('batch.cancelledIssuedIssued', { issued })
      : t('batch.issuedIssuedTheStudentsAreToldByMail', { issued });
  return isCancelled
    ? t('batch.cancelledIssuedIssuedFailedLeftOut', { issued, failed })
    : t('batch.issuedIssuedFailedLeftOutTheStudentsAreToldByMail', { issued, failed });
}

/** Progress of a batch and the buttons for it. */
function State({ status, total, issued, failed, warned, due, holdMinutes }: StateProps) {
  const pending = useNavigation().state === 'submitting';
  const valid = total - failed;
  if (status === 'ready') {
    return (
      <>
        <p>{readyText(valid, failed)}</p>
        {holdMinutes > 0 && valid > 0 && (
          <p>{t('issue.newCertificatesWaitThenFinal', { count: holdMinutes })}</p>
        )}
        <May act="certificates">
          <Form method="post" className="flex flex-wrap gap-3">
            {warned > 0 && (
              <div className="w-full">
                <Checkbox
                  label={t('batch.issueTheWarnedAsTheyAre', { warned: rowCount(warned) })}
                  name="confirm"
                  value="on"
                />
              </div>
            )}
            {valid > 0 && (
              <SubmitButton name="intent" value="start" pending={pending} pendingText={t('batch.starting')}>
                {t('batch.issueValid', { valid: certificates(valid) })}
              </SubmitButton>
            )}
            <SubmitButton name="intent" value="cancel" variant="quiet">
              {t('batch.cancelBatch')}
            </SubmitButton>
          </Form>
        </May>
      </>
    );
  }
  if (status === 'scheduled')
    return <WaitingBatch waiting={certificates(valid - issued)} at={due} pending={pending} />;
  if (status === 'issuing') {
    return (
      <>
        <Progress
          label={t('batch.issuedOfValidIssued', { issued: formatNumber(issued), valid: formatNumber(valid) })}
          value={(issued / Math.max(valid, 1)) * 100}
        />
        <p className="text-muted">{t('batch.youCanLeaveThisPageIssuingContinues')}</p>
        <May act="certificates">
          <Form method="post">
            <SubmitButton
              name="intent"
              value="cancel"
              variant="danger"
              pending={pending}
              pendingText={t('batch.cancelling')}
            >
              {t('batch.cancelTheRest')}
            </SubmitButton>
          </Form>
        </May>
      </>
    );
  }
  return <p>{endedText(status === 'cancelled', issued, failed)}</p>;
}

/** What the batch issues, and how far it is. */
export const Summary = ({
  batch,
  due,
  holdMinutes,
  starter,
  designs,
  validity,
  isOutdated,
  hidden,
  fields,
  isReading,
}: BatchData) => (
  <>
    <p>
      <BatchBadge {...batch} />
    </p>
    {designs !== '' && (
      <Facts
        breakable
        facts={[
          [t('common.design'), designs],
          ...(validity ? [[t('common.validFor'), validity] as const] : []),
          ...(starter ? [[t('batch.startedBy'), starter] as const] : []),
        ]}
      />
    )}
    {isOutdated && (
      <Alert tone="warning" title={t('batch.theDesignWasChangedOrRetiredSince')}>
        {t('batch.theseCertificatesUseTheDesignAs')}
      </Alert>
    )}
    {hidden && (
      <Alert
        tone="warning"
        title={t('batch.hiddenInTheFileAndPartOfThisList', {
          hidden: formatList([...(hidden.rows > 0 ? [rowCount(hidden.rows)] : []), ...hidden.columns]),
        })}
      >
        {t('batch.toLeaveOutWhatIsHidden')}
      </Alert>
    )}
    <FieldsSince {...fields} status={batch.status} />
    {!isReading && <State {...batch} due={due} holdMinutes={holdMinutes} />}
    {batch.issued > 0 && <Downloads path={`/admin/batches/${batch.id}`} />}
  </>
);

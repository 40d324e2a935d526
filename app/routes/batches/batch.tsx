import { Link, useNavigation } from 'react-router';
import { z } from 'zod';
import { rowsQuerySchema } from '#app/batches/batch.schema.ts';
import { batchRowsPage, findBatch, starterOf } from '#app/batches/batch.server.ts';
import { cancelBatch } from '#app/batches/cancel-batch.server.ts';
import { startBatch } from '#app/batches/start-batch.server.ts';
import { shownDate } from '#app/certificates/display.ts';
import { formatNumber } from '#app/messages/format-numbers.ts';
import { form, intentAction } from '#app/routes/form.server.ts';
import { May } from '#app/routes/layouts/may.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { dateInWords } from '#app/shared/format-dates.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { ButtonAnchor, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { usePolling } from '#app/ui/polling.ts';
import { Progress } from '#app/ui/progress.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/batch';
import { BatchBadge } from './batch-badge.tsx';
import { designNames, designValidity } from './batch-designs.ts';
import { BatchRows } from './batch-rows.tsx';

/** Intervals for polling a batch's progress, without and with JavaScript. */
const REFRESH_SECONDS = 3;

export const meta = () => pageMeta(t('common.batch'), t('batch.theRowsOfABatch'));

/** A date of a row with its month in words, if it is valid, so that a swapped month is seen before anything is issued. */
const enteredDate = (text: string) => (parseCalendarDate(text) ? dateInWords(text) : text);

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const batch = findBatch(actor, params.id);
  const problems = url.searchParams.get('show') === 'problems';
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const { rows, nextCursor } = batchRowsPage(
    actor,
    params.id,
    parseInput(rowsQuerySchema, { cursor }),
    problems ? 'failed' : undefined,
  );
  const { id, fileName, status, total, issued, failed } = batch;
  return {
    batch: { id, name: fileName ?? t('common.batch'), status, total, issued, failed },
    starter: starterOf(actor, batch),
    designs: designNames(batch),
    validity: designValidity(batch),
    isOutdated: status === 'ready' && batch.designs.some((design) => design.isOutdated === 1),
    problems,
    cursor: cursor ?? null,
    nextCursor,
    rows: rows.map(({ issueDate, expiryDate, errors, ...row }) => ({
      ...row,
      issueDate: enteredDate(issueDate),
      expiryDate: expiryDate === null ? shownDate(null) : enteredDate(expiryDate),
      problems: errors ? Object.values(errors).flat() : [],
    })),
  };
};

const NO_INPUT = z.object({});

export const action = intentAction({
  start: form({
    schema: NO_INPUT,
    perform: (_, { actor, params }) => startBatch(actor, params.id ?? ''),
    outcome: ({ id }) => redirectWithToast(`/admin/batches/${id}`),
  }),
  cancel: form({
    schema: NO_INPUT,
    perform: (_, { actor, params }) => cancelBatch(actor, params.id ?? ''),
    outcome: ({ id }) => redirectWithToast(`/admin/batches/${id}`, t('batch.batchCancelled')),
  }),
});

const certificates = (count: number) =>
  t('batch.countCertificates', { count: formatNumber(count), count2: count });
const rowCount = (count: number) => t('batch.countRows', { count: formatNumber(count), count2: count });

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

export default function Batch({ loaderData, actionData }: Route.ComponentProps) {
  const { batch, starter, designs, validity, isOutdated, rows, problems, cursor, nextCursor } = loaderData;
  const { id, name, status, issued, failed } = batch;
  const isIssuing = status === 'issuing';
  usePolling(isIssuing);
  const path = `/admin/batches/${id}`;
  const query = problems ? 'show=problems&' : '';
  return (
    <>
      {isIssuing && (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
        </noscript>
      )}
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={name}
        crumbs={[{ label: t('common.batches'), to: '/admin/batches' }, { label: name }]}
      />
      <Card className="mb-8 grid max-w-3xl gap-5">
        <FormAlert errors={actionData?.message} />
        <p>
          <BatchBadge status={status} />
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
        <State {...batch} />
        {issued > 0 && <Downloads path={path} />}
      </Card>
      {failed > 0 && (
        <p className="mb-4">
          <Link className="link" to={problems ? path : `${path}?show=problems`}>
            {problems
              ? t('batch.showAllRows')
              : t('batch.showOnlyTheFailedWithProblems', { failed: rowCount(failed) })}
          </Link>
        </p>
      )}
      <BatchRows rows={rows} />
      <LoadMore
        to={nextCursor && `${path}?${query}cursor=${nextCursor}`}
        firstPage={cursor && (problems ? `${path}?show=problems` : path)}
      />
    </>
  );
}

type StateProps = Route.ComponentProps['loaderData']['batch'];

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
function State({ status, total, issued, failed }: StateProps) {
  const pending = useNavigation().state === 'submitting';
  const valid = total - failed;
  if (status === 'ready') {
    return (
      <>
        <p>{readyText(valid, failed)}</p>
        <May act="certificates">
          <Form method="post" className="flex flex-wrap gap-3">
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

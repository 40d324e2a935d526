import { Form } from '#app/routes/owned-form.tsx';
import type { IssuedRow } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { Badge } from '#app/ui/list-parts.tsx';
import { idText, PathLink, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { Note, StatusBadge } from './certificate-state.tsx';

/** The ID of a certificate that waits, and when it is issued, or why it was not. */
export const scheduledId = ({ uniqueId, scheduledFor, notIssued }: IssuedRow) => (
  <span className="cell block">
    {idText(uniqueId, 'certificate-id')}{' '}
    <span className="second-line">
      {notIssued === null ? (
        <StatusBadge status="scheduled" />
      ) : (
        <Badge tone="danger">{t('scheduledCells.notIssued')}</Badge>
      )}
      <Note>{notIssued ?? t('scheduledCells.isIssuedAt', { at: scheduledFor ?? '' })}</Note>
    </span>
  </span>
);

/** The path of the form that changes a certificate that waits. */
export const scheduledPath = (uniqueId: string) => `/admin/issued-certificates/${uniqueId}/scheduled`;

export const WithdrawForm = ({ uniqueId, action }: { uniqueId: string; action?: string }) => (
  <Form method="post" {...(action && { action })}>
    <input type="hidden" name="uniqueId" value={uniqueId} />
    <SubmitButton
      name="intent"
      value="withdraw"
      size="small"
      variant="danger"
      aria-label={t('scheduledCells.withdrawUniqueid', { uniqueId })}
      // The second click of a double click may meet the next row, which has moved up.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    >
      {t('common.withdraw')}
    </SubmitButton>
  </Form>
);

/** What can be done with a certificate that waits. */
export const scheduledActions = ({ uniqueId }: IssuedRow) => (
  <div className="cell flex flex-wrap items-center gap-3">
    <PathLink
      className="link"
      href={scheduledPath(uniqueId)}
      aria-label={t('scheduledCells.changeUniqueid', { uniqueId })}
    >
      {t('scheduledCells.change')}
    </PathLink>
    <WithdrawForm uniqueId={uniqueId} />
  </div>
);

import type { Role } from '#app/accounts/actor.server.ts';
import type { EventType } from '#app/events/event-types.ts';
import { CheckboxGroup, TextField } from '#app/ui/form.tsx';
import { Alert } from '#app/ui/page.tsx';
import { t } from '#messages';

type FieldsProps = {
  role: Role;
  url?: string;
  types?: string[];
};

export const WebhookFields = ({ role, url, types }: FieldsProps) => (
  <>
    <TextField
      label="URL"
      name="url"
      type="url"
      hint={t('webhookFields.aPublicHttpsAddress', { example: 'https://example.org/hooks' })}
      defaultValue={url}
    />
    <CheckboxGroup
      label={t('webhookFields.tellItWhen')}
      name="types"
      options={typesOf(role)}
      defaultValues={types}
    />
  </>
);

/** The secret of a webhook, right after it was made. */
export const NewSecret = ({ secret }: { secret: string }) => (
  <Alert tone="success" title={t('webhookFields.copyTheSecretNow')}>
    <p>{t('webhookFields.itWillNotBeShownAgain')}</p>
    <code className="secret">{secret}</code>
  </Alert>
);

/** What people read for a type of events. */
const labels = (): Record<EventType, string> => ({
  'certificate.issued': t('eventLabels.aCertificateIsIssued'),
  'certificate.revoked': t('eventLabels.aCertificateIsRevoked'),
  'certificate.replaced': t('eventLabels.aCertificateIsReplaced'),
  'certificate.expiring': t('eventLabels.aCertificateWillExpireSoon'),
  'certificate.verified': t('eventLabels.somebodyPaysToLookUpACertificate'),
  'batch.done': t('eventLabels.aBatchIsDone'),
  'payment.paid': t('eventLabels.youPay'),
  'payment.refunded': t('eventLabels.youAreRefunded'),
  'course.enrolled': t('eventLabels.somebodyEnrolsInACourse'),
  'course.completed': t('eventLabels.somebodyCompletesACourse'),
});

/** The types whose events a role has. Others stay as they are, because a role may have been another one before. */
export const typesOf = (role: Role): { value: EventType; label: string }[] =>
  (Object.entries(labels()) as [EventType, string][])
    .filter(([type]) => role === 'admin' || !/^(?:certificate|batch)\./.test(type))
    .map(([value, label]) => ({ value, label }));

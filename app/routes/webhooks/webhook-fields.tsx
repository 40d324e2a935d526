import type { Role } from '#app/accounts/actor.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { CheckboxGroup, TextField } from '#app/ui/field.tsx';
import { t } from '#messages';
import { typesOf } from './event-labels.ts';

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

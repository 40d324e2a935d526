import { useRef } from 'react';
import { useNavigation } from 'react-router';
import type { Role } from '#app/accounts/actor.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { CheckboxGroup, TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { t } from '#messages';
import { typesOf } from './event-labels.ts';

type Failure = { ok: false; intent: string | null } & Parameters<typeof formState>[0];

/** State of a form with this intent. */
export function useWebhookForm(answer: object | undefined, intent: string) {
  const form = useRef<HTMLFormElement>(null);
  const mine = answer && 'intent' in answer && answer.intent === intent ? answer : undefined;
  const failure = mine && 'ok' in mine && mine.ok === false ? (mine as Failure) : null;
  const pending = useNavigation().formData?.get('intent') === intent;
  useFocusFirstError(form, failure);
  return { form, pending, ...formState(failure) };
}

type FieldsProps = Pick<ReturnType<typeof useWebhookForm>, 'value' | 'values' | 'errors'> & {
  role: Role;
  url?: string;
  types?: string[];
};

export const WebhookFields = ({ role, url, types, value, values, errors }: FieldsProps) => (
  <>
    <TextField
      label="URL"
      name="url"
      type="url"
      hint={t('webhookFields.aPublicHttpsAddress', { example: 'https://example.org/hooks' })}
      defaultValue={value('url') ?? url}
      errors={errors('url')}
    />
    <CheckboxGroup
      label={t('webhookFields.tellItWhen')}
      name="types"
      options={typesOf(role)}
      defaultValues={value('url') === undefined ? types : values('types')}
      errors={errors('types')}
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

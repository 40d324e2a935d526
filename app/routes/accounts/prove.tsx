import { useNavigation } from 'react-router';
import { usePasskeySchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import {
  confirmWithPasskey,
  confirmWithPassword,
  passwordProofSchema,
} from '#app/accounts/second-factor/step-up.server.ts';
import { proofOf } from '#app/routes/accounts/proof.server.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { formState, TextField } from '#app/ui/form.tsx';
import { Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/prove';
import { PasskeyForm } from './passkey-form.tsx';

export const meta = () =>
  pageMeta(t('prove.confirmThatItIsYou'), t('prove.asksAgainForThePasswordOrAPasskey'));

export const loader = ({ context }: Route.LoaderArgs) => ({ proof: proofOf(context.get(actorContext)) });

const goOn = ({ message }: { message: string }, { url }: { url: URL }) =>
  redirectWithToast(parseRedirectTarget(url.searchParams.get('redirectTo')) ?? '/settings', message);

export const action = intentAction({
  password: form({
    schema: passwordProofSchema,
    secretFields: ['password'],
    perform: (input, { actor }) => confirmWithPassword(actor, input),
    outcome: goOn,
  }),
  passkey: form({
    schema: usePasskeySchema,
    secretFields: ['passkey'],
    perform: ({ passkey }, { actor }) => confirmWithPasskey(actor, passkey),
    outcome: goOn,
  }),
});

export default function Prove({ loaderData, actionData }: Route.ComponentProps) {
  const { isSuperAdmin, hasPasskeys } = loaderData.proof;
  const pending = useNavigation().formData?.get('intent') === 'password';
  const wrong = formState(actionData).errors('password');
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('prove.confirmThatItIsYou')}
        lead={t('prove.whatYouWantToDoNeeds')}
        crumbs={[{ label: t('common.settings'), to: '/settings' }, { label: t('prove.confirm') }]}
      />
      <Card className="grid gap-6">
        {!wrong && <FormAlert errors={actionData?.message} />}
        <Form failure={actionData} method="post" className="form">
          <TextField
            label={isSuperAdmin ? t('superadminLogin.password1') : t('common.currentPassword')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          <SubmitButton name="intent" value="password" pending={pending}>
            {t('prove.confirm')}
          </SubmitButton>
        </Form>
        {hasPasskeys && (
          <PasskeyForm
            purpose="proof"
            intent="passkey"
            label={t('prove.useAPasskeyInstead')}
            variant="secondary"
          />
        )}
      </Card>
    </div>
  );
}

import { useNavigation } from 'react-router';
import {
  DAYS_TO_UNDO,
  deletionObstacles,
  requestDeletion,
  requestDeletionSchema,
} from '#app/privacy/account-deletion/request-deletion.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { TextField } from '#app/ui/form.tsx';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, Card, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/delete-account';

export const meta = () =>
  pageMeta(t('common.deleteMyAccount'), t('deleteAccount.whatIsDeletedWithYourAccount'));

export const loader = ({ context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  return {
    obstacles: deletionObstacles(actor),
    isIssuer: 'user' in actor && actor.user.role === 'admin',
    days: DAYS_TO_UNDO,
  };
};

export const action = formAction(
  form({
    schema: requestDeletionSchema,
    secretFields: ['password'],
    perform: (input, { actor }) => requestDeletion(actor, input),
    outcome: ({ message }) => redirectWithToast('/settings/keep-account', message),
  }),
);

const goes = () => [
  t('deleteAccount.yourNameEmailAddressesPasswordSecond'),
  t('deleteAccount.yourDetailsForReceipts'),
  t('deleteAccount.lookUpsThatYouNeverPaid'),
  t('deleteAccount.yourMessagesToUs'),
];

const stays = () => [
  t('deleteAccount.certificatesThatWereIssuedToYou'),
  t('deleteAccount.receiptsAndCreditNotes'),
  t('deleteAccount.lookUpsThatYouPaid'),
  t('deleteAccount.entriesOfTheTransparencyLog'),
];

const staysOfIssuers = () => [t('deleteAccount.theCertificatesThatYouIssued')];

const List = ({ title, items }: { title: string; items: readonly string[] }) => (
  <section>
    <h2 className="text-xl">{title}</h2>
    <ul className="mt-3 list-disc ps-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </section>
);

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { obstacles, isIssuer, days } = loaderData;
  const pending = useNavigation().state === 'submitting';
  return (
    <div className="narrow-page">
      <PageHeader
        title={t('common.deleteMyAccount')}
        crumbs={[
          { label: t('common.settings'), to: '/settings' },
          { label: t('common.yourData'), to: '/settings/data' },
          { label: t('common.deleteMyAccount') },
        ]}
      />
      <div className="grid gap-6">
        <List title={t('deleteAccount.whatIsDeleted')} items={goes()} />
        <List
          title={t('deleteAccount.whatStays')}
          items={isIssuer ? [...stays(), ...staysOfIssuers()] : stays()}
        />
        {obstacles.length > 0 ? (
          <Alert tone="warning" title={t('deleteAccount.yourAccountCannotBeDeletedYet')}>
            {obstacles.map((obstacle) => (
              <p key={obstacle}>{obstacle}</p>
            ))}
          </Alert>
        ) : (
          <Card className="grid gap-5">
            <p>{t('deleteAccount.yourAccountIsDeletedAfterDaysDays', { days })}</p>
            <ActionAlert answer={actionData} />
            <Form failure={actionData ?? null} method="post" className="form">
              <TextField
                label={t('common.password')}
                name="password"
                type="password"
                autoComplete="current-password"
              />
              <div className="flex flex-wrap gap-3">
                <SubmitButton variant="danger" pending={pending}>
                  {t('common.deleteMyAccount')}
                </SubmitButton>
                <ButtonLink to="/settings/data" variant="secondary">
                  {t('common.cancel')}
                </ButtonLink>
              </div>
            </Form>
          </Card>
        )}
      </div>
    </div>
  );
}

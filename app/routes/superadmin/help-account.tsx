import { useNavigation } from 'react-router';
import {
  helpedAccount,
  helpSchema,
  liftLockout,
  mailConfirmation,
  mailReset,
} from '#app/accounts/help-account.server.ts';
import { cancelMove, moveSchema, requestMove, waitingMove } from '#app/courses/moves/course-move.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { TextField } from '#app/ui/form.tsx';
import { ActionAlert, Facts } from '#app/ui/list-parts.tsx';
import { Card, IdText, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/help-account';
import { listOfAccount } from './second-factor-cell.tsx';

export const meta = () =>
  pageMeta(t('helpAccount.helpAnAccount'), t('helpAccount.mailsLocksAndCoursesOfAnAccount'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const account = helpedAccount(actor, params.id);
  return { account, move: waitingMove(actor, params.id), list: listOfAccount(account.isIssuer, url) };
};

const help = (perform: typeof mailReset) =>
  form({
    schema: helpSchema,
    perform: (input, { actor, params }) => perform(actor, params.id ?? '', input),
    outcome: stay,
  });

export const action = intentAction({
  reset: help(mailReset),
  confirmation: help(mailConfirmation),
  unlock: help(liftLockout),
  move: form({
    schema: moveSchema,
    perform: (input, { actor, params }) => requestMove(actor, params.id ?? '', input),
    outcome: stay,
  }),
  'cancel-move': help(cancelMove),
});

type HelpFormProps = {
  intent: string;
  label: string;
  text: string;
  answer: Route.ComponentProps['actionData'];
  /** Whether it asks for another account. */
  asksForAccount?: boolean;
};

function HelpForm({ intent, label, text, answer, asksForAccount }: HelpFormProps) {
  const pending = useNavigation().formData?.get('intent') === intent;
  return (
    <Card className="grid max-w-3xl gap-4">
      <h2 className="text-xl">{label}</h2>
      <p>{text}</p>
      <Form
        failure={answer?.ok === false && answer.intent === intent ? answer : null}
        method="post"
        className="form"
        key={String(answer?.ok && answer.intent === intent)}
        preventScrollReset
      >
        {asksForAccount && (
          <TextField
            label={t('moveCourses.otherAccount')}
            hint={t('moveCourses.usernameOrEmailAddress')}
            id={`${intent}-other`}
            name="other"
            maxLength={254}
          />
        )}
        <TextField label={t('common.reason')} id={`${intent}-reason`} name="reason" maxLength={500} />
        <div>
          <SubmitButton name="intent" value={intent} pending={pending} variant="secondary">
            {label}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

export default function HelpAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { account, move, list } = loaderData;
  const title = t('helpAccount.helpAnAccount');
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title={title} crumbs={[list, { label: title }]} />
      <ActionAlert answer={actionData} />
      <div className="grid gap-6">
        <Card className="max-w-3xl">
          <Facts
            facts={[
              [t('common.account'), account.name],
              [t('common.username'), <IdText key="username">{account.username}</IdText>],
              [t('common.email'), account.email && shownEmail(account.email)],
            ]}
            breakable
          />
        </Card>
        <HelpForm
          intent="reset"
          label={t('helpAccount.mailAResetLink')}
          text={t('helpAccount.theOwnerSetsANewPassword')}
          answer={actionData}
        />
        {!account.isConfirmed && (
          <HelpForm
            intent="confirmation"
            label={t('helpAccount.mailAConfirmationLink')}
            text={t('helpAccount.theAddressIsNotConfirmed')}
            answer={actionData}
          />
        )}
        <HelpForm
          intent="unlock"
          label={t('helpAccount.liftTheLockout')}
          text={t('helpAccount.failedLoginsAreForgotten')}
          answer={actionData}
        />
        {move ? (
          <HelpForm
            intent="cancel-move"
            label={t('moveCourses.cancelTheMove')}
            text={t('moveCourses.theMoveWaits', move)}
            answer={actionData}
          />
        ) : (
          <HelpForm
            intent="move"
            label={t('moveCourses.moveCoursesToAnotherAccount')}
            text={t('moveCourses.bothMailboxesMustConfirm')}
            answer={actionData}
            asksForAccount
          />
        )}
      </div>
    </>
  );
}

import { Form, useNavigation } from 'react-router';
import { z } from 'zod';
import { announcedMove, confirmMove, declineMove } from '#app/courses/moves/confirm-move.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { openLink } from '#app/routes/pieces/open-link.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { requestContext } from '#app/server/session/context.server.ts';
import { EmptyState, Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, FormAlert, IdText, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/confirm-move';

export const meta = () =>
  pageMeta(t('moveCourses.moveYourCourses'), t('moveCourses.movesYourCoursesToAnotherAccount'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

export const loader = ({ params }: Route.LoaderArgs) => openLink(() => announcedMove(params.token));

const answer = (perform: typeof confirmMove) =>
  form({
    schema: z.object({}),
    perform: (_, { params, context }) => perform(params.token ?? '', context.get(requestContext).address),
    outcome: stay,
  });

export const action = intentAction({ confirm: answer(confirmMove), cancel: answer(declineMove) });

export default function ConfirmMove({
  loaderData: { opened: move, message },
  actionData,
}: Route.ComponentProps) {
  const pending = useNavigation().formData?.get('intent');
  return (
    <div className="narrow-page">
      <PageHeader title={t('moveCourses.moveYourCourses')} />
      {move === null ? (
        <EmptyState title={message} action={<ButtonLink to="/">{t('common.logIn')}</ButtonLink>} />
      ) : (
        <div className="grid gap-6">
          <FormAlert errors={actionData?.ok === false ? actionData.message : null} />
          {move.state !== null && (
            <Alert tone={move.outcome === 'cancelled' ? 'info' : 'success'} title={move.state} />
          )}
          {move.outcome === null && <p>{t('moveCourses.aSuperAdminWasAsked')}</p>}
          <Facts
            facts={[
              [t('moveCourses.fromAccount'), <IdText key="from">{move.from}</IdText>],
              [t('moveCourses.toAccount'), <IdText key="to">{move.to}</IdText>],
              [t('common.reason'), move.reason],
            ]}
            breakable
          />
          {move.outcome === null && (
            <Form method="post" className="flex flex-wrap gap-3">
              {move.state === null && (
                <SubmitButton name="intent" value="confirm" pending={pending === 'confirm'}>
                  {t('moveCourses.confirmTheMove')}
                </SubmitButton>
              )}
              <SubmitButton name="intent" value="cancel" pending={pending === 'cancel'} variant="secondary">
                {t('moveCourses.cancelTheMove')}
              </SubmitButton>
            </Form>
          )}
        </div>
      )}
    </div>
  );
}

import { useNavigation } from 'react-router';
import { z } from 'zod';
import { changeField, findField, retireField } from '#app/certificates/declare-fields.server.ts';
import { changeableMembers } from '#app/certificates/field.schema.server.ts';
import { declarationLabels, kindLabels, perLabels, whoSees } from '#app/certificates/field-labels.ts';
import type { FieldRules } from '#app/certificates/own-fields.ts';
import { form, intentAction, redirectWithToast, type Submission } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { useIntent } from '#app/routes/use-intent.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/field';
import { DeclarationInputs } from './declaration-inputs.tsx';

const LIST = '/admin/fields';

/** Choices are pasted from lists, however long these are: the answer says how many there may be. */
export const handle = { body: [{ bytes: LONG_FORM_BYTES }] } satisfies RouteNeeds;

export const meta = () => pageMeta(t('ownFields.editField'), t('ownFields.changeOrRetireAField'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const { key, name, kind, isRequired, isSearched, visibility, rules } = findField(
    context.get(actorContext),
    params.id,
  );
  const declared = { name, isRequired, isSearched, rules };
  return {
    key,
    kind,
    declared,
    seenBy: whoSees(visibility),
    isRetiring: url.searchParams.has('retire'),
  };
};

const idOf = ({ params }: Submission) => params.id ?? '';
const ALL_EMPTY = Object.fromEntries(Object.keys(changeableMembers.shape).map((name) => [name, null]));

export const action = intentAction(
  {
    save: form({
      schema: changeableMembers,
      // An empty control removes the rule that it shows.
      perform: (input, submission) =>
        changeField(submission.actor, idOf(submission), { ...ALL_EMPTY, ...input }),
      outcome: () => redirectWithToast(LIST, t('ownFields.fieldSaved')),
    }),
    retire: form({
      schema: z.object({}),
      perform: (_, submission) => retireField(submission.actor, idOf(submission)),
      outcome: () => redirectWithToast(LIST, t('ownFields.fieldRetired')),
    }),
  },
  { bytes: LONG_FORM_BYTES },
);

type PartProps = { failure: Route.ComponentProps['actionData'] };

function Changes({
  kind,
  declared,
  failure,
}: PartProps & Pick<Route.ComponentProps['loaderData'], 'kind' | 'declared'>) {
  const { form: sent, pending } = useIntent(failure, 'save');
  return (
    <Form {...sent} className="grid gap-5">
      <FormAlert errors={failure?.message} />
      <input type="hidden" name="intent" value="save" />
      <DeclarationInputs kind={kind} declared={declared} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton pending={pending} pendingText={t('common.saving')}>
          {t('common.save')}
        </SubmitButton>
        <ButtonLink to="?retire=yes" variant="quiet">
          {t('ownFields.retireField')}
        </ButtonLink>
      </div>
    </Form>
  );
}

function Retirement({ failure }: PartProps) {
  const pending = useNavigation().state === 'submitting';
  return (
    <Form method="post" className="grid gap-5">
      <FormAlert errors={failure?.message} />
      <Alert tone="warning" title={t('common.thisCannotBeUndone')}>
        {t('ownFields.newCertificatesNoLongerHaveIt')}
      </Alert>
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="retire" variant="danger" pending={pending}>
          {t('ownFields.retireField')}
        </SubmitButton>
        <ButtonLink to="?" variant="quiet">
          {t('common.cancel')}
        </ButtonLink>
      </div>
    </Form>
  );
}

/** What the certificates of a running number rely on. */
function runningFacts({ pattern, start, per }: FieldRules): [string, string][] {
  const labels = declarationLabels('running');
  if (pattern === undefined) return [];
  return [
    [labels.pattern, pattern],
    [labels.start, String(start ?? 1)],
    [labels.per, perLabels()[per ?? 'organisation']],
  ];
}

export default function EditField({ loaderData, actionData }: Route.ComponentProps) {
  const { key, kind, declared, seenBy, isRetiring } = loaderData;
  const labels = declarationLabels(kind);
  const title = isRetiring ? t('ownFields.retireField') : t('ownFields.editField');
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={title}
        lead={declared.name}
        crumbs={[{ label: t('ownFields.fields'), to: LIST }, { label: title }]}
      />
      <Card className="grid max-w-3xl gap-6">
        <Facts
          facts={[
            [labels.key, key],
            [labels.kind, kindLabels()[kind]],
            [labels.visibility, seenBy],
            ...runningFacts(declared.rules),
          ]}
          breakable
        />
        {isRetiring ? (
          <Retirement failure={actionData} />
        ) : (
          <>
            <p className="text-sm text-muted">{t('ownFields.keyKindAndViewersNeverChange')}</p>
            <Changes kind={kind} declared={declared} failure={actionData} />
          </>
        )}
      </Card>
    </>
  );
}

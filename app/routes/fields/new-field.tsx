import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { declareField } from '#app/certificates/declare-fields.server.ts';
import { DECLARED_KINDS, declarationSchema } from '#app/certificates/field.schema.server.ts';
import { declarationLabels, kindLabels, visibilityLabels } from '#app/certificates/field-labels.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { CheckboxGroup, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { Alert, ButtonLink, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/new-field';
import { DeclarationInputs } from './declaration-inputs.tsx';

const LIST = '/admin/fields';

/** Choices are pasted from lists, however long these are: the answer says how many there may be. */
export const handle = { body: [{ bytes: LONG_FORM_BYTES }] } satisfies RouteNeeds;

export const meta = () => pageMeta(t('ownFields.newField'), t('ownFields.declareAFieldForYourCertificates'));

/** The kind is a part of the address, so that a form has only the controls of one kind, also without JavaScript. */
export const loader = ({ url, context }: Route.LoaderArgs) => {
  requireIssuer(context.get(actorContext), 'certificates');
  const asked = url.searchParams.get('kind');
  const kind = DECLARED_KINDS.find((each) => each === asked) ?? 'text';
  return { kind, kinds: DECLARED_KINDS };
};

export const action = formAction(
  form({
    schema: declarationSchema,
    perform: (declared, { actor }) => declareField(actor, declared),
    outcome: () => redirectWithToast(LIST, t('ownFields.fieldDeclared')),
  }),
  { bytes: LONG_FORM_BYTES },
);

export default function NewField({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, kinds } = loaderData;
  const ref = useRef<HTMLFormElement>(null);
  const pending = useNavigation().state === 'submitting';
  useFocusFirstError(ref, actionData);
  const labels = declarationLabels(kind);
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('ownFields.newField')}
        crumbs={[{ label: t('ownFields.fields'), to: LIST }, { label: t('ownFields.newField') }]}
      />
      <div className="mb-6">
        <Tabs
          label={labels.kind}
          tabs={kinds.map((each) => ({
            label: kindLabels()[each],
            to: `${LIST}/new?kind=${each}`,
            current: each === kind,
          }))}
        />
      </div>
      <Card className="max-w-3xl">
        <Form method="post" failure={actionData} ref={ref} key={kind} className="grid gap-5">
          <FormAlert errors={actionData?.message} />
          <input type="hidden" name="kind" value={kind} />
          <TextField
            name="key"
            label={labels.key}
            hint={t('ownFields.forListsAndPlaceholders')}
            required
            maxLength={30}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <DeclarationInputs kind={kind} />
          <CheckboxGroup
            name="visibility"
            label={labels.visibility}
            hint={t('ownFields.withoutATickItIsForYouOnly')}
            options={Object.entries(visibilityLabels()).map(([value, label]) => ({ value, label }))}
          />
          <Alert tone="info">{t('ownFields.whoeverHoldsTheFileCanRead')}</Alert>
          <p className="text-sm text-muted">{t('ownFields.keyKindAndViewersNeverChange')}</p>
          <div className="flex flex-wrap gap-3">
            <SubmitButton pending={pending} pendingText={t('common.saving')}>
              {t('ownFields.declareField')}
            </SubmitButton>
            <ButtonLink to={LIST} variant="quiet">
              {t('common.cancel')}
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  );
}

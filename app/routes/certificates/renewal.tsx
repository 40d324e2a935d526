import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { renewalSchema } from '#app/certificates/certificate.schema.ts';
import { todayUtc } from '#app/certificates/certificate.server.ts';
import { shownDate } from '#app/certificates/display.ts';
import { headingOf, LINE_NAMES, named } from '#app/certificates/fields.ts';
import {
  certificatesToRenew,
  renewCertificates,
  renewedTexts,
} from '#app/certificates/renew-certificates.server.ts';
import { selected, selectedOrBack } from '#app/routes/certificates/selected.server.ts';
import { form, formAction, idempotencyKeyOf, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { openerOf } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { useFocusFirstError } from '#app/ui/form.tsx';
import { type Column, Table } from '#app/ui/list-parts.tsx';
import {
  Alert,
  ButtonLink,
  Card,
  FormAlert,
  IdText,
  PageHeader,
  pageMeta,
  SubmitButton,
} from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/renewal';
import { DateFields } from './certificate-fields.tsx';

export const meta = () =>
  pageMeta(t('renewal.renewCertificates'), t('renewal.issueNewCertificatesInPlaceOfExpiringOnes'));

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const { renewable, notRenewable } = certificatesToRenew(context.get(actorContext), selectedOrBack(url));
  return {
    formKey: newToken(),
    list: openerOf(url),
    notRenewable,
    rows: renewable.map(({ certificate, expiryDate }) => ({
      ...named(certificate),
      expires: shownDate(certificate.expiryDate),
      renewedUntil: shownDate(expiryDate),
    })),
  };
};

export const action = formAction(
  form({
    schema: () => renewalSchema(todayUtc()),
    perform: (input, { actor, url, form: fields }) =>
      renewCertificates(actor, selected(url), input, idempotencyKeyOf(fields, input)),
    outcome: ({ certificates: { length } }, { url }) =>
      redirectWithToast(
        openerOf(url).to,
        length === 1 ? renewedTexts() : t('renewal.lengthCertificatesRenewed', { length }),
      ),
  }),
);

type Row = Route.ComponentProps['loaderData']['rows'][number];

const tableColumns = (): Column<Row>[] => [
  ...LINE_NAMES.map((name) => ({
    header: headingOf(name),
    cell: (row: Row) => <bdi className="breakable">{row[name]}</bdi>,
  })),
  { header: t('common.certificateId'), cell: ({ uniqueId }) => <IdText code>{uniqueId}</IdText> },
  { header: t('renewal.expires'), cell: ({ expires }) => expires },
  { header: t('renewal.renewedTodayUntil'), cell: ({ renewedUntil }) => renewedUntil },
];

type RenewalFormProps = Pick<Route.ComponentProps['loaderData'], 'formKey' | 'list'> & {
  title: string;
  failure: Route.ComponentProps['actionData'];
};

function RenewalForm({ formKey, list, title, failure }: RenewalFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const pending = useNavigation().state === 'submitting';
  useFocusFirstError(formRef, failure);
  return (
    <Card className="max-w-3xl">
      <Form method="post" failure={failure} ref={formRef} className="grid gap-5">
        <FormAlert errors={failure?.message} />
        <input type="hidden" name="formKey" value={formKey} />
        <DateFields
          emptyIssueDate={t('renewal.todayByDefault')}
          hint={t('renewal.withoutEitherEachCertificateStaysValid')}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton pending={pending} pendingText={t('renewal.renewing')}>
            {title}
          </SubmitButton>
          <ButtonLink to={list.to} variant="quiet">
            {t('common.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  );
}

export default function Renewal({ loaderData, actionData }: Route.ComponentProps) {
  const { formKey, list, rows, notRenewable } = loaderData;
  const title =
    rows.length > 1
      ? t('renewal.renewCountCertificates', { count: rows.length })
      : t('renewal.renewCertificate');
  return (
    <>
      <PageHeader
        title={title}
        lead={t('renewal.eachStudentGetsANewCertificate')}
        crumbs={[list, { label: t('common.renew') }]}
      />
      <PageToast toast={actionData?.toast} />
      <div className="grid gap-6">
        {notRenewable.length > 0 && (
          <Alert tone="warning" title={rows.length > 0 ? t('renewal.leftOut') : t('renewal.nothingToRenew')}>
            <ul>
              {notRenewable.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </Alert>
        )}
        {rows.length === 0 ? (
          <div>
            <ButtonLink to={list.to} variant="secondary">
              {t('decisionPage.backToLabel', { label: list.label })}
            </ButtonLink>
          </div>
        ) : (
          <>
            <Table
              caption={t('renewal.certificatesToRenew')}
              columns={tableColumns()}
              rowKey={({ uniqueId }) => uniqueId}
              groups={[{ rows }]}
            />
            <RenewalForm formKey={formKey} list={list} title={title} failure={actionData} />
          </>
        )}
      </div>
    </>
  );
}

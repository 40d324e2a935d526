import { ListPlus } from 'lucide';
import { Link, useNavigation } from 'react-router';
import { z } from 'zod';
import { declareField, listFields, listRetiredFields } from '#app/certificates/declare-fields.server.ts';
import { declarationSchema } from '#app/certificates/field.schema.server.ts';
import { kindLabels, whoSees } from '#app/certificates/field-labels.ts';
import { READY_FIELDS, type ReadyKey, readyDeclaration } from '#app/certificates/ready-fields.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { May, useMay } from '#app/routes/layouts/use-frame.tsx';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { ActionAlert, Badge, type Column, EmptyState } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, Card, PageHeader, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/fields';

const PATH = '/admin/fields';
const KEYS = Object.keys(READY_FIELDS) as [ReadyKey, ...ReadyKey[]];

export const meta = () => pageMeta(t('ownFields.fields'), t('ownFields.fieldsOfYourCertificatesBeside'));

export const loader = ({ url, context }: Route.LoaderArgs) =>
  listLoader(url, listQuerySchema, (query) => {
    const actor = context.get(actorContext);
    const isRetired = url.searchParams.get('show') === 'retired';
    const inUse = listFields(actor);
    const { fields, nextCursor } = isRetired
      ? listRetiredFields(actor, query)
      : { fields: inUse, nextCursor: null };
    return {
      isRetired,
      rows: fields.map(({ id, key, name, kind, visibility, isRequired, isSearched }) => ({
        id,
        key,
        name,
        kind: kindLabels()[kind],
        seenBy: whoSees(visibility),
        isRequired,
        isSearched,
      })),
      nextCursor,
      ready: KEYS.filter((key) => !inUse.some((field) => field.key === key)).map((key) => {
        const { name, kind, visibility } = readyDeclaration(key);
        return {
          key,
          name,
          about: t('page.labelValue', { label: kindLabels()[kind], value: whoSees(visibility) }),
        };
      }),
    };
  });

export const action = intentAction({
  ready: form({
    schema: z.object({ key: z.enum(KEYS) }),
    perform: ({ key }, { actor }) =>
      declareField(actor, parseInput(declarationSchema, readyDeclaration(key))),
    outcome: () => redirectWithToast(PATH, t('ownFields.fieldDeclared')),
  }),
});

type Data = Route.ComponentProps['loaderData'];
type Row = Data['rows'][number];

function Name({ id, name, isLinked }: Pick<Row, 'id' | 'name'> & { isLinked: boolean }) {
  return isLinked ? (
    <Link className="link" to={`${PATH}/${id}`}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );
}

const columns = (isLinked: boolean): Column<Row>[] => [
  {
    header: t('common.name'),
    cell: ({ id, name }) => <Name id={id} name={name} isLinked={isLinked} />,
  },
  { header: t('ownFields.key'), cell: ({ key }) => <code>{key}</code> },
  { header: t('ownFields.kind'), cell: ({ kind }) => kind },
  { header: t('ownFields.whoSeesIt'), cell: ({ seenBy }) => seenBy },
  {
    header: t('ownFields.more'),
    cell: ({ isRequired, isSearched }) =>
      (isRequired || isSearched) && (
        <span className="flex flex-wrap gap-2">
          {isRequired && <Badge tone="info">{t('ownFields.required')}</Badge>}
          {isSearched && <Badge>{t('ownFields.foundBySearches')}</Badge>}
        </span>
      ),
  },
];

const NewField = () => (
  <May act="certificates">
    <ButtonLink to={`${PATH}/new`}>{t('ownFields.newField')}</ButtonLink>
  </May>
);

const Empty = ({ isRetired }: Pick<Data, 'isRetired'>) =>
  isRetired ? (
    <EmptyState title={t('ownFields.noRetiredFields')} icon={ListPlus}>
      {t('ownFields.fieldsThatYouRetireAreListedHere')}
    </EmptyState>
  ) : (
    <EmptyState title={t('ownFields.noFieldsYet')} icon={ListPlus} action={<NewField />}>
      {t('ownFields.declareWhatElseYourCertificatesSay')}
    </EmptyState>
  );

/** Fields that issuers often declare, each with a button. */
function ReadyFields({ ready }: Pick<Data, 'ready'>) {
  const sent = useNavigation().formData?.get('key');
  return (
    <Card className="grid max-w-3xl gap-4">
      <h2 className="text-xl">{t('ownFields.readyFields')}</h2>
      <p>{t('ownFields.aBirthDateIsForYouOnly')}</p>
      <p>{t('ownFields.aPhotographIsForYouOnly')}</p>
      <ul className="grid gap-3">
        {ready.map(({ key, name, about }) => (
          <li key={key}>
            <Form method="post" className="flex items-center justify-between gap-3">
              <input type="hidden" name="intent" value="ready" />
              <input type="hidden" name="key" value={key} />
              <span className="min-w-0">
                {name} <span className="block text-sm text-muted">{about}</span>
              </span>
              <SubmitButton className="shrink-0" variant="secondary" size="small" pending={sent === key}>
                {rich('ownFields.addName', { name: <span className="sr-only"> {name}</span> })}
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export default function FieldsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isRetired, ready } = loaderData;
  const mayChange = useMay('certificates');
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('ownFields.fields')}
        lead={t('ownFields.fieldsOfYourCertificatesBeside')}
        actions={<NewField />}
      />
      <ActionAlert answer={actionData} />
      <div className="grid gap-8">
        <div>
          <div className="mb-6">
            <Tabs
              label={t('ownFields.fields')}
              fit
              tabs={[
                { label: t('designs.inUse'), to: PATH, current: !isRetired },
                { label: t('designs.retired'), to: `${PATH}?show=retired`, current: isRetired },
              ]}
            />
          </div>
          <ListPage
            list={loaderData}
            empty={<Empty isRetired={isRetired} />}
            table={{
              caption: t('ownFields.fields'),
              columns: columns(mayChange && !isRetired),
              rowKey: ({ id }) => id,
            }}
          />
        </div>
        {!isRetired && (
          <>
            <Alert tone="info">{t('ownFields.whoeverHoldsTheFileCanRead')}</Alert>
            {mayChange && ready.length > 0 && <ReadyFields ready={ready} />}
          </>
        )}
      </div>
    </>
  );
}

import { redirect, useNavigation } from 'react-router';
import { z } from 'zod';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { answersSchema, TARGETS } from '#app/batches/batch.schema.ts';
import { datesAreMixed, fixedControl, type ListQuestion, meaningsOf } from '#app/batches/list-questions.ts';
import { answerQuestion, discardFile, questionAbout } from '#app/batches/waiting-files.server.ts';
import { enteredFieldsOf } from '#app/certificates/field-values.server.ts';
import { CLASS_NAMES, FIELDS, isField } from '#app/certificates/fields.ts';
import { controlOf, type OwnField } from '#app/certificates/own-fields.ts';
import { OwnFieldInput } from '#app/routes/certificates/own-field-inputs.tsx';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ENCODING_NAMES, ENCODINGS } from '#app/shared/decode-text.ts';
import { dateInWords } from '#app/shared/format-dates.ts';
import { LEFT_OUT } from '#app/shared/lists/columns.ts';
import type { DateOrder } from '#app/shared/lists/written-dates.ts';
import { type Option, Select, TextField } from '#app/ui/form.tsx';
import { type Column, Table } from '#app/ui/list-parts.tsx';
import { Alert, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/columns';

export const handle = { body: [{ bytes: LONG_FORM_BYTES }] } satisfies RouteNeeds;

export const meta = () => pageMeta(t('batchColumns.matchTheColumns'), t('batchColumns.sayWhatEachColumnIs'));

/** What each column of a file may be. */
const targetLabels = () => ({
  expiresAfter: t('common.validFor'),
  firstName: t('batchColumns.firstName'),
  lastName: t('batchColumns.lastName'),
  lastFirst: t('batchColumns.nameAsLastFirst'),
});

const targetOptions = (own: readonly OwnField[]): Option[] => {
  const others: Record<string, string> = targetLabels();
  return [
    { value: LEFT_OUT, label: t('batchColumns.leaveOut') },
    ...TARGETS.map((value) => ({
      value,
      label: isField(value) ? FIELDS[value].label() : (others[value] ?? value),
    })),
    ...own.map(({ key, name }) => ({ value: controlOf(key), label: name })),
  ];
};

/** The orders of numbers, each with the day that it makes of a date with two meanings. */
function orderOptions(dates: ListQuestion['dates']): Option[] {
  const meaning = (order: DateOrder) =>
    dates?.type === 'open' && dates[order] ? ` · ${dateInWords(dates[order])}` : '';
  return [
    { value: '', label: dates ? t('batchColumns.chooseTheOrderOfTheDates') : t('batches.asTheFileTells') },
    { value: 'dmy', label: `${t('batches.dayMonthYear')}${meaning('dmy')}` },
    { value: 'mdy', label: `${t('batches.monthDayYear')}${meaning('mdy')}` },
    { value: 'ymd', label: `${t('batches.yearMonthDay')}${meaning('ymd')}` },
  ];
}

export const loader = ({ params, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const asked = questionAbout(actor, params.id);
  if (!asked) throw redirect(`/admin/batches/${params.id}`);
  const { question, isRemembered, fileName } = asked;
  requireIssuer(actor, 'certificates');
  const own = enteredFieldsOf(actor.organisation.id);
  const { names, targets, samples, encoding, sheets, sheet, dates, fixed = {} } = question;
  return {
    fileName,
    isRemembered,
    columns: names.map((name, at) => ({
      at,
      name: name.trim() || String(at + 1),
      target: targets[at] ?? LEFT_OUT,
      samples: samples.map((cells) => cells[at] ?? ''),
    })),
    targets: targetOptions(own),
    orders: orderOptions(dates),
    encoding,
    encodings: ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] })),
    sheets,
    sheet,
    dates,
    fixed: CLASS_NAMES.map((name) => ({ name, label: FIELDS[name].label(), value: fixed[name] ?? '' })),
    own: own
      .filter(({ kind }) => kind !== 'picture')
      .map((field) => ({ field, value: fixed[controlOf(field.key)] ?? '' })),
  };
};

const answer = (isAgain: boolean) =>
  form({
    schema: answersSchema,
    perform: async (answers, { actor, params }) => {
      const id = params.id ?? '';
      return { id, isWaiting: await answerQuestion(actor, id, answers, isAgain) };
    },
    outcome: ({ id, isWaiting }) => redirect(`/admin/batches/${id}${isWaiting ? '/columns' : ''}`),
  });

export const action = intentAction(
  {
    check: answer(false),
    read: answer(true),
    discard: form({
      schema: z.object({}),
      perform: (_, { actor, params }) => {
        const id = params.id ?? '';
        return { id, isRemoved: discardFile(actor, id) };
      },
      outcome: ({ id, isRemoved }) =>
        isRemoved
          ? redirectWithToast('/admin/batches', t('batchColumns.fileRemoved'))
          : redirect(`/admin/batches/${id}`),
    }),
  },
  { bytes: LONG_FORM_BYTES },
);

type FileColumn = Route.ComponentProps['loaderData']['columns'][number];

const tableColumns = (options: Option[]): Column<FileColumn>[] => [
  {
    header: t('batchColumns.columnOfTheFile'),
    cell: ({ name }) => <bdi className="wrap-anywhere">{name}</bdi>,
  },
  {
    header: t('batchColumns.firstRows'),
    cell: ({ samples }) => (
      <ul className="list-plain wrap-anywhere">
        {samples.map((sample, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other key
          <li key={row}>
            <bdi>{sample}</bdi>
          </li>
        ))}
      </ul>
    ),
  },
  {
    header: t('batchColumns.is'),
    cell: ({ at, name, target }) => (
      <Select
        label={<span className="sr-only">{t('batchColumns.whatNameIs', { name })}</span>}
        name={`column${at}`}
        defaultValue={target}
        options={options}
      />
    ),
  },
];

type Shown = Route.ComponentProps['loaderData'];

/** How the file is read: the encoding of a text, or the sheet of a spreadsheet. */
function Source({ encoding, encodings, sheets, sheet }: Shown) {
  if (!encoding && sheets.length < 2) return null;
  return (
    <div className="flex flex-wrap items-end gap-3">
      {encoding ? (
        <Select
          label={t('batches.encoding')}
          hint={t('batchColumns.chooseAnotherIfTheLettersAreWrong')}
          name="encoding"
          defaultValue={encoding}
          options={encodings}
        />
      ) : (
        <Select
          label={t('batchColumns.sheet')}
          name="sheet"
          defaultValue={String(sheet)}
          options={sheets.map((label, index) => ({ value: String(index), label }))}
        />
      )}
      <SubmitButton name="intent" value="read" variant="secondary">
        {t('batchColumns.readAgain')}
      </SubmitButton>
    </div>
  );
}

const dateHint = (dates: ListQuestion['dates']) =>
  dates && (dates.type === 'open' ? meaningsOf(dates) : datesAreMixed(dates));

/** Values for the rows that have none of their own. */
const ForAllRows = ({ fixed, own }: Pick<Shown, 'fixed' | 'own'>) => (
  <Card className="max-w-3xl">
    <fieldset className="grid gap-5">
      <legend className="mb-4 font-semibold">{t('batchColumns.forAllRowsWithoutTheirOwn')}</legend>
      {fixed.map(({ name, label, value }) => (
        <TextField key={name} label={label} name={name} defaultValue={value} dir="auto" />
      ))}
      {own.map(({ field, value }) => (
        <OwnFieldInput
          key={field.key}
          field={field}
          name={fixedControl(field.key)}
          label={<bdi>{field.name}</bdi>}
          defaultValue={value}
        />
      ))}
    </fieldset>
  </Card>
);

export default function Columns({ loaderData, actionData }: Route.ComponentProps) {
  const { fileName, isRemembered, columns, dates, targets, orders, fixed, own } = loaderData;
  const pending = useNavigation().state === 'submitting';
  return (
    <>
      <PageHeader
        title={t('batchColumns.matchTheColumns')}
        lead={t('batchColumns.sayWhatEachColumnIs')}
        crumbs={[{ label: t('common.batches'), to: '/admin/batches' }, { label: fileName }]}
      />
      <Form
        // The choices of a file that was read again are others.
        key={JSON.stringify(loaderData)}
        method="post"
        failure={actionData}
        className="grid gap-5"
      >
        <FormAlert errors={actionData?.message} />
        {dates && (
          <Alert tone="warning" title={t('batchColumns.chooseTheOrderOfTheDates')}>
            {dateHint(dates)}
          </Alert>
        )}
        {isRemembered && <p>{t('batchColumns.matchedAsInYourLastFile')}</p>}
        <Card className="grid max-w-3xl gap-5">
          <Source {...loaderData} />
          <Select
            label={t('batches.orderOfTheDates')}
            name="dateOrder"
            required={dates !== null}
            options={orders}
          />
        </Card>
        <Table
          caption={t('batchColumns.columnsOfTheFile')}
          columns={tableColumns(targets)}
          rowKey={({ at }) => at}
          groups={[{ rows: columns }]}
        />
        <ForAllRows fixed={fixed} own={own} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="intent" value="check" pending={pending} pendingText={t('batches.checking')}>
            {t('common.checkTheFile')}
          </SubmitButton>
          <SubmitButton name="intent" value="discard" variant="quiet" pending={pending}>
            {t('batchColumns.removeTheFile')}
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}

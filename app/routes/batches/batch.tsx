import { Link, redirect } from 'react-router';
import { z } from 'zod';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { mendSchema, picturesSchema, rowsQuerySchema, startSchema } from '#app/batches/batch.schema.ts';
import {
  batchRowsPage,
  fieldsIn,
  findBatch,
  firstDueOf,
  hiddenIn,
  starterOf,
} from '#app/batches/batch.server.ts';
import { MOST_ZIP_FORM, zipTooLarge } from '#app/batches/limits.ts';
import { draftOfRow, mendRows } from '#app/batches/mend-rows.server.ts';
import { addPictures } from '#app/batches/pictures/add-pictures.server.ts';
import { rowsWithoutPicture } from '#app/batches/pictures/batch-pictures.server.ts';
import { cancelBatch, startBatch } from '#app/batches/run-batch.server.ts';
import { shownDate } from '#app/certificates/display.ts';
import { contentOf, lined } from '#app/certificates/fields.ts';
import { controlOf, enteredAs, PICTURE_HASH, storedPicture } from '#app/certificates/own-fields.ts';
import { ownHoldMinutes } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { andChooseSmaller } from '#app/files/media/texts.ts';
import { formatList, formatNumber } from '#app/messages/format-numbers.ts';
import { readPicturesUpload } from '#app/routes/batches/read-upload.server.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { ownTexts } from '#app/routes/pieces/certificate-lists/own-texts.ts';
import { viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { shownDraft } from '#app/routes/pieces/pictures.server.ts';
import { isUpload, uploadAction } from '#app/routes/upload-action.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { dateInWords } from '#app/shared/format-dates.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { LoadMore } from '#app/ui/list-parts.tsx';
import { Card, FormAlert, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { usePolling } from '#app/ui/polling.ts';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/batch';
import { BatchDrafts, type ChosenDraft, draftLink } from './batch-drafts.tsx';
import { designNames, designValidity } from './batch-facts.tsx';
import { pictureLink, SendPictures } from './batch-pictures.tsx';
import { BatchRows } from './batch-rows.tsx';
import { rowCount, Summary } from './batch-summary.tsx';

/** Intervals for polling a batch's progress, without and with JavaScript. */
const REFRESH_SECONDS = 3;

export const meta = () => pageMeta(t('common.batch'), t('batch.theRowsOfABatch'));

/** A date of a row with its month in words, if it is valid, so that a swapped month is seen before anything is issued. */
const enteredDate = (text: string) => (parseCalendarDate(text) ? dateInWords(text) : text);

type BatchRow = ReturnType<typeof batchRowsPage>['rows'][number];

/** A row as the page shows it, with its fields as they were entered if it can be corrected. */
const shownRow = (
  { issueDate, expiryDate, errors, warnings, fields, ...row }: BatchRow,
  isCorrectable: boolean,
) => ({
  ...row,
  own: ownTexts(fields.filter(({ kind }) => kind !== 'picture')),
  photographs: fields
    .filter(({ kind, value }) => kind === 'picture' && PICTURE_HASH.test(String(value)))
    .map(({ key, name, value }) => ({ key, name, src: storedPicture(String(value)) })),
  entered:
    isCorrectable && (errors || warnings)
      ? {
          ...contentOf({ ...row, issueDate, expiryDate }),
          fields: Object.fromEntries(fields.map(({ key, value }) => [key, enteredAs(value)])),
        }
      : null,
  issueDate: enteredDate(issueDate),
  expiryDate: expiryDate === null ? shownDate(null) : enteredDate(expiryDate),
  problems: Object.values(errors ?? {}).flat(),
  damages: errors ? [] : Object.values(warnings ?? {}).flat(),
});

export const loader = ({ request, params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const batch = findBatch(actor, params.id);
  const show = url.searchParams.get('show') ?? '';
  // All rows, once the last one with a problem was corrected.
  const problems = show === 'problems' && batch.failed > 0 ? 'failed' : undefined;
  const only = show === 'warnings' && batch.warned > 0 ? 'warned' : problems;
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const chosen = /^\d{1,9}$/.exec(url.searchParams.get('draft') ?? '');
  const { rows, nextCursor } = batchRowsPage(actor, params.id, parseInput(rowsQuerySchema, { cursor }), only);
  const { id, fileName, status, total, issued, failed, warned, pictures } = batch;
  const fields = fieldsIn(actor, id);
  const pictureFields = fields.inUse.filter(({ kind }) => kind === 'picture');
  const isReading = status === 'ready' && pictures?.status === 'reading';
  return {
    batch: { id, name: fileName ?? t('common.batch'), status, total, issued, failed, warned },
    due: status === 'scheduled' ? viewOf(request).instant(firstDueOf(batch) ?? 0) : '',
    holdMinutes: status === 'ready' ? (batch.holdMinutes ?? ownHoldMinutes(actor)) : 0,
    starter: starterOf(actor, batch),
    designs: designNames(batch),
    validity: designValidity(batch),
    hidden: status === 'ready' ? hiddenIn(actor, id) : null,
    isOutdated: status === 'ready' && batch.designs.some((design) => design.isOutdated === 1),
    show: only ? show : '',
    cursor: cursor ?? null,
    nextCursor,
    chosen: chosen ? chosenDraft(actor, id, Number(chosen[0])) : null,
    fields,
    isReading,
    pictures: status === 'ready' ? pictures : null,
    withoutPicture: status === 'ready' && !isReading && pictureFields.length > 0 ? rowsWithoutPicture(id) : 0,
    pictureFields: status === 'ready' ? pictureFields.length : 0,
    pictureLine: /^\d{1,9}$/.exec(url.searchParams.get('picture') ?? '')?.[0] ?? '',
    rows: rows.map((row) => ({
      ...shownRow(row, status === 'ready' && !isReading),
      lacksPicture: status === 'ready' && pictureFields.some(({ key }) => row.errors?.[controlOf(key)]),
    })),
  };
};

/** The draft of a row. Null for a row that is not there or has problems. */
function chosenDraft(actor: Actor, id: string, line: number): ChosenDraft | null {
  const shown = shownDraft(() => {
    const draft = draftOfRow(actor, id, line);
    return { ...lined(draft), size: draft.size };
  });
  return shown && { line, ...shown };
}

/** Thumbnails at most. */
const MOST_IN_STRIP = 5;

const NO_INPUT = z.object({});

/** The form of a page of rows that are corrected, each with the most own fields. */
const MEND_FIELDS = 2_000;
export const handle = {
  upload: { bytes: MOST_ZIP_FORM, tooLarge: andChooseSmaller(zipTooLarge) },
  body: [{ bytes: LONG_FORM_BYTES }],
} satisfies RouteNeeds;

/** More lines than a message names. */
const MOST_NAMED = 20;

const linesWereCorrected = (lines: number[]) =>
  t('batch.linesWereCorrectedMeanwhile', { lines: formatList(lines.slice(0, MOST_NAMED).map(formatNumber)) });

const intents = {
  start: form({
    schema: startSchema,
    perform: ({ confirm }, { actor, params }) => startBatch(actor, params.id ?? '', confirm === 'on'),
    outcome: ({ id }) => redirectWithToast(`/admin/batches/${id}`),
  }),
  mend: form({
    schema: mendSchema,
    perform: (rows, { actor, params }) => mendRows(actor, params.id ?? '', rows),
    outcome: (meanwhile, { url }) =>
      redirectWithToast(
        `${url.pathname.replace(/\.data$/, '')}${url.search}`,
        meanwhile.length > 0 ? linesWereCorrected(meanwhile) : undefined,
        { kind: 'info' },
      ),
  }),
  cancel: form({
    schema: NO_INPUT,
    perform: (_, { actor, params }) => cancelBatch(actor, params.id ?? ''),
    outcome: ({ id }) => redirectWithToast(`/admin/batches/${id}`, t('batch.batchCancelled')),
  }),
};

const change = intentAction(intents, { bytes: LONG_FORM_BYTES, fields: MEND_FIELDS });

const sendPictures = uploadAction({
  intent: 'pictures',
  async read({ actor, upload, params }) {
    requireIssuer(actor, 'certificates');
    findBatch(actor, params.id ?? '');
    return readPicturesUpload(actor, upload);
  },
  async perform({ fields, file }, { actor, params }) {
    try {
      const { line } = parseInput(picturesSchema, { line: fields.line });
      return await addPictures(actor, params.id ?? '', { line, file });
    } finally {
      await file.discard();
    }
  },
  outcome: ({ id }) => redirect(`/admin/batches/${id}`),
});

export const action = Object.assign(
  async (args: Route.ActionArgs) => (isUpload(args) ? sendPictures(args) : change(args)),
  { intents: [...change.intents, 'pictures'] },
);

type BatchData = Route.ComponentProps['loaderData'];

const isDrawable = ({ status }: BatchData['rows'][number]) => status === 'ready';

/** Links to all rows, to those with problems and to those with warnings. */
const RowFilters = ({ path, show, batch }: Pick<BatchData, 'show' | 'batch'> & { path: string }) => (
  <p className="mb-4 flex flex-wrap gap-x-5 gap-y-2">
    {show && (
      <Link className="link" to={path}>
        {t('batch.showAllRows')}
      </Link>
    )}
    {batch.failed > 0 && show !== 'problems' && (
      <Link className="link" to={`${path}?show=problems`}>
        {t('batch.showOnlyTheFailedWithProblems', { failed: rowCount(batch.failed) })}
      </Link>
    )}
    {batch.status === 'ready' && batch.warned > 0 && show !== 'warnings' && (
      <Link className="link" to={`${path}?show=warnings`}>
        {t('batch.showOnlyTheWarnedWithWarnings', { warned: rowCount(batch.warned) })}
      </Link>
    )}
  </p>
);

export default function Batch({ loaderData, actionData }: Route.ComponentProps) {
  const { batch, rows, fields, show, cursor, nextCursor, chosen, isReading } = loaderData;
  const { id, name, status } = batch;
  const isBusy = status === 'issuing' || isReading;
  usePolling(isBusy);
  const sent = actionData?.ok === false && actionData.intent === 'pictures' ? actionData : undefined;
  const path = `/admin/batches/${id}`;
  const query = show && `show=${show}&`;
  const drafts = cursor ? `${query}cursor=${cursor}&` : query;
  return (
    <>
      {isBusy && (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
        </noscript>
      )}
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={name}
        crumbs={[{ label: t('common.batches'), to: '/admin/batches' }, { label: name }]}
      />
      <Card className="mb-8 grid max-w-3xl gap-5">
        <FormAlert errors={sent ? null : actionData?.message} />
        <Summary {...loaderData} />
      </Card>
      <SendPictures {...loaderData} failure={sent ?? null} />
      <BatchDrafts
        path={path}
        query={drafts}
        strip={status === 'ready' ? rows.filter(isDrawable).slice(0, MOST_IN_STRIP) : []}
        chosen={chosen}
      />
      <RowFilters path={path} show={show} batch={batch} />
      <BatchRows
        fields={fields.inUse.filter(({ kind }) => kind !== 'picture')}
        rows={rows.map((row) => ({
          ...row,
          draft: status === 'ready' && isDrawable(row) ? draftLink(path, drafts, row.line) : null,
          picture: row.lacksPicture && !isReading ? pictureLink(path, drafts, row.line) : null,
        }))}
      />
      <LoadMore
        to={nextCursor && `${path}?${query}cursor=${nextCursor}`}
        firstPage={cursor && (show ? `${path}?show=${show}` : path)}
      />
    </>
  );
}

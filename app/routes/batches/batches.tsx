import { type ChangeEvent, useRef } from 'react';
import { Link, redirect, useNavigation } from 'react-router';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { listBatches } from '#app/batches/batch.server.ts';
import {
  csvTooLarge,
  MAX_CSV_BYTES,
  MAX_ZIP_BYTES,
  MOST_ZIP_FORM,
  ZIP_FIELD,
  zipTooLarge,
} from '#app/batches/limits.ts';
import { countPictureFields } from '#app/batches/pictures/add-pictures.server.ts';
import { uploadList } from '#app/batches/waiting-files.server.ts';
import { designId } from '#app/certificates/certificate.schema.ts';
import { designChoices } from '#app/designs/list-designs.server.ts';
import { andChooseSmaller } from '#app/files/media/texts.ts';
import { formatNumber } from '#app/messages/format-numbers.ts';
import { readBatchUpload } from '#app/routes/batches/read-upload.server.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { Note } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { DesignSelect } from '#app/routes/pieces/certificate-lists/design-select.tsx';
import { viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { uploadAction } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { LIST_FILES } from '#app/shared/lists/columns.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { Checkbox, FileField, formState, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { ListPage } from '#app/ui/list-page.tsx';
import type { Column } from '#app/ui/list-parts.tsx';
import { ButtonAnchor, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/batches';
import { BatchBadge, designNames } from './batch-facts.tsx';
import { namesOfFiles } from './batch-pictures.tsx';

export const handle = {
  upload: { bytes: MOST_ZIP_FORM, tooLarge: andChooseSmaller(zipTooLarge) },
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.batches'), t('batches.issueManyCertificatesAtOnceFrom'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, listQuerySchema, (query) => {
    const actor = context.get(actorContext);
    const { batches, starters, nextCursor } = listBatches(actor, query);
    const view = viewOf(request);
    return {
      designs: designChoices(actor),
      pictureFields: countPictureFields(actor),
      rows: batches.map(({ id, fileName, status, total, issued, failed, designs, createdAt }) => ({
        id,
        designs: designNames({ designs }),
        name: fileName ?? 'Sent by a program',
        status,
        total,
        issued,
        failed,
        starter: starters.get(id) ?? null,
        createdAt: view.instant(createdAt),
      })),
      nextCursor,
    };
  });

/** The error of a form whose ZIP cannot be sent back. */
function alsoZipAgain(error: unknown) {
  if (!(error instanceof AppError) || error.fields?.[ZIP_FIELD]) return error;
  const fields = { ...error.fields, [ZIP_FIELD]: [t('batchPictures.pleaseChooseTheZipAgain')] };
  return new AppError(error.code, error.message, { ...error, fields, cause: error });
}

export const action = uploadAction({
  async read({ actor, upload }) {
    requireIssuer(actor, 'certificates');
    return readBatchUpload(actor, upload);
  },
  async perform({ fields, file, zip }, { actor }) {
    // A form without a list has an error.
    if (!file) throw notFound();
    try {
      return await uploadList(actor, {
        bytes: file.bytes,
        fileName: file.fileName,
        designId: parseInput(designId, fields.designId),
        allowDuplicate: fields.allowDuplicate === 'on',
        zip,
      });
    } catch (error) {
      throw zip ? alsoZipAgain(error) : error;
    } finally {
      await file.discard();
      await zip?.discard();
    }
  },
  outcome: ({ id, isWaiting }) => redirect(`/admin/batches/${id}${isWaiting ? '/columns' : ''}`),
});

type Row = Route.ComponentProps['loaderData']['rows'][number];

const tableColumns = (): Column<Row>[] => [
  {
    header: t('common.batch'),
    cell: ({ id, name }) => (
      <Link className="link breakable" to={`/admin/batches/${id}`}>
        {name}
      </Link>
    ),
  },
  { header: t('common.design'), cell: ({ designs }) => <bdi className="breakable">{designs}</bdi> },
  {
    header: t('common.status'),
    cell: ({ starter, ...batch }) => (
      <>
        <BatchBadge {...batch} />
        {starter && <Note>{t('batches.startedByStarter', { starter })}</Note>}
      </>
    ),
  },
  { header: t('common.rows'), align: 'end', cell: ({ total }) => formatNumber(total) },
  { header: t('batches.issued'), align: 'end', cell: ({ issued }) => formatNumber(issued) },
  { header: t('batches.leftOut'), align: 'end', cell: ({ failed }) => formatNumber(failed) },
  { header: t('common.created'), cell: ({ createdAt }) => createdAt },
];

const PATH = '/admin/batches';

/**
 * Rejects a large file in the browser. The server responds without reading it, which browsers report as a broken connection.
 */
const rejectLarger =
  (most: number, message: () => string) =>
  ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    currentTarget.setCustomValidity((currentTarget.files?.[0]?.size ?? 0) > most ? message() : '');

export default function Batches({ loaderData, actionData }: Route.ComponentProps) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formAction === PATH;
  const { errors, value } = formState(actionData);
  useFocusFirstError(form, actionData);
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.batches')}
        lead={t('batches.issueUpTo10000Certificates')}
        actions={
          <May act="certificates">
            <ButtonAnchor href="/admin/batches/template.csv" variant="secondary" download>
              {t('batches.downloadTemplate')}
            </ButtonAnchor>
          </May>
        }
      />
      <May act="certificates">
        <Card className="mb-8 max-w-3xl">
          <Form
            failure={actionData}
            ref={form}
            method="post"
            action={PATH}
            encType="multipart/form-data"
            className="grid gap-5"
          >
            <FormAlert errors={actionData && !errors('file') ? actionData.message : null} />
            <TextField
              label={t('batches.fileWithTheList')}
              name="file"
              type="file"
              accept={LIST_FILES}
              required
              onChange={rejectLarger(MAX_CSV_BYTES, csvTooLarge)}
              hint={t('batches.columnsStudentnameStudentemailCoursenameIssuedate')}
            />
            {loaderData.pictureFields > 0 && (
              <FileField
                label={t('batchPictures.zipWithPhotographs')}
                name={ZIP_FIELD}
                accept=".zip,application/zip"
                onChange={rejectLarger(MAX_ZIP_BYTES, zipTooLarge)}
                hint={namesOfFiles(loaderData.pictureFields)}
              />
            )}
            <DesignSelect choices={loaderData.designs} />
            <Checkbox
              label={t('batches.alsoIssueToStudentsWhoAlready')}
              name="allowDuplicate"
              value="on"
              defaultChecked={value('allowDuplicate') === 'on'}
            />
            <SubmitButton pending={pending} pendingText={t('batches.checking')}>
              {t('common.checkTheFile')}
            </SubmitButton>
          </Form>
        </Card>
      </May>
      <ListPage
        list={loaderData}
        search={{ label: t('batches.searchByFileNameOrId') }}
        empty={{ title: t('batches.noBatchesYet'), text: t('batches.filesThatYouUploadAreListedHere') }}
        table={{ caption: t('common.batches'), columns: tableColumns(), rowKey: ({ id }) => id }}
      />
    </>
  );
}

import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { DESIGN_FILE, designFileTooLarge, MAX_DESIGN_FILE_BYTES } from '#app/designs/design-form.ts';
import { andChooseSmaller } from '#app/files/media/texts.ts';
import { importDesignFile } from '#app/routes/designs/design-file.server.ts';
import { redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { uploadAction } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { FileField, useFocusFirstError } from '#app/ui/form.tsx';
import { FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/import-design';

export const handle = {
  upload: { bytes: MAX_DESIGN_FILE_BYTES + 65_536, tooLarge: andChooseSmaller(designFileTooLarge) },
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('importDesign.importADesign'), t('importDesign.theZipThatWasExported'));

export const loader = ({ context }: Route.LoaderArgs) => {
  requireIssuer(context.get(actorContext), 'certificates');
  return null;
};

export const action = uploadAction({
  async read({ actor, upload }) {
    requireIssuer(actor, 'certificates');
    return { fields: {}, id: await importDesignFile(actor, upload) };
  },
  perform: ({ id }) => id,
  outcome: (id) => redirectWithToast(`/admin/designs/${id}`, t('importDesign.designImported')),
});

export default function ImportDesign({ actionData }: Route.ComponentProps) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().state === 'submitting';
  useFocusFirstError(form, actionData);
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('importDesign.importADesign')}
        crumbs={[
          { label: t('common.designs'), to: '/admin/designs' },
          { label: t('common.newDesign'), to: '/admin/designs/new' },
          { label: t('importDesign.importADesign') },
        ]}
      />
      <Form
        failure={actionData}
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="card form max-w-2xl"
        data-pad=""
      >
        <FormAlert errors={actionData?.message} />
        <FileField
          label={t('importDesign.fileOfTheDesign')}
          name={DESIGN_FILE}
          accept=".zip,application/zip"
          required
          hint={t('importDesign.theZipThatWasExported')}
        />
        <div>
          <SubmitButton pending={pending} pendingText={t('importDesign.importing')}>
            {t('importDesign.import')}
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}

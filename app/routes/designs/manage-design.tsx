import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { z } from 'zod';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { ownCourses } from '#app/certificates/list-certificates.server.ts';
import { removeDefaultDesign, setDefaultDesign } from '#app/designs/default-design.server.ts';
import { noDefaultSchema } from '#app/designs/design.schema.server.ts';
import { findDesign, retireDesign } from '#app/designs/design.server.ts';
import { openAsBoxes } from '#app/designs/own-artwork/open-as-boxes.server.ts';
import { duplicateDesign } from '#app/designs/save-design.server.ts';
import { form, intentAction, redirectWithToast, type Submission } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { line } from '#app/shared/fields.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { TextField } from '#app/ui/form.tsx';
import {
  Alert,
  ButtonAnchor,
  ButtonLink,
  Card,
  FormAlert,
  PageHeader,
  pageMeta,
  rich,
  SubmitButton,
} from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/manage-design';
import { DesignImage } from './design-image.tsx';

const LIST = '/admin/designs';
const NO_INPUT = z.object({});

export const meta = () => pageMeta(t('manageDesign.manageDesign'), t('manageDesign.makeADesignTheDefault'));

export const loader = ({ params, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  const own = findDesign(actor, params.id);
  const { id, name, version, draftNumber, design, isRetired, isDefault, defaultCourses } = own;
  return {
    id,
    name,
    // The picture is that of the draft.
    picture: `${LIST}/${id}/480.png?v=${version}-${draftNumber}`,
    base: design.base,
    pageSize: design.pageSize,
    artwork: design.artwork && { page: design.artwork.page },
    isRetired,
    isDefault,
    defaultCourses,
    courses: ownCourses(actor),
  };
};

const idOf = ({ params }: Submission) => params.id ?? '';
const back = (message: () => string) => (_: unknown, submission: Submission) =>
  redirectWithToast(`${LIST}/${idOf(submission)}/manage`, message());

export const action = intentAction({
  default: form({
    schema: NO_INPUT,
    perform: (_, submission) => setDefaultDesign(submission.actor, idOf(submission), { courseName: '' }),
    outcome: back(() => t('manageDesign.defaultSaved')),
  }),
  'course-default': form({
    schema: z.object({ courseName: line(() => t('common.courseName')) }),
    perform: (input, submission) => setDefaultDesign(submission.actor, idOf(submission), input),
    outcome: back(() => t('manageDesign.defaultSaved')),
  }),
  'no-default': form({
    schema: noDefaultSchema,
    perform: (input, submission) => removeDefaultDesign(submission.actor, idOf(submission), input),
    outcome: back(() => t('manageDesign.defaultRemoved')),
  }),
  duplicate: form({
    schema: NO_INPUT,
    perform: (_, submission) => duplicateDesign(submission.actor, idOf(submission)),
    outcome: (copy) =>
      redirectWithToast(`${LIST}/${copy}`, t('manageDesign.designCopiedChooseANameForTheCopy')),
  }),
  boxes: form({
    schema: NO_INPUT,
    perform: (_, submission) => openAsBoxes(submission.actor, idOf(submission)),
    outcome: ({ id, left }) =>
      redirectWithToast(
        `${LIST}/${id}?${new URLSearchParams(left.map((what) => ['left', what]))}`,
        t('openAsBoxes.openedAsBoxes'),
      ),
  }),
  retire: form({
    schema: NO_INPUT,
    perform: (_, submission) => retireDesign(submission.actor, idOf(submission)),
    outcome: () => redirectWithToast(LIST, t('manageDesign.designRetired')),
  }),
});

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-4">
    <h2 className="text-lg">{title}</h2>
    {children}
  </Card>
);

type CourseDefaultsProps = Pick<Route.ComponentProps['loaderData'], 'defaultCourses' | 'courses'> & {
  failure: FormError | undefined;
};

const CourseDefaults = ({ defaultCourses, courses, failure }: CourseDefaultsProps) => (
  <Section title={t('manageDesign.defaultOfSingleCourses')}>
    {defaultCourses.length > 0 && (
      <ul className="grid gap-2">
        {defaultCourses.map((course) => (
          <li key={course}>
            <Form method="post" className="flex flex-wrap items-center justify-between gap-3">
              <input type="hidden" name="courseName" value={course} />
              <span className="breakable">{course}</span>
              <SubmitButton name="intent" value="no-default" variant="quiet" size="small">
                {rich('manageDesign.removeCourse', {
                  course: <span className="sr-only"> {course}</span>,
                })}
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    )}
    <Form method="post" failure={failure} className="grid gap-4" key={defaultCourses.length}>
      <TextField
        label={t('common.courseName')}
        name="courseName"
        list="courses"
        required
        maxLength={200}
        autoComplete="off"
        hint={t('manageDesign.asItAppearsOnTheCertificates')}
      />
      <datalist id="courses">
        {courses.map((course) => (
          <option key={course} value={course} />
        ))}
      </datalist>
      <div>
        <SubmitButton name="intent" value="course-default" variant="secondary">
          {t('manageDesign.makeItTheDefaultOfThisCourse')}
        </SubmitButton>
      </div>
    </Form>
  </Section>
);

type OtherActsProps = Pick<Route.ComponentProps['loaderData'], 'id' | 'base' | 'isRetired'>;

/** What can be done with a design besides making it the default. */
function OtherActs({ id, base, isRetired }: OtherActsProps) {
  const pending = useNavigation().state === 'submitting';
  return (
    <>
      {base !== 'artwork' && (
        <Section title={t('openAsBoxes.openAsBoxes')}>
          <p>{t('openAsBoxes.makesAnotherDesign')}</p>
          <Form method="post">
            <SubmitButton name="intent" value="boxes" variant="secondary" pending={pending}>
              {t('openAsBoxes.openAsBoxes')}
            </SubmitButton>
          </Form>
        </Section>
      )}
      <Section title={t('manageDesign.export')}>
        <p>{t('manageDesign.aZipHasTheDesignWithItsPictures')}</p>
        <p>
          <ButtonAnchor href={`${LIST}/${id}/design.zip`} variant="secondary" download>
            {t('common.downloadZip')}
          </ButtonAnchor>
        </p>
      </Section>
      <Section title={t('manageDesign.copy')}>
        <p>{t('manageDesign.aCopyHasTheSameLook')}</p>
        <Form method="post">
          <SubmitButton name="intent" value="duplicate" variant="secondary" pending={pending}>
            {t('manageDesign.makeACopy')}
          </SubmitButton>
        </Form>
      </Section>
      {!isRetired && (
        <Section title={t('manageDesign.retire')}>
          <p>{t('manageDesign.aRetiredDesignCanNoLonger')}</p>
          <Form method="post" className="flex flex-wrap gap-3">
            <SubmitButton name="intent" value="retire" variant="danger" pending={pending}>
              {t('manageDesign.retireDesign')}
            </SubmitButton>
            <ButtonLink to={LIST} variant="quiet">
              {t('common.cancel')}
            </ButtonLink>
          </Form>
        </Section>
      )}
    </>
  );
}

export default function ManageDesign({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, picture, base, pageSize, artwork, isRetired, isDefault, defaultCourses, courses } =
    loaderData;
  const failure = actionData && 'lastResult' in actionData ? actionData : undefined;
  return (
    <>
      <PageToast toast={failure?.toast} />
      <PageHeader
        title={t('manageDesign.manageDesign')}
        lead={name}
        crumbs={[
          { label: t('common.designs'), to: LIST },
          { label: name, to: `${LIST}/${id}` },
          { label: t('common.manage') },
        ]}
      />
      <div className="grid max-w-3xl gap-6">
        <FormAlert errors={failure?.message} />
        <DesignImage
          src={picture}
          base={base}
          pageSize={pageSize}
          artwork={artwork}
          alt={t('common.aCertificateInThisDesign')}
          className="design-preview-image max-w-sm"
        />
        {isRetired ? (
          <Alert tone="warning" title={t('common.thisDesignIsRetired')}>
            {t('manageDesign.itCanNoLongerBeChosen')}
          </Alert>
        ) : (
          <>
            <Section title={t('manageDesign.defaultOfAllCourses')}>
              <p>
                {isDefault
                  ? t('manageDesign.certificatesAreIssuedInThisDesign')
                  : t('manageDesign.issueCertificatesInThisDesignUnless')}
              </p>
              <Form method="post">
                <SubmitButton name="intent" value={isDefault ? 'no-default' : 'default'} variant="secondary">
                  {isDefault
                    ? t('manageDesign.useTheStandardLayoutInstead')
                    : t('manageDesign.makeItTheDefault')}
                </SubmitButton>
              </Form>
            </Section>
            <CourseDefaults defaultCourses={defaultCourses} courses={courses} failure={failure} />
          </>
        )}
        <OtherActs id={id} base={base} isRetired={isRetired} />
      </div>
    </>
  );
}

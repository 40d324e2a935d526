import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { z } from 'zod';
import { ownCourses } from '#app/certificates/list-certificates.server.ts';
import { removeDefaultDesign, setDefaultDesign } from '#app/designs/default-design.server.ts';
import { noDefaultSchema } from '#app/designs/design.schema.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { retireDesign } from '#app/designs/retire-design.server.ts';
import { duplicateDesign } from '#app/designs/save-design.server.ts';
import { form, intentAction, type Submission } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { line } from '#app/shared/fields.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/manage-design';
import { DesignImage } from './design-image.tsx';

const LIST = '/admin/designs';
const NO_INPUT = z.object({});

export const meta = () => pageMeta('Manage design', 'Make a design the default, copy it, or retire it.');

export const loader = ({ params, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { id, name, version, design, isRetired, isDefault, defaultCourses } = findDesign(actor, params.id);
  return {
    id,
    name,
    version,
    base: design.base,
    isRetired,
    isDefault,
    defaultCourses,
    courses: ownCourses(actor),
  };
};

const idOf = ({ params }: Submission) => params.id ?? '';
const back = (message: string) => (_: unknown, submission: Submission) =>
  redirectWithToast(`${LIST}/${idOf(submission)}/manage`, message);

export const action = intentAction({
  default: form({
    schema: NO_INPUT,
    perform: (_, submission) => setDefaultDesign(submission.actor, idOf(submission), { courseName: '' }),
    outcome: back('Default saved.'),
  }),
  'course-default': form({
    schema: z.object({ courseName: line('Course Name') }),
    perform: (input, submission) => setDefaultDesign(submission.actor, idOf(submission), input),
    outcome: back('Default saved.'),
  }),
  'no-default': form({
    schema: noDefaultSchema,
    perform: (input, submission) => removeDefaultDesign(submission.actor, idOf(submission), input),
    outcome: back('Default removed.'),
  }),
  duplicate: form({
    schema: NO_INPUT,
    perform: (_, submission) => duplicateDesign(submission.actor, idOf(submission)),
    outcome: (copy) => redirectWithToast(`${LIST}/${copy}`, 'Design copied. Choose a name for the copy.'),
  }),
  retire: form({
    schema: NO_INPUT,
    perform: (_, submission) => retireDesign(submission.actor, idOf(submission)),
    outcome: () => redirectWithToast(LIST, 'Design retired.'),
  }),
});

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-4">
    <h2 className="text-lg">{title}</h2>
    {children}
  </Card>
);

export default function ManageDesign({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, version, base, isRetired, isDefault, defaultCourses, courses } = loaderData;
  const failure = actionData && 'lastResult' in actionData ? actionData : undefined;
  const pending = useNavigation().state === 'submitting';
  return (
    <>
      <PageToast toast={failure?.toast} />
      <PageHeader
        title="Manage design"
        lead={name}
        crumbs={[{ label: 'Designs', to: LIST }, { label: name, to: `${LIST}/${id}` }, { label: 'Manage' }]}
      />
      <div className="grid max-w-3xl gap-6">
        <FormAlert errors={failure?.message} />
        <DesignImage
          src={`${LIST}/${id}/480.png?v=${version}`}
          base={base}
          alt="A certificate in this design"
          className="design-preview-image max-w-sm"
        />
        {isRetired ? (
          <Alert tone="warning" title="This design is retired">
            It can no longer be chosen. Certificates issued with it keep it.
          </Alert>
        ) : (
          <>
            <Section title="Default of all courses">
              <p>
                {isDefault
                  ? 'Certificates are issued in this design unless their course has another default or you choose another design.'
                  : 'Issue certificates in this design unless you choose another one.'}
              </p>
              <Form method="post">
                <SubmitButton name="intent" value={isDefault ? 'no-default' : 'default'} variant="secondary">
                  {isDefault ? 'Use the standard layout instead' : 'Make it the default'}
                </SubmitButton>
              </Form>
            </Section>
            <Section title="Default of single courses">
              {defaultCourses.length > 0 && (
                <ul className="grid gap-2">
                  {defaultCourses.map((course) => (
                    <li key={course}>
                      <Form method="post" className="flex flex-wrap items-center justify-between gap-3">
                        <input type="hidden" name="courseName" value={course} />
                        <span className="breakable">{course}</span>
                        <SubmitButton name="intent" value="no-default" variant="quiet" size="small">
                          Remove<span className="sr-only"> {course}</span>
                        </SubmitButton>
                      </Form>
                    </li>
                  ))}
                </ul>
              )}
              <Form method="post" className="grid gap-4" key={defaultCourses.length}>
                <TextField
                  label="Course Name"
                  name="courseName"
                  list="courses"
                  required
                  maxLength={200}
                  autoComplete="off"
                  hint="As it appears on the certificates."
                  errors={failure?.lastResult.error?.courseName ?? undefined}
                />
                <datalist id="courses">
                  {courses.map((course) => (
                    <option key={course} value={course} />
                  ))}
                </datalist>
                <div>
                  <SubmitButton name="intent" value="course-default" variant="secondary">
                    Make it the default of this course
                  </SubmitButton>
                </div>
              </Form>
            </Section>
          </>
        )}
        <Section title="Copy">
          <p>A copy has the same look and its own name, and starts with version 1.</p>
          <Form method="post">
            <SubmitButton name="intent" value="duplicate" variant="secondary" pending={pending}>
              Make a copy
            </SubmitButton>
          </Form>
        </Section>
        {!isRetired && (
          <Section title="Retire">
            <p>
              A retired design can no longer be chosen and is no longer a default. Certificates issued with it
              keep it. This cannot be undone, but you can make a copy.
            </p>
            <Form method="post" className="flex flex-wrap gap-3">
              <SubmitButton name="intent" value="retire" variant="danger" pending={pending}>
                Retire design
              </SubmitButton>
              <ButtonLink to={LIST} variant="quiet">
                Cancel
              </ButtonLink>
            </Form>
          </Section>
        )}
      </div>
    </>
  );
}

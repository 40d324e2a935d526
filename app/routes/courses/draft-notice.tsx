import { Form } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';

/** Tells the author of a draft that nobody else sees it, and publishes it. */
export const DraftNotice = ({ courseId, isDraft }: { courseId: string; isDraft: boolean }) =>
  isDraft && (
    <div className="mb-6">
      <Alert tone="warning" title="This course is a draft">
        <p className="mb-3">Only you see it until you publish it.</p>
        <Form method="post" action={`/admin/courses/${courseId}/edit`}>
          <SubmitButton name="intent" value="publish" size="small">
            Publish Course
          </SubmitButton>
        </Form>
      </Alert>
    </div>
  );

import { useRef } from 'react';
import type { FetcherWithComponents } from 'react-router';
import { t } from '#messages';
import { Alert, FormAlert } from './alert.tsx';
import { Button } from './button.tsx';

type Answer = { ok: boolean; toast: { message: string } } | undefined;

/** The error of the page's last action. Unlike its toast, it stays. */
export const ActionAlert = ({ answer }: { answer: Answer }) =>
  answer?.ok === false && (
    <div className="mb-5 [.grid>&]:mb-0">
      <FormAlert errors={answer.toast.message} />
    </div>
  );

/** The error of a fetcher, with a retry button, because the fetcher's form has left the page. */
export function RetryAlert<Data extends Answer>({ fetcher }: { fetcher: FetcherWithComponents<Data> }) {
  const sent = useRef<{ form: FormData; action: string }>(null);
  if (fetcher.formData) sent.current = { form: fetcher.formData, action: fetcher.formAction ?? '' };
  const failed = fetcher.state === 'idle' && fetcher.data?.ok === false ? fetcher.data : null;
  if (!failed) return null;
  return (
    <div className="mb-5">
      <Alert tone="error" title={failed.toast.message}>
        <Button
          size="small"
          variant="secondary"
          onClick={() => {
            if (!sent.current) return;
            const { form, action } = sent.current;
            void fetcher.submit(form, { method: 'post', action });
          }}
        >
          {t('common.tryAgain')}
        </Button>
      </Alert>
    </div>
  );
}

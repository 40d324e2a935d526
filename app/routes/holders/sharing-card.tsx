import { useState } from 'react';
import { Form } from 'react-router';
import type { FormError } from '#app/shared/form-error.ts';
import { Alert } from '#app/ui/alert.tsx';
import { Button, ButtonAnchor, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox, TextArea, TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { useHydrated } from '#app/ui/hydrated.ts';

export type ShownSharing = {
  isAllowed: boolean;
  link: {
    url: string | null;
    allowsPdf: boolean;
    allowsSearch: boolean;
    endDate: string | null;
    isOpen: boolean;
  } | null;
  opens: { total: number; days: readonly { day: string; count: number }[] };
  linkedIn: string | null;
  qr: string | null;
  snippet: string | null;
};

type SharingCardProps = {
  sharing: ShownSharing;
  title: string;
  failure: FormError | undefined;
};

/** Switches the public page of a certificate on, and shows how to pass its link on. */
export const SharingCard = ({ sharing, title, failure }: SharingCardProps) => (
  <Card className="mb-6 grid grid-cols-1 gap-5" aria-labelledby="sharing">
    <h2 id="sharing" className="text-xl">
      Sharing
    </h2>
    {sharing.isAllowed || sharing.link ? (
      <>
        <p className="text-muted">
          A link opens a page with your certificate and its state for anyone who has it, free of charge. You
          can close it at any time.
        </p>
        {!sharing.isAllowed && (
          <Alert tone="warning">
            Sharing is switched off by the issuer or by this site, so the link is closed.
          </Alert>
        )}
        <Choices link={sharing.link} failure={failure} />
      </>
    ) : (
      <p className="text-muted">
        Sharing is switched off by the issuer or by this site. You can still download your files.
      </p>
    )}
    {sharing.link?.isOpen && <OpenLink sharing={sharing} title={title} />}
    {sharing.opens.total > 0 && <Opens {...sharing.opens} />}
  </Card>
);

const Choices = ({ link, failure }: Pick<ShownSharing, 'link'> & Pick<SharingCardProps, 'failure'>) => (
  <Form method="post" className="grid gap-4" preventScrollReset>
    <Checkbox label="Anyone with the link" name="shared" defaultChecked={link !== null} />
    <Checkbox label="Allow PDF download" name="allowsPdf" defaultChecked={link?.allowsPdf} />
    <Checkbox label="Allow search engines" name="allowsSearch" defaultChecked={link?.allowsSearch} />
    <TextField
      label="End date"
      name="endDate"
      type="date"
      optional
      defaultValue={link?.endDate ?? ''}
      errors={formState(failure).errors('endDate')}
    />
    <div className="flex flex-wrap gap-3">
      <SubmitButton name="intent" value="share" variant="secondary" aria-label="Save sharing">
        Save
      </SubmitButton>
      {link && (
        <SubmitButton name="intent" value="new-link" variant="quiet" formNoValidate>
          New link
        </SubmitButton>
      )}
    </div>
  </Form>
);

function OpenLink({
  sharing: { link, linkedIn, qr, snippet },
  title,
}: {
  sharing: ShownSharing;
  title: string;
}) {
  if (!link?.url) {
    return <Alert tone="warning">This link cannot be shown any more. Make a new one.</Alert>;
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <a className="link breakable" href={link.url}>
          {link.url}
        </a>
      </p>
      <div className="flex flex-wrap gap-3">
        {linkedIn && (
          <ButtonAnchor href={linkedIn} target="_blank" rel="noopener noreferrer" variant="secondary">
            Add to LinkedIn
          </ButtonAnchor>
        )}
        <ScriptButtons url={link.url} title={title} />
      </div>
      <details>
        <summary>QR code and HTML for a signature</summary>
        <div className="mt-4 grid gap-4">
          {qr && <img src={qr} alt="QR code of the link" width={180} height={180} />}
          {snippet && <TextArea label="HTML" name="snippet" readOnly rows={4} defaultValue={snippet} />}
        </div>
      </details>
    </div>
  );
}

/** Buttons that need a script. Without one, the link itself can be copied. */
function ScriptButtons({ url, title }: { url: string; title: string }) {
  const [copied, setCopied] = useState(false);
  if (!useHydrated()) return null;
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          void navigator.clipboard.writeText(url).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
      >
        {copied ? 'Copied' : 'Copy link'}
      </Button>
      {'share' in navigator && (
        <Button
          variant="secondary"
          onClick={() => {
            void navigator.share({ url, title }).catch(() => undefined);
          }}
        >
          Share
        </Button>
      )}
    </>
  );
}

const Opens = ({ total, days }: ShownSharing['opens']) => (
  <details>
    <summary>Opened {total === 1 ? 'once' : `${total} times`}</summary>
    <ul className="mt-3 list-disc ps-5">
      {days.map(({ day, count }) => (
        <li key={day}>
          {day}: {count}
        </li>
      ))}
    </ul>
  </details>
);

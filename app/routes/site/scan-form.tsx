import { type ChangeEvent, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { FileField, useHydrated } from '#app/ui/form.tsx';
import { Card, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { IdField } from './id-form.tsx';

const noCode = () => t('scanForm.thereIsNoCode');

/** The ID in the code of a certificate of any site, or null. */
function idInCode(text: string): string | null {
  const url = URL.parse(text);
  return url?.pathname === '/verify' ? url.searchParams.get('id') : null;
}

/** A code by the camera, where there is JavaScript, or the ID that is printed below it. */
export function ScanForm() {
  const [message, setMessage] = useState<string | null>(null);
  const [navigate, hydrated] = [useNavigate(), useHydrated()];
  async function read(event: ChangeEvent<HTMLInputElement>) {
    const [picture] = event.target.files ?? [];
    if (!picture) return;
    // Loaded on first use: most visitors have a file.
    const { readCode } = await import('./read-code.ts');
    const id = idInCode((await readCode(picture).catch(() => null)) ?? '');
    setMessage(id === null ? noCode() : null);
    if (id !== null) await navigate(`/verify?id=${encodeURIComponent(id)}`);
  }
  return (
    <Card id="scan" className="grid max-w-[46rem] gap-5">
      <header className="grid gap-1">
        <h2 className="text-xl">{t('scanForm.scanACode')}</h2>
        <p className="text-muted">{t('scanForm.onlyThePaperAtHand')}</p>
      </header>
      {hydrated && (
        <FileField
          label={t('scanForm.pictureOfTheCode')}
          name="code"
          hint={t('scanForm.theCodeOnTheCertificate')}
          accept="image/*"
          capture="environment"
          onChange={read}
        />
      )}
      <FormAlert errors={message} />
      <Form method="get" action="/verify" className="grid gap-5">
        <IdField />
        <SubmitButton variant="secondary">{t('common.showTheState')}</SubmitButton>
      </Form>
    </Card>
  );
}

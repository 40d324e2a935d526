import type { ShownMail } from '#app/designs/mail-of-design.server.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { RenderedMarkdown } from '#app/ui/page.tsx';
import { t } from '#messages';

type Props = {
  mail: ShownMail | null;
  /** Why the preview is out of date, or empty. */
  message: string;
};

/** What the mail about a certificate says, before its picture and the link to the certificate. */
export const MailPreview = ({ mail, message }: Props) =>
  (mail || message) && (
    <section aria-labelledby="mail-preview" className="card grid gap-4" data-pad="">
      <h2 id="mail-preview" className="text-lg">
        {t('designForm.previewOfTheMail')}
      </h2>
      {mail && <Mail {...mail} />}
      <p role="status" className="field-hint">
        {message}
      </p>
    </section>
  );

const Mail = ({ subject, lines, facts, own }: ShownMail) => (
  <>
    <p className="breakable font-semibold" dir="auto">
      {subject}
    </p>
    {lines.map((line) => (
      <p key={line} className="breakable">
        {line}
      </p>
    ))}
    <Facts facts={facts} />
    {own && (
      <>
        <p className="text-muted">{t('compose.label', { label: own.heading })}</p>
        <div lang={own.language} className="breakable">
          <RenderedMarkdown html={own.html} />
        </div>
      </>
    )}
  </>
);

import { StateAlert } from '#app/routes/pieces/certificates/state-alert.tsx';
import type { ById } from '#app/routes/site/read-by-id.server.ts';
import { formatCalendarDate } from '#app/shared/dates.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import type { PublicCertificate } from '#app/verification/public-certificate.server.ts';

/** What a visitor sees who scanned a certificate's code: its state, and how to go on, before any login and fee. */
export function ScannedCertificate({ result, message, loginPath }: ById<PublicCertificate>) {
  const issued = result?.issued;
  return (
    <Card className="grid max-w-[46rem] gap-5">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          Verify Certificate
        </h1>
        <p className="text-muted">What this site says about the ID in the code.</p>
      </header>
      <FormAlert errors={message} />
      {result && <StateAlert {...result} />}
      {issued && (
        <Facts
          facts={[
            ['Issued by', issued.by],
            ['Issue Date', formatCalendarDate(issued.on)],
          ]}
        />
      )}
      <p>
        Is the paper or file in front of you the one that was issued? Check its PDF or PNG: it is free, needs
        no account, and shows every change.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/check">Check the file for free</ButtonLink>
        <ButtonLink to={loginPath} variant="secondary">
          Log in to look it up
        </ButtonLink>
      </div>
    </Card>
  );
}

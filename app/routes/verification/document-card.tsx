import { Card } from '#app/ui/card.tsx';
import { EmailText } from '#app/ui/email-text.tsx';

/** The lines of a receipt or a credit note. */
export const DocumentCard = ({ lines }: { lines: readonly [label: string, value: string][] }) => (
  <Card>
    <dl className="facts">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="whitespace-pre-line">
            <EmailText>{value}</EmailText>
          </dd>
        </div>
      ))}
    </dl>
  </Card>
);

import { Card } from '#app/ui/card.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Facts } from '#app/ui/facts.tsx';

const Value = ({ text }: { text: string }) => (
  <span className="whitespace-pre-line">
    <EmailText>{text}</EmailText>
  </span>
);

/** The lines of a receipt or credit note. */
export const DocumentCard = ({ lines }: { lines: readonly [label: string, value: string][] }) => (
  <Card>
    <Facts facts={lines.map(([label, value]) => [label, <Value key={label} text={value} />])} />
  </Card>
);

import { directionOf } from '#app/messages/about-languages.ts';
import { stateLabels } from '#app/payments/state-labels.ts';
import { Badge, Facts } from '#app/ui/list-parts.tsx';
import { Card, EmailText } from '#app/ui/page.tsx';

const TONES = {
  created: 'neutral',
  pending: 'info',
  paid: 'success',
  failed: 'danger',
  expired: 'neutral',
  refunded: 'warning',
  disputed: 'danger',
} as const;

export const PaymentBadge = ({ state }: { state: keyof ReturnType<typeof stateLabels> }) => (
  <Badge tone={TONES[state]}>{stateLabels()[state]}</Badge>
);

const Value = ({ text }: { text: string }) => (
  <span className="whitespace-pre-line">
    <EmailText dir="auto">{text}</EmailText>
  </span>
);

type DocumentCardProps = { language: string; lines: readonly [label: string, value: string][] };

/** The lines of a receipt, credit note or statement, in the language of the document. */
export const DocumentCard = ({ language, lines }: DocumentCardProps) => (
  <Card lang={language} dir={directionOf(language)}>
    <Facts facts={lines.map(([label, value]) => [label, <Value key={label} text={value} />])} />
  </Card>
);

import { formatNumber } from '#app/messages/format-numbers.ts';
import { StatTile, StatTiles } from '#app/ui/figures.tsx';
import { t } from '#messages';

/** A figure of a period and of the period before. */
type Figure = { now: number; before: number };

/** Compares a figure with the same number of days before or after. */
function comparison({ now, before }: { now: number; before: number }, period: string) {
  if (now === before) return t('figures.asManyAsInPeriod', { period });
  const count = Math.abs(now - before);
  return now > before
    ? t('figures.moreThanInPeriod', { count, period })
    : t('figures.fewerThanInPeriod', { count, period });
}

type FiguresProps = {
  issued: Figure;
  verified: Figure;
  revoked: Figure;
  expiring: Figure;
  periodDays: number;
  /** The page that each figure links to. */
  to?: string;
};

/** An issuer's figures, each compared with the period before. */
export function Figures({ issued, verified, revoked, expiring, periodDays, to }: FiguresProps) {
  const tiles = [
    [
      t('figures.issuedLastPerioddaysDays', { periodDays }),
      issued,
      t('figures.thePerioddaysDaysBefore', { periodDays }),
    ],
    [
      t('figures.verifiedLastPerioddaysDays', { periodDays }),
      verified,
      t('figures.thePerioddaysDaysBefore', { periodDays }),
    ],
    [
      t('figures.revokedLastPerioddaysDays', { periodDays }),
      revoked,
      t('figures.thePerioddaysDaysBefore', { periodDays }),
    ],
    [
      t('figures.expiringNextPerioddaysDays', { periodDays }),
      expiring,
      t('figures.theLastPerioddaysDays', { periodDays }),
    ],
  ] as const;
  return (
    <StatTiles>
      {tiles.map(([label, figure, period]) => (
        <StatTile
          key={label}
          label={label}
          value={formatNumber(figure.now)}
          note={comparison(figure, period)}
          to={to}
        />
      ))}
    </StatTiles>
  );
}

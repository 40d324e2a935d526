import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx';

/** A figure of a period and of the period before. */
type Figure = { now: number; before: number };

const number = new Intl.NumberFormat('en');

/** Compares a figure with the same number of days before or after. */
function comparison({ now, before }: { now: number; before: number }, period: string) {
  if (now === before) return `As many as in ${period}`;
  return `${number.format(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than in ${period}`;
}

type FiguresProps = {
  issued: Figure;
  verified: Figure;
  revoked: Figure;
  expiring: Figure;
  periodDays: number;
  /** The page that each figure leads to. */
  to?: string;
};

/** An issuer's figures, each compared with the period before. */
export function Figures({ issued, verified, revoked, expiring, periodDays, to }: FiguresProps) {
  const tiles = [
    [`Issued, last ${periodDays} days`, issued, `the ${periodDays} days before`],
    [`Verified, last ${periodDays} days`, verified, `the ${periodDays} days before`],
    [`Revoked, last ${periodDays} days`, revoked, `the ${periodDays} days before`],
    [`Expiring, next ${periodDays} days`, expiring, `the last ${periodDays} days`],
  ] as const;
  return (
    <StatTiles>
      {tiles.map(([label, figure, period]) => (
        <StatTile
          key={label}
          label={label}
          value={number.format(figure.now)}
          note={comparison(figure, period)}
          to={to}
        />
      ))}
    </StatTiles>
  );
}

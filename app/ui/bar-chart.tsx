import { forReader } from '#app/messages/formats.ts';
import { t } from '#messages';
export type ChartBar = { label: string; values: readonly number[] };

type BarChartProps = {
  title: string;
  /** Names of the values. At most two. */
  series: readonly string[];
  /** Header of the table's first column. */
  labelHeader: string;
  bars: readonly ChartBar[];
};

const HEIGHT = 100;
const SLOT = 10;
const GAP = 2;
/** Counts, and amounts of money with no cents or two digits of them. */
const number = forReader(
  (locale) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' }),
);

const Figures = ({ title, series, labelHeader, bars }: BarChartProps) => (
  <table className="chart-table">
    <caption className="sr-only">{title}</caption>
    <thead>
      <tr>
        {[labelHeader, ...series].map((header) => (
          <th key={header} scope="col">
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {bars.map(({ label, values }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {values.map((value, index) => (
            <td key={series[index]}>{number().format(value)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Bars with up to two values side by side, drawn without JavaScript. The same figures follow as a table. */
export function BarChart({ title, series, labelHeader, bars }: BarChartProps) {
  const highest = Math.max(1, ...bars.flatMap(({ values }) => values));
  const width = (SLOT - GAP) / series.length;
  const totals = series.map((name, index) => {
    const total = bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
    return t('barChart.nameTotal', { name, total: number().format(total) });
  });
  return (
    <figure className="chart">
      <figcaption>
        <h2 className="text-lg">{title}</h2>
        <ul className="chart-legend">
          {totals.map((total, index) => (
            <li key={total} data-series={index}>
              {total}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="chart-plot" aria-hidden="true">
        <span className="chart-highest">{number().format(highest)}</span>
        <svg viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {bars.flatMap(({ label, values }, slot) =>
            values.map((value, index) => {
              const height = (value / highest) * HEIGHT;
              return (
                <rect
                  key={`${label} ${series[index]}`}
                  data-series={index}
                  x={slot * SLOT + GAP / 2 + index * width}
                  y={HEIGHT - height}
                  width={width}
                  height={height}
                />
              );
            }),
          )}
        </svg>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <details>
        <summary>{t('barChart.titleAsATable', { title })}</summary>
        <Figures title={title} series={series} labelHeader={labelHeader} bars={bars} />
      </details>
    </figure>
  );
}

/** Values by name and labels, such as `name{label="value"}`. */
export type Samples = Map<string, number>;

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABELS = '\\{(?:[a-zA-Z_]\\w*="(?:[^"\\\\\\n]|\\\\["\\\\n])*",?)+\\}';
const SAMPLE = new RegExp(`^((${NAME})(?:${LABELS})?) ([Nn]a[Nn]|[+-]?[\\d.]+(?:e[+-]?\\d+)?|\\+Inf)$`);
/** The suffixes that a sample's name may add to the name of its metric family, by type. */
const SUFFIXES: Record<string, string[]> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/**
 * Parses text in the OpenMetrics format strictly.
 * @throws Error that names the first invalid line
 */
export function parseOpenMetrics(text: string): Samples {
  if (!text.endsWith('\n# EOF\n')) throw new Error('the end is missing');
  const samples: Samples = new Map();
  const families = new Set<string>();
  let family = { name: '', type: '' };
  for (const line of text.slice(0, -'# EOF\n'.length).trimEnd().split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (families.has(name)) throw new Error(`${name} comes twice`);
      families.add(name);
      continue;
    }
    if (keyword === 'TYPE') {
      if (!SUFFIXES[rest]) throw new Error(`unknown type: ${line}`);
      family = { name, type: rest };
      continue;
    }
    const [, key = '', sample = '', value] = SAMPLE.exec(line) ?? [];
    const allowed = SUFFIXES[family.type]?.map((suffix) => family.name + suffix) ?? [];
    if (!allowed.includes(sample)) throw new Error(`not a sample of ${family.name}: ${line}`);
    if (samples.has(key)) throw new Error(`${key} comes twice`);
    samples.set(key, Number(value === '+Inf' ? Infinity : value));
  }
  return samples;
}

/** The names of all possible samples, including those of metrics without a sample yet. */
export const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
      (SUFFIXES[type] ?? []).map((suffix) => name + suffix),
    ),
  );

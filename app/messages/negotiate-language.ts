/** A language range of an Accept-Language header (RFC 9110 section 12.5.4). */
type Range = { tag: string; quality: number };

/** Longer headers are cut: people accept a few languages. */
const MAX_HEADER_LENGTH = 1_000;

/** The ranges of a header, those with the highest quality first. */
function parseRanges(header: string): Range[] {
  const ranges = header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .flatMap((part) => {
      const [, tag, quality = '1'] =
        /^\s*([a-z\d-]+|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(part) ?? [];
      return tag === undefined ? [] : [{ tag, quality: Number(quality) }];
    });
  return ranges.toSorted((a, b) => b.quality - a.quality);
}

/** A tag with the parts that it implies: `zh` means zh-Hans-CN. Null for a tag that is none. */
function maximized(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

/** How well a language fits a range: 3 with the region, 2 in the same script, 1 in another script, 0 not at all. */
function closeness(language: string, range: string): number {
  const [own, wanted] = [maximized(language), maximized(range)];
  if (own?.language === undefined || own.language !== wanted?.language) return 0;
  if (own.script !== wanted.script) return 1;
  return own.region === wanted.region ? 3 : 2;
}

/** Whether a range with q=0 excludes a language. */
const isExcluded = (language: string, { tag, quality }: Range) =>
  quality === 0 &&
  tag !== '*' &&
  (`${language}-`.toLowerCase().startsWith(`${tag}-`.toLowerCase()) || closeness(language, tag) === 3);

/**
 * The language that a client accepts most. A range also accepts its language in another region: `pt` and `pt-PT` accept pt-BR. One in
 * another script is taken only if nothing else fits: zh-Hans for `zh-TW`. Null if none fits.
 * @param languages those of the site, of which the first one is taken for `*`
 */
export function negotiateLanguage(header: string, languages: readonly string[]): string | null {
  const ranges = parseRanges(header);
  const open = languages.filter((language) => !ranges.some((range) => isExcluded(language, range)));
  const bestFor = (tag: string, least: number) =>
    open
      .map((language) => ({ language, fits: closeness(language, tag) }))
      .filter(({ fits }) => fits >= least)
      .toSorted((a, b) => b.fits - a.fits)[0]?.language;
  const wanted = ranges.filter(({ quality }) => quality > 0);
  for (const { tag } of wanted) {
    const best = tag === '*' ? open[0] : bestFor(tag, 2);
    if (best) return best;
  }
  for (const { tag } of wanted) {
    const best = bestFor(tag, 1);
    if (best) return best;
  }
  return null;
}

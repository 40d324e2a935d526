/** A language range of an Accept-Language header (RFC 9110 section 12.5.4). `locale` is null for `*` and for an invalid tag. */
type Range = { tag: string; quality: number; locale: Intl.Locale | null };

/** Longer headers are cut: people accept a few languages. */
const MAX_HEADER_LENGTH = 1_000;
const MOST_RANGES = 50;

/** The ranges of a header, those with the highest quality first. */
function parseRanges(header: string): Range[] {
  const ranges = header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',', MOST_RANGES)
    .flatMap((part) => {
      const [, tag, quality = '1'] =
        /^\s*([a-z\d-]+|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(part) ?? [];
      return tag === undefined ? [] : [{ tag, quality: Number(quality), locale: maximized(tag) }];
    });
  return ranges.toSorted((a, b) => b.quality - a.quality);
}

/** Adds the likely script and region to a language tag: `zh` becomes zh-Hans-CN. Returns null for an invalid tag. */
function maximized(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

/** A language of the site. Its locale is found once, because that takes microseconds. */
type Language = { tag: string; locale: Intl.Locale | null };

/** How well a language fits a range: 3 with the region, 2 in the same script, 1 in another script, 0 not at all. */
function closeness({ locale: own }: Language, { locale: wanted }: Range): number {
  if (own?.language === undefined || own.language !== wanted?.language) return 0;
  if (own.script !== wanted.script) return 1;
  return own.region === wanted.region ? 3 : 2;
}

/** Whether a range with q=0 excludes a language. */
const isExcluded = (language: Language, range: Range) =>
  range.quality === 0 &&
  range.tag !== '*' &&
  (`${language.tag}-`.toLowerCase().startsWith(`${range.tag}-`.toLowerCase()) ||
    closeness(language, range) === 3);

/**
 * The language that a client accepts most. A range also accepts its language in another region: `pt` and `pt-PT` accept pt-BR. One in
 * another script is taken only if nothing else fits: zh-Hans for `zh-TW`. Null if none fits.
 * @param languages those of the site, of which the first one is taken for `*`
 */
export function negotiateLanguage(header: string, languages: readonly string[]): string | null {
  const ranges = parseRanges(header);
  const open = languages
    .map((tag) => ({ tag, locale: maximized(tag) }))
    .filter((language) => !ranges.some((range) => isExcluded(language, range)));
  const bestFor = (range: Range, least: number) =>
    open
      .map((language) => ({ tag: language.tag, fits: closeness(language, range) }))
      .filter(({ fits }) => fits >= least)
      .toSorted((a, b) => b.fits - a.fits)[0]?.tag;
  const wanted = ranges.filter(({ quality }) => quality > 0);
  for (const range of wanted) {
    const best = range.tag === '*' ? open[0]?.tag : bestFor(range, 2);
    if (best) return best;
  }
  for (const range of wanted) {
    const best = bestFor(range, 1);
    if (best) return best;
  }
  return null;
}

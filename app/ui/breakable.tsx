import { escapeHtml } from '#app/shared/escape-html.ts';

/** The text as markup with line-break opportunities. */
function withBreaks(text: string, breaksBefore: (place: number) => boolean): string {
  let markup = '';
  let start = 0;
  for (let place = 1; place < text.length; place += 1) {
    if (!breaksBefore(place)) continue;
    markup += `${escapeHtml(text.slice(start, place))}<wbr>`;
    start = place;
  }
  return markup + escapeHtml(text.slice(start));
}

type BreakableText = {
  text: string;
  /** Whether the text may break before this character. */
  breaksBefore: (place: number) => boolean;
  className: string;
  /** Of the text, whatever the page's is. */
  dir: 'ltr' | 'auto';
};

/**
 * A text that breaks only at the given places. It is one string of escaped markup and no component, because a list has a hundred of
 * these texts, and React takes longer for their elements and components than for the rest of a row.
 */
export function breakable({ text, breaksBefore, className, dir }: BreakableText) {
  const markup = { __html: withBreaks(text, breaksBefore) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: withBreaks escapes the text
  return <span dir={dir} className={className} dangerouslySetInnerHTML={markup} />;
}

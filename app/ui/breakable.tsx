import { escapeHtml } from '#app/shared/escape-html.ts';

type BreakableText = {
  /** The parts of the text between which it may break. */
  parts: readonly string[];
  className: string;
  /** The direction of the text, not of the page. */
  dir: 'ltr' | 'auto';
};

/**
 * A text that breaks only at the given places. It is one string of escaped markup and no component, because a list has a hundred of
 * these texts, and React takes longer for their elements and components than for the rest of a row.
 */
export function breakable({ parts, className, dir }: BreakableText) {
  const markup = { __html: parts.map(escapeHtml).join('<wbr>') };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the parts are escaped
  return <span dir={dir} className={className} dangerouslySetInnerHTML={markup} />;
}

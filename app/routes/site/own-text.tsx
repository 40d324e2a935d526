import { RenderedMarkdown } from '#app/ui/rendered-markdown.tsx';
import { t } from '#messages';

/** The operator's own text on a page. */
export const OwnText = ({ html }: { html: string | null }) =>
  html === null ? null : (
    <section aria-label={t('ownText.fromTheOperatorOfThisSite')}>
      <RenderedMarkdown html={html} />
    </section>
  );

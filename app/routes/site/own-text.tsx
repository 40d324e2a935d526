import { RenderedMarkdown } from '#app/ui/rendered-markdown.tsx';

/** The operator's own text on a page. */
export const OwnText = ({ html }: { html: string | null }) =>
  html === null ? null : (
    <section aria-label="From the operator of this site">
      <RenderedMarkdown html={html} />
    </section>
  );

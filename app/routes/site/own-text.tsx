/** The operator's own text on a page, which the server rendered from Markdown without raw HTML. */
export const OwnText = ({ html }: { html: string | null }) =>
  html === null ? null : (
    <section aria-label="From the operator of this site" dir="auto">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes all HTML (app/privacy/legal-text.server.ts) */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );

/** Markdown that the server rendered as HTML, without raw HTML of its author. */
export const RenderedMarkdown = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes all HTML (app/shared/markdown.server.ts)
  <div dir="auto" className="prose rendered-markdown" dangerouslySetInnerHTML={{ __html: html }} />
);

/** The text of a lesson, which the server rendered from Markdown without raw HTML of its author. */
export const LessonText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes all HTML (app/courses/lessons/markdown-worker.server.ts)
  <div dir="auto" className="prose lesson-text" dangerouslySetInnerHTML={{ __html: html }} />
);

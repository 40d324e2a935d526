import { createMarkdown } from '#app/shared/markdown.server.ts';

/** The page has the course's title as h1 and the lesson's as h2. */
const markdown = createMarkdown(3);

/** Runs in a worker thread, because some texts take long. */
export default function renderInThread(text: string): string {
  return markdown.render(text);
}

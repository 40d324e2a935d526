import { createMarkdown } from '#app/shared/markdown.server.ts';
import { inReadersLanguage } from '#app/shared/worker-thread.server.ts';
import { lessonImagePath } from './lesson-image-path.ts';

/** The page has the course's title as h1 and the lesson's as h2. */
const markdown = createMarkdown(3);

export type TextToRender = { text: string; lessonId: string };

/** Runs in a worker thread, because some texts take long. */
function renderInThread({ text, lessonId }: TextToRender): string {
  return markdown.render(text, { imagePath: (source: string) => lessonImagePath(lessonId, source) });
}

export default inReadersLanguage(renderInThread);

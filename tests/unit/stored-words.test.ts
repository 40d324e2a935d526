import { expect, it } from 'vitest';
import { purchaseDescription } from '#app/courses/course-payments.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { createMarkdown } from '#app/shared/markdown.server.ts';

it('says what was bought in the reader’s language', () => {
  expect(purchaseDescription('SQL')).toBe("Course 'SQL'");
  expect(inLanguage('de', () => purchaseDescription('SQL'))).toBe('Kurs „SQL“');
});

it('keeps words of one language out of the HTML of lessons, which is stored', () => {
  const html = createMarkdown(3).render('| a |\n|---|\n| b |');
  expect(
    html
      .replaceAll(/<[^>]*>/g, '')
      .trim()
      .split(/\s+/),
  ).toEqual(['a', 'b']);
  expect(html).not.toMatch(/aria-label/);
});

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for the content or a quoted attribute of an HTML element. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/**
 * Escapes a text as `escapeHtml` does, and also all but ASCII. A page without letters beyond Latin-1 takes half the memory while it is
 * rendered, and names of languages would be the only such letters of most pages.
 */
export const asciiHtml = (text: string) =>
  escapeHtml(text).replace(/[^ -~]/gu, (character) => `&#${character.codePointAt(0)};`);

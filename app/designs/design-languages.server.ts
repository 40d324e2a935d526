import { ownName } from '#app/messages/about-languages.ts';
import { languages } from '#app/messages/reader-language.server.ts';

/** The languages in which a layout can print its own words, each by its own name. */
export const designLanguages = () => languages().map((value) => ({ value, label: ownName(value) }));

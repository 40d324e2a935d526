import type { Design } from '#app/drawing/design.ts';
import type { OwnArtwork } from '#app/drawing/own-artwork/artwork.ts';
import { isBuiltIn, isFormatted, placeholdersIn } from '#app/drawing/placeholders.ts';
import { ENGLISH } from '#app/messages/reader-language.server.ts';
import type { DesignFields } from './design.schema.server.ts';
import { SIGNATORIES, TEXT_LENGTHS, type TextName } from './design-form.ts';

export const signatoryOf = (entered: DesignFields, number: (typeof SIGNATORIES)[number]) => ({
  name: entered[`signatory${number}Name`],
  title: entered[`signatory${number}Title`],
  signature: entered[`signature${number}Image`],
});

const TEXT_NAMES = Object.keys(TEXT_LENGTHS) as TextName[];

/** The own fields in texts. Nothing for texts that are as before there were own fields. */
function fieldsIn(texts: string[]): Pick<Design, 'fields'> {
  if (!texts.some(isFormatted)) return {};
  const names = texts.flatMap(placeholdersIn).map(({ name }) => name);
  return { fields: [...new Set(names.filter((name) => !isBuiltIn(name)))] };
}

/** Own artwork has signatures by their numbers, and layouts have as many as there are names. */
function signatoriesOf(entered: DesignFields): Design['signatories'] {
  const all = SIGNATORIES.map((number) => signatoryOf(entered, number));
  if (entered.base !== 'artwork') return all.filter(({ name }) => name !== '');
  return all.slice(0, all.findLastIndex(({ name, signature }) => name !== '' || signature !== null) + 1);
}

type Look = Pick<Design, 'colours' | 'typeface' | 'logo' | 'signatories' | 'language' | 'dateStyle'>;

/** A design with boxes, its keys in a fixed order. Of the texts it has its title alone, which names the files. */
export function artworkDesign(look: Look, title: string, artwork: OwnArtwork): Design {
  const { colours, typeface, logo, signatories, language = ENGLISH, dateStyle = 'numbers' } = look;
  return {
    base: 'artwork',
    colours,
    typeface,
    logo,
    signatories,
    texts: { title, subtitle: '', beforeName: '', beforeCourse: '', statement: '' },
    seal: false,
    ...(language !== ENGLISH && { language }),
    ...(dateStyle !== 'numbers' && { dateStyle }),
    ...fieldsIn([
      title,
      ...[artwork, ...(artwork.faces ?? [])].flatMap(({ boxes }) => boxes.map(({ text }) => text)),
    ]),
    artwork,
  };
}

const toArtwork = (entered: DesignFields): Design =>
  artworkDesign(
    {
      colours: { primary: entered.primary, accent: entered.accent, paper: entered.paper },
      typeface: entered.typeface,
      logo: entered.logoImage,
      signatories: signatoriesOf(entered),
      language: entered.language,
      dateStyle: entered.dateStyle,
    },
    entered.title,
    {
      page: entered.page ?? 'a4',
      background: entered.backgroundImage,
      boxes: entered.boxes ?? [],
      // Designs without any are as before there were faces.
      ...(entered.faces && entered.faces.length > 0 && { faces: entered.faces }),
    },
  );

/** A design with its keys in a fixed order, so that equal designs have equal JSON. */
const toLayout = (entered: DesignFields): Design => ({
  base: entered.base,
  colours: { primary: entered.primary, accent: entered.accent, paper: entered.paper },
  typeface: entered.typeface,
  logo: entered.logoImage,
  signatories: signatoriesOf(entered),
  texts: {
    title: entered.title,
    subtitle: entered.subtitle,
    beforeName: entered.beforeName,
    beforeCourse: entered.beforeCourse,
    statement: entered.statement,
  },
  seal: entered.seal,
  // English ones are as before there were languages.
  ...(entered.language !== ENGLISH && { language: entered.language }),
  // Those on A4 with dates in numbers are as before there was a choice.
  ...(entered.pageSize && entered.pageSize !== 'a4' && { pageSize: entered.pageSize }),
  ...(entered.dateStyle !== 'numbers' && { dateStyle: entered.dateStyle }),
  ...fieldsIn(TEXT_NAMES.map((name) => entered[name])),
});

/** The design that was entered. */
export const toDesign = (entered: DesignFields) =>
  (entered.base === 'artwork' ? toArtwork : toLayout)(entered);

import { fieldLabels, SIGNATORIES, TEXT_LENGTHS } from '#app/designs/design-form.ts';
import { isFace, micronsOf, type Surface } from '#app/drawing/own-artwork/artwork.ts';
import { dateStyles, NameField, PictureField, ValidityField } from '#app/routes/designs/design-fields.tsx';
import { MailFields } from '#app/routes/designs/mail-fields.tsx';
import { writtenNumber } from '#app/shared/entered-numbers.ts';
import { FileField, Select, TextField, useFormState } from '#app/ui/form.tsx';
import { SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { BACKGROUNDS, fieldOfWord } from './box-form.ts';
import { inMillimetres } from './box-texts.ts';
import type { ShownWord } from './shown-artwork.ts';

type Props = {
  languages: { value: string; label: string }[];
  hasOwnMail: boolean;
  /** Name of the stored background, or empty. */
  background: string;
  /** What it fills. */
  surface: Surface;
  /** Values of the fields. */
  fields: Record<string, string>;
};

function backgroundHint(surface: Surface): string {
  if (!isFace(surface)) return t('boxEditor.onePageOfPdf');
  const { width, height } = micronsOf(surface);
  return t('faces.aBackgroundHasTheProportion', {
    wide: writtenNumber(inMillimetres(width)),
    high: writtenNumber(inMillimetres(height)),
  });
}

/** What a design has besides its boxes. */
export function ArtworkDetails({ languages, hasOwnMail, background, surface, fields }: Props) {
  const form = useFormState();
  const value = (name: string) => form.value(name) ?? fields[name] ?? '';
  const field = (name: string) => ({ name, defaultValue: value(name) });
  const pictures = [
    { name: 'logo', label: t('designFields.logo') },
    ...SIGNATORIES.map((number) => ({
      name: `signature${number}`,
      label: t('design.signatureNumber', { number }),
    })),
  ];
  return (
    <section aria-labelledby="artwork-details" className="grid gap-4">
      <h2 id="artwork-details" className="text-lg">
        {t('boxEditor.details')}
      </h2>
      <NameField {...field('name')} />
      <TextField
        label={t('boxEditor.titleOfTheFile')}
        hint={t('boxEditor.programsShowIt')}
        optional
        maxLength={TEXT_LENGTHS.title}
        autoComplete="off"
        {...field('title')}
      />
      <FileField
        key={background}
        label={background ? t('boxEditor.anotherBackground') : t('ownArtwork.background')}
        name="background"
        accept={BACKGROUNDS}
        optional
        hint={backgroundHint(surface)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label={fieldLabels().language} options={languages} {...field('language')} />
        <Select label={fieldLabels().dateStyle} options={dateStyles()} {...field('dateStyle')} />
      </div>
      <ValidityField {...field('expiresAfter')} />
      <details className="artwork-fields">
        <summary>{t('boxEditor.picturesForBoxes')}</summary>
        <div className="grid gap-4">
          {pictures.map(({ name, label }) => (
            <PictureField key={name} label={label} name={name} value={value} />
          ))}
        </div>
      </details>
      <details className="artwork-fields">
        <summary>{t('designFields.mailToStudents')}</summary>
        <MailFields hasOwnMail={hasOwnMail} value={value} />
      </details>
    </section>
  );
}

type WordsProps = {
  /** Name of the background. Another one has other words under the same numbers. */
  background: string;
  words: readonly ShownWord[];
};

/** The words of the background, of which some can become a box. */
export function OfferedWords({ background, words }: WordsProps) {
  if (words.length === 0) return null;
  return (
    <details className="artwork-fields">
      <summary>{t('boxEditor.wordsOfTheBackground')}</summary>
      <fieldset key={background} className="grid gap-4">
        <legend className="sr-only">{t('boxEditor.wordsOfTheBackground')}</legend>
        <p className="field-hint">{t('boxEditor.wordsThatBecomeABox')}</p>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {words.map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand there twice
            <label className="choice" data-plain="" key={index}>
              <input type="checkbox" name={fieldOfWord(index)} />
              <span dir="auto">{text}</span>
            </label>
          ))}
        </div>
        <div>
          <SubmitButton name="intent" value="word" variant="secondary">
            {t('boxEditor.makeABoxOfTheWords')}
          </SubmitButton>
        </div>
      </fieldset>
    </details>
  );
}

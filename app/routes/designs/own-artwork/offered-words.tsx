import { SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { fieldOfWord } from './box-form.ts';
import type { ShownWord } from './shown-artwork.ts';

type Props = {
  /** Name of the background. Another one has other words under the same numbers. */
  background: string;
  words: readonly ShownWord[];
};

/** The words of the background, of which some can become a box. */
export function OfferedWords({ background, words }: Props) {
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

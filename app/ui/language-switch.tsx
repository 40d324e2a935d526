import type { SubmitEvent } from 'react';
import { useLocation } from 'react-router';
import { t } from '#messages';

export const LANGUAGE_FIELD = 'language';

type Props = { chosen: string; choices: { language: string; name: string }[] };

/** Stores the choice and loads the page again, which keeps what was entered in its forms. */
function choose(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  const { action } = event.currentTarget;
  const entries = [...new FormData(event.currentTarget, event.nativeEvent.submitter)];
  const body = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  fetch(action, { method: 'POST', body, redirect: 'manual' }).finally(() => location.reload());
}

/** A button for each language. A full page load, because the scripts of each language are others. Nothing if there is only one. */
export function LanguageSwitch({ chosen, choices }: Props) {
  const { pathname, search } = useLocation();
  if (choices.length === 0) return null;
  return (
    <form method="post" action="/language" data-no-print="" onSubmit={choose}>
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <fieldset className="segments languages" aria-label={t('common.language')}>
        {choices.map(({ language, name }) => (
          <button
            key={language}
            type="submit"
            className="segment"
            name={LANGUAGE_FIELD}
            value={language}
            lang={language}
            dir="auto"
            aria-pressed={language === chosen}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </form>
  );
}

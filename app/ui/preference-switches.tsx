import { Monitor, Moon, Sun } from 'lucide';
import { type SubmitEvent, useEffect } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { t } from '#messages';
import { Icon } from './page.tsx';
import { THEME_FIELD, type Theme, toTheme } from './preferences.ts';

const choices = () =>
  [
    { value: 'system', label: t('themeSwitch.systemTheme'), icon: Monitor },
    { value: 'light', label: t('themeSwitch.lightTheme'), icon: Sun },
    { value: 'dark', label: t('themeSwitch.darkTheme'), icon: Moon },
  ] as const;

/** Three buttons of a form that posts to /theme. With JavaScript, the page does not reload. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const chosen = fetcher.formData ? toTheme(fetcher.formData.get(THEME_FIELD)) : theme;
  return (
    <fetcher.Form method="post" action="/theme" data-no-print="">
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <fieldset className="segments" aria-label={t('themeSwitch.theme')}>
        {choices().map(({ value, label, icon }) => (
          <button
            key={value}
            type="submit"
            name={THEME_FIELD}
            value={value}
            className="segment"
            aria-pressed={chosen === value}
            aria-label={label}
            title={label}
          >
            <Icon of={icon} />
          </button>
        ))}
      </fieldset>
    </fetcher.Form>
  );
}

export const LANGUAGE_FIELD = 'language';

type Props = { chosen: string; choices: { language: string; name: string }[] };

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const KEPT = 'entered-fields';
const isBox = (field: Field) => /^(?:checkbox|radio)$/.test(field.type);

/** The fields of the page's forms. Secrets, card data, codes and files are not kept. */
const fields = () =>
  [...document.querySelectorAll<Field>('main form :is(input, textarea, select)')].filter(
    ({ type, autocomplete }) =>
      !/^(?:password|hidden|file|submit|button)$/.test(type) && !/^(?:cc-|one-time)/.test(autocomplete),
  );

/** Null where the browser refuses to store anything. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Whether nobody has changed a field since the page came, as somebody may before its script runs. */
function isAsItCame(field: Field): boolean {
  if (isBox(field)) return (field as HTMLInputElement).checked === (field as HTMLInputElement).defaultChecked;
  if (!('options' in field)) return field.value === field.defaultValue;
  const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex === Math.max(0, first);
}

/** Enters what was entered before the page came in another language. */
function enterAgain() {
  const kept: [path: string, ...values: (string | boolean)[]] = JSON.parse(storage()?.getItem(KEPT) ?? '[]');
  storage()?.removeItem(KEPT);
  const [path, ...values] = kept;
  const all = fields();
  if (path !== location.pathname + location.search || values.length !== all.length) return;
  for (const [index, field] of all.entries()) {
    const value = values[index];
    if (!isAsItCame(field)) continue;
    if (value === (isBox(field) ? (field as HTMLInputElement).checked : field.value)) continue;
    if (isBox(field)) {
      field.click();
      continue;
    }
    // The setter of the class, because React replaces that of the element.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Stores the choice and loads the page again, in which what was entered in forms is entered again. */
function choose(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  const { action } = event.currentTarget;
  const entries = [...new FormData(event.currentTarget, event.nativeEvent.submitter)];
  const body = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  const values = fields().map((field) => (isBox(field) ? (field as HTMLInputElement).checked : field.value));
  storage()?.setItem(KEPT, JSON.stringify([location.pathname + location.search, ...values]));
  fetch(action, { method: 'POST', body, redirect: 'manual' }).finally(() => location.reload());
}

/** A button for each language. A full page load, because the scripts of each language are others. Nothing if there is only one. */
export function LanguageSwitch({ chosen, choices }: Props) {
  const { pathname, search } = useLocation();
  useEffect(enterAgain, []);
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

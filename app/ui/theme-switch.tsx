import { Monitor, Moon, Sun } from 'lucide';
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

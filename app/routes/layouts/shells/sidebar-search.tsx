import { Search } from 'lucide';
import { useEffect } from 'react';
import { Form, useNavigate } from 'react-router';
import { Icon } from '#app/ui/page.tsx';
import { t } from '#messages';

const KEYS = ['Control+K', 'Meta+K'].join(' ');
const SEARCH = 'search-everything';

/** Ctrl+K and ⌘K lead to the search: to its field, or to its page where the field is hidden. */
export function useSearchKey() {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch =
        event.key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isSearch || event.defaultPrevented) return;
      event.preventDefault();
      const fields = document.querySelectorAll<HTMLInputElement>(`#${SEARCH}, #everything`);
      const field = [...fields].find((each) => each.checkVisibility());
      if (!field) return void navigate('/search#everything');
      field.focus();
      field.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}

/** The search of everything, above the menu. */
export const SidebarSearch = () => (
  <Form action="/search" role="search" className="sidebar-search" aria-label={t('search.searchEverything')}>
    <Icon of={Search} />
    <input
      id={SEARCH}
      type="search"
      name="q"
      maxLength={200}
      className="control"
      aria-label={t('search.searchEverything')}
      aria-keyshortcuts={KEYS}
      placeholder={t('common.search')}
    />
    <span className="search-key" aria-hidden="true" />
  </Form>
);

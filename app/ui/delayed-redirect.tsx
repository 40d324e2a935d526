import { useEffect } from 'react';
import { useNavigate } from 'react-router';

type Props = {
  redirectTo: string;
  delayMs: number;
  /** With another language, the next page loads as a document, because it has other scripts. */
  found?: { isOtherLanguage?: boolean } | undefined;
};

/** Redirects after a delay: exactly with JavaScript, or else with a refresh in whole seconds. */
export function DelayedRedirect({ redirectTo: to, delayMs, found }: Props) {
  const navigate = useNavigate();
  const isOtherLanguage = found?.isOtherLanguage === true;
  useEffect(() => {
    const go = () => (isOtherLanguage ? window.location.assign(to) : navigate(to));
    const timer = setTimeout(go, delayMs);
    return () => clearTimeout(timer);
  }, [navigate, to, delayMs, isOtherLanguage]);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${Math.ceil(delayMs / 1_000)};url=${to}`} />
    </noscript>
  );
}

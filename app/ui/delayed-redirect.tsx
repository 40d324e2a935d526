import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Redirects after a delay: exactly with JavaScript, or else with a refresh in whole seconds. */
export function DelayedRedirect({ to, delayMs }: { to: string; delayMs: number }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(to), delayMs);
    return () => clearTimeout(timer);
  }, [navigate, to, delayMs]);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${Math.ceil(delayMs / 1_000)};url=${to}`} />
    </noscript>
  );
}

import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Leads to another page of the site after a delay: a script after exactly that long, without one a refresh after
 * the next whole second.
 */
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

import { createContext, useContext } from 'react';

/** The nonce of the content security policy, on the server. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce that a style element needs. In the browser it is that of the page that was loaded. */
export function useNonce(): string | undefined {
  const nonce = useContext(NonceContext);
  if (nonce !== undefined || typeof document === 'undefined') return nonce;
  return document.querySelector<HTMLElement>('script[nonce]')?.nonce;
}

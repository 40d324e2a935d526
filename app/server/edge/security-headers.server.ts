import { NONCE, secureHeaders } from 'hono/secure-headers';
import { type Environment, env } from '#app/config/env.server.ts';
import { fewRandomBytes } from '#app/shared/ids.server.ts';
import type { Middleware } from './edge.server.ts';

const PAGE_POLICY = {
  defaultSrc: ["'none'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  styleSrc: ["'self'", NONCE],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  scriptSrc: [NONCE, "'strict-dynamic'"],
};

/** For responses other than pages: images, videos and PDFs, which a browser may show on their own. */
const FILE_POLICY = {
  defaultSrc: ["'none'"],
  imgSrc: ["'self'"],
  mediaSrc: ["'self'"],
  objectSrc: ["'self'"],
  styleSrc: ["'unsafe-inline'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
};

export const newNonce = () => fewRandomBytes(18).toString('base64');

/** hono/secure-headers for pages, for development pages (Vite's scripts have no nonce), and for other responses. */
function createVariants(https: boolean, formTargets: string[], mediaOrigins: string[]) {
  const common: Parameters<typeof secureHeaders>[0] = {
    xFrameOptions: 'DENY',
    referrerPolicy: 'same-origin',
    permissionsPolicy: {
      camera: [],
      displayCapture: [],
      geolocation: [],
      microphone: [],
      payment: [],
      usb: [],
    },
    strictTransportSecurity: https ? 'max-age=31536000; includeSubDomains' : false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    removePoweredBy: false,
    // Keeps headers that a route has set.
    overwrite: false,
  };
  const upgrade = https ? { upgradeInsecureRequests: [] } : {};
  const page = {
    ...common,
    contentSecurityPolicy: {
      ...PAGE_POLICY,
      formAction: ["'self'", ...formTargets],
      mediaSrc: [...PAGE_POLICY.mediaSrc, ...mediaOrigins],
      ...upgrade,
    },
  };
  return {
    page: secureHeaders(page),
    pagePolicy: JSON.stringify(page),
    developmentPage: secureHeaders(common),
    file: secureHeaders({
      ...common,
      contentSecurityPolicy: { ...FILE_POLICY, mediaSrc: [...FILE_POLICY.mediaSrc, ...mediaOrigins] },
    }),
  };
}

let variants: { of: Environment; headers: ReturnType<typeof createVariants> } | undefined;

/**
 * The variants for the current configuration. The policies also apply to redirects: a payment form redirects to the gateway, the form
 * that shares a certificate to LinkedIn, and a video to the file store. They stay those of the first page during client navigation, so that
 * all pages have the same.
 */
function currentVariants() {
  const current = env();
  if (variants?.of !== current) {
    const { secureCookies, checkoutOrigins, s3 } = current;
    const mediaOrigins = s3?.publicOrigin ? [s3.publicOrigin] : [];
    const formTargets = [
      ...checkoutOrigins,
      ...(current.HOLDER_SHARING === 'on' ? ['https://www.linkedin.com'] : []),
    ];
    variants = { of: current, headers: createVariants(secureCookies, formTargets, mediaOrigins) };
  }
  return variants.headers;
}

/** The policy of pages, without their nonce. */
export const pagePolicy = () => currentVariants().pagePolicy;

const nothing = async () => {};

/** Adds security headers to every response, by content type. */
export const securityHeaders = (development = false): Middleware => {
  return async (c, next) => {
    c.set('secureHeadersNonce', newNonce());
    await next();
    const isPage = c.res.headers.get('Content-Type')?.startsWith('text/html');
    // Not on every page, because browsers then send `Origin: null` with its forms.
    if (c.env.kind.needs.tokenInUrl) c.res.headers.set('Referrer-Policy', 'no-referrer');
    c.res.headers.set('X-Request-Id', c.env.requestId);
    // The browser keeps the policy of its copy, with the nonce of the copy.
    if (isPage && c.res.status === 304) return;
    const kind = isPage ? (development ? 'developmentPage' : 'page') : 'file';
    await currentVariants()[kind](c, nothing);
  };
};

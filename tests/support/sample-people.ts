import { DEMO_PASSWORD, ISSUERS, SUPER_ADMIN, VERIFIERS } from '#app/sample/people.ts';

/** Viewers that see different pages. */
export const VIEWERS = [
  'visitor',
  'individual',
  'corporate',
  'newcomer',
  'issuer',
  'pending issuer',
  'super admin',
] as const;
export type Viewer = (typeof VIEWERS)[number];

/** Accounts of the sample site that the demo lacks: a verifier with empty lists and a pending issuer. */
export const NEWCOMER = { name: 'Noor de Vries', email: 'noor@devries.example', role: 'individual' } as const;
export const PENDING_ISSUER = {
  name: 'Fenland College',
  email: 'office@fenland.example',
  role: 'admin',
} as const;

const EMAILS = {
  individual: VERIFIERS[1].email,
  corporate: VERIFIERS[0].email,
  newcomer: NEWCOMER.email,
  issuer: ISSUERS[0].email,
  'pending issuer': PENDING_ISSUER.email,
};

/**
 * Logs in through the form, like a browser without JavaScript.
 * @returns the Cookie header of the session, or '' for a visitor
 */
export async function logIn(origin: string, viewer: Viewer): Promise<string> {
  if (viewer === 'visitor') return '';
  const [path, fields] =
    viewer === 'super admin'
      ? [
          '/superadmin-login',
          { userId: SUPER_ADMIN.id, password1: SUPER_ADMIN.password1, password2: SUPER_ADMIN.password2 },
        ]
      : ['/', { email: EMAILS[viewer], password: DEMO_PASSWORD }];
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(fields as Record<string, string>),
    redirect: 'manual',
  });
  const session = response.headers.getSetCookie().find((line) => line.includes('certrace_session='));
  if (!session) throw new Error(`The ${viewer} was not let in: ${response.status}`);
  return session.split(';', 1)[0] ?? '';
}

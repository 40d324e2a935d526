import { superAdminLoginSchema } from '#app/accounts/account.schema.ts';
import { superAdminLogin } from '#app/accounts/login.server.ts';
import { loginAction } from '#app/routes/accounts/login-form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/superadmin-login';
import { OFFICE_LOGIN_ERROR, OfficeLogin } from './office-login.tsx';

export const meta = () => pageMeta('Super Admin Login', 'Log in as a super admin of this site.');

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: OFFICE_LOGIN_ERROR,
} satisfies RouteNeeds;

export const action = loginAction({
  schema: superAdminLoginSchema,
  identifierField: 'userId',
  secretFields: ['password1', 'password2'],
  logIn: superAdminLogin,
});

const FIELDS = [
  { label: 'Super Admin ID', name: 'userId' },
  { label: 'Password 1', name: 'password1', autoComplete: 'off' },
  { label: 'Password 2', name: 'password2', autoComplete: 'off' },
] as const;

export default function SuperAdminLoginPage({ actionData }: Route.ComponentProps) {
  return <OfficeLogin title="Super Admin Login" answer={actionData} fields={FIELDS} />;
}

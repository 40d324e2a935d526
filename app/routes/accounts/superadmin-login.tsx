import { superAdminLoginSchema } from '#app/accounts/account.schema.server.ts';
import { superAdminLogin } from '#app/accounts/login.server.ts';
import { loginAction } from '#app/routes/accounts/login-form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/superadmin-login';
import { OfficeLogin, officeLoginError } from './office-login.tsx';

export const meta = () =>
  pageMeta(t('superadminLogin.superAdminLogin'), t('superadminLogin.logInAsASuperAdmin'));

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: officeLoginError,
} satisfies RouteNeeds;

export const action = loginAction({
  schema: superAdminLoginSchema,
  identifierField: 'userId',
  secretFields: ['password1', 'password2'],
  logIn: superAdminLogin,
});

const formFields = () =>
  [
    { label: t('common.superAdminId'), name: 'userId' },
    { label: t('superadminLogin.password1'), name: 'password1', autoComplete: 'off' },
    { label: t('superadminLogin.password2'), name: 'password2', autoComplete: 'off' },
  ] as const;

export default function SuperAdminLoginPage({ actionData }: Route.ComponentProps) {
  return (
    <OfficeLogin
      title={t('superadminLogin.superAdminLogin')}
      answer={actionData}
      hasReset={false}
      fields={formFields()}
    />
  );
}

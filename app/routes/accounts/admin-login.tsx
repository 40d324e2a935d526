import { Link } from 'react-router';
import { adminLoginSchema } from '#app/accounts/account.schema.server.ts';
import { adminLogin } from '#app/accounts/login.server.ts';
import { loginAction } from '#app/routes/accounts/login-form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { homeOf } from '#app/shared/redirects.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/admin-login';
import { OfficeLogin, officeLoginError } from './office-login.tsx';

export const meta = () =>
  pageMeta(t('adminLogin.adminLogin'), t('adminLogin.logInToIssueCertificatesWithCertrace'));

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: officeLoginError,
} satisfies RouteNeeds;

export const action = loginAction({
  schema: adminLoginSchema,
  identifierField: 'username',
  secretFields: ['password'],
  logIn: adminLogin,
  homeOf: (role) => (role === 'admin' ? '/admin/issued-certificates' : homeOf(role)),
});

export default function AdminLoginPage({ actionData }: Route.ComponentProps) {
  return (
    <OfficeLogin
      title={t('adminLogin.adminLogin')}
      answer={actionData}
      hasReset
      fields={[
        {
          label: t('common.username'),
          name: 'username',
          hint: t('adminLogin.yourUsernameOrYourEmailAddress'),
        },
        { label: t('common.password'), name: 'password', autoComplete: 'current-password' },
      ]}
    >
      <p className="auth-switch">
        <Link to="/forgot-password">{t('common.forgotPassword')}</Link>
      </p>
    </OfficeLogin>
  );
}

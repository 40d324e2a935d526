import { Link } from 'react-router';
import { adminLoginSchema } from '#app/accounts/account.schema.ts';
import { adminLogin } from '#app/accounts/login.server.ts';
import { loginAction } from '#app/routes/accounts/login-form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { homeOf } from '#app/shared/redirects.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/admin-login';
import { OFFICE_LOGIN_ERROR, OfficeLogin } from './office-login.tsx';

export const meta = () => pageMeta('Admin Login', 'Log in to issue certificates with Certrace.');

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: OFFICE_LOGIN_ERROR,
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
      title="Admin Login"
      answer={actionData}
      fields={[
        { label: 'Username', name: 'username', hint: 'Your username or your email address' },
        { label: 'Password', name: 'password', autoComplete: 'current-password' },
      ]}
    >
      <p className="auth-switch">
        <Link to="/forgot-password">Forgot password?</Link>
      </p>
    </OfficeLogin>
  );
}

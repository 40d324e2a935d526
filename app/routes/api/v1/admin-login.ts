import { adminLogin, superAdminLogin } from '#app/accounts/login.server.ts';
import { userShape } from '#app/routes/api/v1/shapes.server.ts';
import { api } from './respond.ts';

const isSuperAdminPayload = (input: unknown) =>
  typeof input === 'object' && input !== null && 'userId' in input;

const resource = api({
  POST: {
    auth: 'none',
    summary: 'Log in as an issuer {username, password} or as a super admin {userId, password1, password2}',
    async handle({ json, client }) {
      const input = await json();
      const log = isSuperAdminPayload(input) ? superAdminLogin : adminLogin;
      const { message, token, user } = await log(input, client, 'bearer');
      return {
        body: {
          success: true,
          message,
          token,
          isSuperAdmin: user.role === 'superadmin',
          user: userShape(user),
        },
      };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;

import { z } from 'zod';
import 'zod-openapi';
import { id, instant, text } from './fields.ts';

export const userSchema = z
  .strictObject({
    _id: id,
    name: text('Mara Osei'),
    email: z
      .email()
      .nullable()
      .meta({ description: 'Null for super admins', examples: ['mara@osei.example'] }),
    role: z.enum(['admin', 'corporate', 'individual', 'superadmin']).meta({ examples: ['individual'] }),
    username: text('mara-osei'),
    status: z.enum(['active', 'pending', 'suspended']),
    createdAt: instant,
  })
  .meta({ id: 'User' });

/** A login that failed, or whose password was right and that needs the second factor. */
export const loginErrorSchema = z
  .strictObject({
    success: z.literal(false),
    message: text('Login failed.'),
    code: z
      .literal('second_factor_required')
      .optional()
      .meta({ description: 'Present when the password was right' }),
    challenge: text('g3Qy…', 'For users/login/second-factor, valid for ten minutes').optional(),
    methods: z.array(z.enum(['totp', 'recovery_code'])).optional(),
  })
  .meta({ id: 'LoginError' });

export const bearerToken = text('Zk3v…', 'For the Authorization header of later calls');

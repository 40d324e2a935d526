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

export const bearerToken = text('Zk3v…', 'For the Authorization header of later calls');

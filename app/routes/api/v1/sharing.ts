import { z } from 'zod';
import {
  mayHoldersShare,
  setHoldersMayShare,
  sharingSettingSchema,
} from '#app/certificates/share-links.server.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, success, told } from './schemas/responses.ts';

export const api = resource();

api('users/me/sharing')
  .get({
    auth: 'bearer',
    summary: 'Whether holders may share the issuer’s certificates, for issuers',
    responses: { 200: success({ sharing: z.boolean() }) },
    failures: { 403: NOT_ALLOWED },
    handle: ({ actor }) => ({ body: { success: true, sharing: mayHoldersShare(actor) } }),
  })
  .put({
    auth: 'bearer',
    summary:
      'Choose whether holders may share the issuer’s certificates, for issuers. Without it, open links are closed',
    body: sharingSettingSchema,
    example: { sharing: true },
    responses: { 200: told('Your choice about sharing was saved.') },
    failures: { 403: NOT_ALLOWED },
    act: ({ actor, input }) => ({
      body: { success: true, ...setHoldersMayShare(actor, input) },
    }),
  });

/** What the audit trail records, with the words of lists. A name never changes, because rows keep it. */
export const ACTS = {
  login: 'Login',
  'login.failed': 'Failed login',
  'login.locked': 'Login locked',
  logout: 'Logout',
  'session.ended': 'Sessions ended',
  'google.linked': 'Google account linked',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'password.refused': 'Wrong current password',
  'second_factor.on': 'Second factor switched on',
  'second_factor.off': 'Second factor switched off',
  'second_factor.reset_requested': 'Reset of second factor requested',
  'second_factor.reset_objected': 'Objection to reset of second factor',
  'second_factor.reset': 'Second factor reset',
  'authenticator_app.added': 'Authenticator app added',
  'authenticator_app.removed': 'Authenticator app removed',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'identity.confirmed': 'Password or passkey given again',
  'recovery_codes.replaced': 'Recovery codes replaced',
  'recovery_code.used': 'Recovery code used',
  'device.trusted': 'Browser remembered',
  'device.forgotten': 'Browser forgotten',
  'token.created': 'API token created',
  'token.revoked': 'API token revoked',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.secret': 'Secret of a webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'email.change_requested': 'Change of email requested',
  'email.changed': 'Email changed',
  'email.change_undone': 'Change of email undone',
  'address.added': 'Address added',
  'address.removed': 'Address removed',
  'account.deletion_requested': 'Deletion of account requested',
  'account.kept': 'Account kept',
  'account.deleted': 'Account deleted',
  'member.invited': 'Member invited',
  'invitation.withdrawn': 'Invitation withdrawn',
  'member.joined': 'Member joined',
  'member.role': 'Role changed',
  'member.removed': 'Member removed',
  'member.left': 'Member left',
  'ownership.offered': 'Ownership offered',
  'ownership.offer_withdrawn': 'Offer of ownership withdrawn',
  'ownership.transferred': 'Ownership taken over',
  'organisation.closed': 'Organisation closed',
  'issuer.approved': 'Issuer approved',
  'issuer.suspended': 'Issuer suspended',
  'issuer.reinstated': 'Issuer reinstated',
  'issuer.quota': 'Daily quota set',
  'name.changed': 'Name changed',
  'name.requested': 'Name requested',
  'name.withdrawn': 'Requested name withdrawn',
  'name.approved': 'Name approved',
  'name.refused': 'Name refused',
  'settings.billing': 'Details for receipts changed',
  'settings.reminders': 'Reminders changed',
  'settings.sharing': 'Sharing by holders switched',
  'settings.seller': 'Details of the seller changed',
  'certificate.revoked': 'Certificate revoked',
  'certificate.replaced': 'Certificate replaced',
  'holder.erased': 'Holder erased',
  'design.created': 'Design created',
  'design.changed': 'Design changed',
  'design.retired': 'Design retired',
  'design.default': 'Default design set',
  'design.no_default': 'Default design removed',
  'batch.started': 'Batch started',
  'batch.cancelled': 'Batch cancelled',
  'payment.refunded': 'Payment refunded',
  'credit.limit': 'Credit limit set',
  'credit.ended': 'Credit ended',
  'statement.settled': 'Statement marked as paid',
  'coupon.created': 'Coupon created',
  'coupon.ended': 'Coupon ended',
  'course.unpublished': 'Course unpublished',
  'course.republished': 'Course published again',
  'course.removed': 'Course removed',
  'mail.retried': 'Mail sent again',
  'support.marked': 'Support message marked',
  exported: 'Export',
  'data.requested': 'Copy of own data requested',
  'superadmin.created': 'Super admin created',
  'superadmin.reset': 'Super admin reset',
  'keys.rotated': 'Keys rotated',
  'log.new_origin': 'New log begun',
  'log.caught_up': 'Log caught up',
  'credentials.backfilled': 'Credentials added',
  'backup.written': 'Backup',
  'backup.erased': 'Holders erased in a backup',
  'backup.restored': 'Backup restored',
  'audit.expired': 'Old rows of the audit trail deleted',
} as const;

export type ActName = keyof typeof ACTS;

/** What an act was done on. Accounts and certificates by ID only. */
export type ObjectKind =
  | 'account'
  | 'audit'
  | 'batch'
  | 'certificate'
  | 'coupon'
  | 'course'
  | 'design'
  | 'device'
  | 'file'
  | 'invitation'
  | 'list'
  | 'log'
  | 'passkey'
  | 'payment'
  | 'session'
  | 'statement'
  | 'support message'
  | 'token'
  | 'webhook';

/** The words for an act, also for one that a later version recorded. */
export const actLabel = (act: string): string => (Object.hasOwn(ACTS, act) ? ACTS[act as ActName] : act);

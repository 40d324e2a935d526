import certificates from './certificates.json' with { type: 'json' };

/** The demo's people. Their addresses are under .example, which mail never reaches (RFC 2606). */
export const SUPER_ADMIN = {
  id: 'registrar-general',
  password1: 'lantern-orchard-71',
  password2: 'granite-harbour-38',
};

export const DEMO_PASSWORD = 'blue-heron-over-fen';

export const AURORA = 'registrar@aurora.example';
export const LINDQVIST = 'office@lindqvist.example';
export const NORTHWIND = 'checks@northwind.example';
export const MARA = 'mara@osei.example';
export const KESTREL = 'desk@kestrel.example';
export const HALDEN = 'crew@halden.example';
export const BRIGHTWATER = 'people@brightwater.example';
export const TOMAS = 'tomas@ribeiro.example';

export const ISSUERS = [
  { name: 'Aurora Institute of Technology', email: AURORA },
  { name: 'Lindqvist School of Design', email: LINDQVIST },
] as const;

export const VERIFIERS = [
  { name: 'Northwind Recruiting', email: NORTHWIND, role: 'corporate' },
  { name: 'Mara Osei', email: MARA, role: 'individual' },
] as const;

/** Accounts that only the whole story has. They have the same password. */
export const OTHERS = [
  { name: 'Kestrel Language School', email: KESTREL, role: 'admin' },
  { name: 'Halden Maritime', email: HALDEN, role: 'corporate' },
  { name: 'Brightwater Clinics', email: BRIGHTWATER, role: 'corporate' },
  { name: 'Tomás Ribeiro', email: TOMAS, role: 'individual' },
] as const;

/**
 * Newest last, so that lists start with today. The names use scripts that are hard to draw. `mailbox` is the first part of the
 * student's address, `validDays` the time from the issue to the expiry.
 */
export const CERTIFICATES = certificates as [
  daysAgo: number,
  issuer: string,
  studentName: string,
  mailbox: string,
  course: string,
  validDays?: number,
][];

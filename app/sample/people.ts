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

type SampleCertificate = {
  issuer: string;
  studentName: string;
  studentEmail: string;
  courseName: string;
  /** Days between its issue and the day of the demo. */
  daysAgo: number;
  /** Days from its issue to its expiry. */
  validDays?: number;
};

/** Newest last, so that lists start with today. The names use scripts that are hard to draw. */
export const CERTIFICATES: SampleCertificate[] = [
  {
    issuer: AURORA,
    studentName: 'Ingrid Sørensen',
    studentEmail: 'ingrid@students.example',
    courseName: 'Distributed Systems',
    daysAgo: 420,
    validDays: 365,
  },
  {
    issuer: LINDQVIST,
    studentName: 'Zoë Müller-Lefèvre',
    studentEmail: 'zoe@students.example',
    courseName: 'Typography for Screens',
    daysAgo: 96,
  },
  {
    issuer: AURORA,
    studentName: 'Αλέξανδρος Παπαδόπουλος',
    studentEmail: 'alexandros@students.example',
    courseName: 'Applied Cryptography',
    daysAgo: 41,
    validDays: 730,
  },
  {
    issuer: AURORA,
    studentName: 'Nguyễn Thị Ánh Tuyết',
    studentEmail: 'tuyet@students.example',
    courseName: 'Data Engineering with SQL',
    daysAgo: 30,
  },
  {
    issuer: LINDQVIST,
    studentName: 'Юлия Ковальчук',
    studentEmail: 'yulia@students.example',
    courseName: 'Service Design',
    daysAgo: 12,
    validDays: 1095,
  },
  {
    issuer: AURORA,
    studentName: 'فاطمة الزهراء',
    studentEmail: 'fatima@students.example',
    courseName: 'Machine Learning Foundations',
    daysAgo: 5,
  },
  {
    issuer: AURORA,
    studentName: 'प्रिया शर्मा',
    studentEmail: 'priya@students.example',
    courseName: 'Cloud Operations',
    daysAgo: 1,
    validDays: 730,
  },
  {
    issuer: LINDQVIST,
    studentName: '山田 太郎',
    studentEmail: 'taro@students.example',
    courseName: 'Motion and Interaction',
    daysAgo: 1,
  },
  {
    issuer: AURORA,
    studentName: 'Maximiliane von Hohenstein-Waldburg',
    studentEmail: 'max@students.example',
    courseName: 'Secure Software Development Lifecycle',
    daysAgo: 0,
    validDays: 365,
  },
  {
    issuer: AURORA,
    studentName: 'Amara Okafor',
    studentEmail: 'amara@students.example',
    courseName: 'Distributed Systems',
    daysAgo: 0,
  },
];

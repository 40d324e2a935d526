/**
 * Where texts may stand in the code, outside messages/, by the beginning of the path, with the reason. NOT_YET is for folders whose
 * texts have to move: their number only falls.
 */
export const NOT_YET = 'not moved to messages/ yet';

export const TEXTS_ALLOWED: Record<string, string> = {
  'app/config/': 'the operator reads it in the log of the start',
  'app/sample/': 'the texts of sample courses and of the people in the demo',
  'app/routes/mcp/': 'the description of the tools, which programs read',
  'app/routes/api/': 'the description of the API, which is English; its messages come from the domains',
  'app/routes/dev/': 'pages of the design system, which exist in development only',
  'app/start/': 'the operator reads it in the log',
  'app/processes/': 'the operator reads it in the log',
  'app/files/': NOT_YET,
  'app/accounts/': NOT_YET,
  'app/audit/': NOT_YET,
  'app/batches/': NOT_YET,
  'app/certificates/': NOT_YET,
  'app/courses/': NOT_YET,
  'app/credentials/': NOT_YET,
  'app/designs/': NOT_YET,
  'app/drawing/': NOT_YET,
  'app/entry.server.tsx': NOT_YET,
  'app/events/': NOT_YET,
  'app/holders/': NOT_YET,
  'app/log/': NOT_YET,
  'app/mail/': NOT_YET,
  'app/operations/': NOT_YET,
  'app/payments/': NOT_YET,
  'app/privacy/': NOT_YET,
  'app/root.tsx': NOT_YET,
  'app/routes/': NOT_YET,
  'app/server/': NOT_YET,
  'app/shared/': NOT_YET,
  'app/support/': NOT_YET,
  'app/ui/': NOT_YET,
  'app/verification/': NOT_YET,
};

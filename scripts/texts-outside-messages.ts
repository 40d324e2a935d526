/**
 * Where texts may stand in the code, outside messages/, by the beginning of the path, with the reason. NOT_YET is for those whose
 * texts have to move: their number only falls.
 */
export const NOT_YET = 'not moved to messages/ yet';

const OPERATOR = 'the operator reads it in the log or on the command line';
const API = 'the description of the API, which is English';
const SAMPLE = 'the texts of sample courses and designs, which stay as they are';
const NAMES = 'names in Unicode, which nobody reads';
const SQL = 'statements of SQL';
const PROTOCOL = 'a part of a protocol';

export const TEXTS_ALLOWED: Record<string, string> = {
  'app/accounts/backfill-skeletons.server.ts': OPERATOR,
  'app/accounts/common-password-list.ts': 'passwords',
  'app/accounts/create-super-admin.server.ts': OPERATOR,
  'app/accounts/list-audit.server.ts': SQL,
  'app/accounts/mixed-scripts.ts': NAMES,
  'app/accounts/passwords.server.ts': 'it is hashed',
  'app/accounts/second-factor/authenticator-app.server.ts': 'the purpose of a key',
  'app/audit/check-audit.server.ts': OPERATOR,
  'app/audit/log-newest-row.server.ts': SQL,
  'app/batches/': NOT_YET,
  'app/certificates/': NOT_YET,
  'app/certificates/certificates-by-day.server.ts': SQL,
  'app/certificates/issuer-dashboard.server.ts': SQL,
  'app/config/': OPERATOR,
  'app/courses/': NOT_YET,
  'app/courses/sample-courses.ts': SAMPLE,
  'app/credentials/': NOT_YET,
  'app/designs/samples.ts': SAMPLE,
  'app/drawing/': NOT_YET,
  'app/entry.server.tsx': 'the beginning of HTML',
  'app/events/': NOT_YET,
  'app/files/': NOT_YET,
  'app/files/images/strip/': 'the decoder, which runs apart and reads no messages',
  'app/log/': NOT_YET,
  'app/operations/': NOT_YET,
  'app/privacy/erasure/erase-certificate.server.ts': SQL,
  'app/processes/': OPERATOR,
  'app/routes/api/': API,
  'app/routes/batches/': NOT_YET,
  'app/routes/certificates/': NOT_YET,
  'app/routes/courses/': NOT_YET,
  'app/routes/courses/sample-notice.tsx': SAMPLE,
  'app/routes/dev/': 'pages of the design system, which exist in development only',
  'app/routes/mcp/': API,
  'app/routes/site/api-': API,
  'app/routes/site/sample-': SAMPLE,
  'app/routes/site/try-call.tsx': API,
  'app/routes/superadmin/': NOT_YET,
  'app/routes/system/ready.ts': OPERATOR,
  'app/routes/webhooks/': NOT_YET,
  'app/sample/': 'the texts of the people in the demo',
  'app/server/edge/checks.server.ts': PROTOCOL,
  'app/server/sockets/': PROTOCOL,
  'app/shared/dates.ts': NOT_YET,
  'app/shared/error-codes.ts': API,
  'app/shared/fields.ts': NAMES,
  'app/shared/full-text-search.ts': 'the language of searches',
  'app/shared/log-output.server.ts': OPERATOR,
  'app/start/': OPERATOR,
  'app/ui/grouped.ts': NOT_YET,
  'app/verification/tracing/trace-certificate.server.ts': 'the name of a choice in the code',
};

/**
 * Where texts may stand in the code, outside messages/, by the beginning of the path, with the reason. NOT_YET is for those whose
 * texts have to move: their number only falls.
 */
export const NOT_YET = 'not moved to messages/ yet';

const OPERATOR = 'the operator reads it in the log or on the command line';
/** What such files answer to people, such as the message of an error, is checked nevertheless. */
export const API = 'the description of the API, which is English';
const NAMES = 'names in Unicode, which nobody reads';
const SQL = 'statements of SQL';
const PROTOCOL = 'a part of a protocol';
const CREDENTIAL = 'the text of a signed credential, which is the same for all readers';

export const TEXTS_ALLOWED: Record<string, string> = {
  'app/accounts/backfill-skeletons.server.ts': OPERATOR,
  'app/accounts/common-password': 'passwords',
  'app/accounts/create-super-admin.server.ts': OPERATOR,
  'app/accounts/list-audit.server.ts': SQL,
  'app/accounts/mixed-scripts.ts': NAMES,
  'app/accounts/passwords.server.ts': 'it is hashed',
  'app/accounts/second-factor/authenticator-app.server.ts': 'the purpose of a key',
  'app/audit/check-audit.server.ts': OPERATOR,
  'app/audit/log-newest-row.server.ts': SQL,
  'app/certificates/certificates-by-day.server.ts': SQL,
  'app/certificates/issuer-dashboard.server.ts': SQL,
  'app/config/': OPERATOR,
  'app/courses/captions/webvtt.ts': PROTOCOL,
  'app/courses/categories.ts': 'categories as they are stored',
  'app/credentials/badge.server.ts': CREDENTIAL,
  'app/credentials/issuer-keys.server.ts': OPERATOR,
  'app/credentials/new-origin.server.ts': OPERATOR,
  'app/credentials/request-timestamp.server.ts': OPERATOR,
  'app/credentials/timestamp-token.server.ts': OPERATOR,
  'app/drawing/built-in-': 'the layout `standard`, which is English',
  'app/entry.server.tsx': 'the beginning of HTML',
  'app/files/convert/': OPERATOR,
  'app/files/images/strip/': 'the decoder, which runs apart and reads no messages',
  'app/log/catch-up.server.ts': OPERATOR,
  'app/log/check-log.server.ts': OPERATOR,
  'app/log/key-folder.server.ts': 'the name of a derived key',
  'app/operations/check-': OPERATOR,
  'app/operations/database-damage.server.ts': OPERATOR,
  'app/operations/disk-space.server.ts': OPERATOR,
  'app/operations/metrics.server.ts': OPERATOR,
  'app/operations/restore-backup.server.ts': OPERATOR,
  'app/operations/scheduled-backups.server.ts': OPERATOR,
  'app/operations/sealed-keys.server.ts': OPERATOR,
  'app/operations/security-txt.server.ts': PROTOCOL,
  'app/operations/site-metrics.server.ts': OPERATOR,
  'app/operations/unpack-backup.server.ts': OPERATOR,
  'app/operations/write-backup.server.ts': OPERATOR,
  'app/privacy/erasure/erase-certificate.server.ts': SQL,
  'app/processes/': OPERATOR,
  'app/routes/api/': API,
  'app/routes/mcp/': 'texts for programs, which are English as the API is',
  'app/routes/site/api-': API,
  'app/routes/site/try-call.tsx': API,
  'app/routes/system/ready.ts': OPERATOR,
  'app/sample/': 'the texts of the people in the demo',
  'app/server/edge/checks.server.ts': PROTOCOL,
  'app/server/edge/cors.server.ts': PROTOCOL,
  'app/server/sockets/': PROTOCOL,
  'app/shared/error-codes.ts': API,
  'app/shared/fields.ts': NAMES,
  'app/shared/full-text-search.ts': 'the language of searches',
  'app/shared/log-output.server.ts': OPERATOR,
  'app/start/': OPERATOR,
  'app/verification/tracing/trace-certificate.server.ts': 'the name of a choice in the code',
};

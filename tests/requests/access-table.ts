/** The roles that make each request, in the order of a row's answers. `issuer` owns the objects; `other` is another issuer. */
export const ROLES = [
  'visitor',
  'individual',
  'corporate',
  'pending',
  'issuer',
  'other',
  'superadmin',
] as const;
/**
 * Members of the organisation of `issuer` and of that of `other`, in each role beside its owner's. `removed` was a member of the first
 * one and has the logins of that time, and `returned` has logged in again since its removal.
 */
export const MEMBERS = [
  'issuing',
  'author',
  'viewer',
  'otherIssuing',
  'otherAuthor',
  'otherViewer',
  'removed',
  'returned',
] as const;
export type RoleName = (typeof ROLES)[number];

/** The objects in URLs. All of them belong to `issuer`, except the verification, which is `individual`'s. */
export type Objects = {
  uniqueId: string;
  certificateUuid: string;
  /** A certificate that waits. */
  scheduledId: string;
  receiptId: string;
  creditNoteId: string;
  /** The account that has credit, which is `individual`'s. */
  creditId: string;
  statementId: string;
  courseId: string;
  moduleId: string;
  lessonId: string;
  /** A lesson of the type 'quiz'. */
  quizId: string;
  /** A picture named Plan.png of the lesson. */
  lessonFileId: string;
  batchId: string;
  waitingId: string;
  designId: string;
  designImage: string;
  designBackground: string;
  photograph: string;
  videoFile: string;
  thumbnailFile: string;
  couponId: string;
  fieldId: string;
  correctionId: string;
  webhookId: string;
  /** An API token of the account of `issuer`. */
  tokenId: string;
  invitationId: string;
  /** A member beside those who ask. */
  memberId: string;
  organisationId: string;
};

/** The status for each role in the order of ROLES, or the target path of a redirect. */
type Answers = readonly [Answer, Answer, Answer, Answer, Answer, Answer, Answer];
export type Answer = number | string;

export type PageRow = {
  /** The URL to request, if the pattern has parameters or the page needs a query. */
  url?: (objects: Objects) => string;
  answers: Answers;
  /** A resource route, which has no single-fetch form to test. */
  file?: boolean;
};

const all = (answer: Answer): Answers => [answer, answer, answer, answer, answer, answer, answer];

const ADMIN_LOGIN = '/admin-login/admincredentials';
const OPEN = all(200);
const MEMBER: Answers = ['/', 200, 200, 200, 200, 200, 200];
const SETTINGS = ['/settings', '/settings', '/settings', '/settings', '/settings', '/settings'] as const;
/** A page for approved issuers. */
const ISSUER: Answers = [ADMIN_LOGIN, 403, 403, 403, 200, 200, 403];
/** A page of one issuer's object, which does not exist for other issuers. */
const ISSUERS_OWN: Answers = [ADMIN_LOGIN, 403, 403, 403, 200, 404, 403];
const SUPER: Answers = ['/superadmin-login', 403, 403, 403, 403, 403, 200];

const unless = (answer: number, roles: readonly RoleName[]) =>
  Object.fromEntries(roles.map((role) => [role, answer]));
const NO_FORM = 405;
/** The fields are read before the object is looked up, or before the approval is asked for. */
const NO_FIELDS = 400;

/** What an empty form gets from those who may not open its page, where that is not the page's own answer. */
export const EMPTY_FORMS: Record<string, Partial<Record<RoleName, number>>> = {
  ...Object.fromEntries(
    ['/auth/callback', '/c/:file', '/dev/mail/:id', '/holder/:token', '/login', '/oembed'].map((path) => [
      path,
      unless(NO_FORM, ROLES),
    ]),
  ),
  ...Object.fromEntries(
    ['/consent/:token', '/move-courses/:token', '/second-factor'].map((path) => [
      path,
      unless(NO_FIELDS, ROLES),
    ]),
  ),
  ...Object.fromEntries(
    ['/payments/statements/:id', '/verify/credit-notes/:id', '/verify/receipts/:id'].map((path) => [
      path,
      unless(NO_FORM, ['corporate', 'pending', 'issuer', 'other']),
    ]),
  ),
  ...Object.fromEntries(
    ['/admin/designs', '/admin/verified-certificates'].map((path) => [path, unless(NO_FORM, ['pending'])]),
  ),
  ...Object.fromEntries(
    [
      '/admin/coupons',
      '/admin/designs/new',
      '/admin/fields',
      '/admin/fields/new',
      '/admin/issue-certificate',
      '/admin/issued-certificates',
    ].map((path) => [path, unless(NO_FIELDS, ['pending'])]),
  ),
  ...Object.fromEntries(
    [
      '/admin/batches/:id',
      '/admin/batches/:id/columns',
      '/admin/course-videos',
      '/admin/courses/:id/edit',
      '/admin/courses/:id/learners',
      '/admin/courses/:id/lessons/:lessonId',
      '/admin/courses/:id/lessons/new',
      '/admin/designs/:id',
      '/admin/designs/:id/manage',
      '/admin/fields/:id',
      '/admin/issued-certificates/:uniqueId/erasure',
      '/admin/issued-certificates/:uniqueId/replacement',
      '/admin/issued-certificates/:uniqueId/revocation',
      '/admin/issued-certificates/:uniqueId/scheduled',
      '/admin/issued-certificates/revocation',
    ].map((path) => [path, unless(NO_FIELDS, ['pending', 'other'])]),
  ),
  '/admin/courses/:id/lessons/:lessonId/results': unless(NO_FORM, ['pending', 'other']),
  '/admin/issued-certificates/:uniqueId': unless(NO_FORM, ['pending', 'other']),
  '/admin/course-videos/upload': { pending: 403, issuer: 404, other: 404 },
  '/dashboard': unless(NO_FIELDS, ['individual', 'corporate', 'pending', 'superadmin']),
  '/invitations/:token': unless(401, ['visitor']),
  '/organisation': unless(401, ['visitor']),
  '/course/:id/purchase': unless(NO_FIELDS, ROLES.slice(1)),
  '/my-certificates/:uniqueId': unless(NO_FIELDS, ['individual', 'corporate', 'pending', 'issuer', 'other']),
  '/settings/delete-account': unless(NO_FIELDS, ['superadmin']),
  '/settings/webhooks/:id': unless(NO_FIELDS, ['individual', 'corporate', 'pending', 'other', 'superadmin']),
};

/** Every page and file, by its path in app/routes.ts. */
export const PAGES: Record<string, PageRow> = {
  '/': { answers: OPEN },
  '/register': { answers: OPEN },
  '/forgot-password': { answers: OPEN },
  '/reset-password/:token': { url: () => '/reset-password/none', answers: OPEN },
  '/resend-verification': { answers: OPEN },
  // Without a login that waits for it.
  '/second-factor': { answers: all('/') },
  '/passkey-login': { answers: OPEN },
  '/settings/email/:token': {
    url: () => '/settings/email/none',
    answers: ['/', 404, 404, 404, 404, 404, 404],
  },
  '/undo-email-change/:token': { url: () => '/undo-email-change/none', answers: all(404) },
  '/second-factor-reset/:token': { url: () => '/second-factor-reset/none', answers: all(404) },
  '/move-courses/:token': { url: () => '/move-courses/none', answers: all(404) },
  '/verify/:token': { url: () => '/verify/none', answers: all(400) },
  '/superadmin-login': { answers: OPEN },
  '/admin-login/admincredentials': { answers: OPEN },
  '/faq': { answers: OPEN },
  '/mission': { answers: OPEN },
  '/vision': { answers: OPEN },
  '/privacy': { answers: OPEN },
  '/terms': { answers: OPEN },
  '/support': { answers: OPEN },
  '/contact': { answers: OPEN },
  '/tracking': { answers: OPEN },
  '/tracing': { answers: OPEN },
  '/verification': { answers: OPEN },
  '/training': { answers: OPEN },
  '/authentication': { answers: OPEN },
  '/check': { answers: OPEN },
  // Accounts see what was issued to their addresses, which this certificate was not. A visitor needs a mailed link.
  '/my-certificates': { answers: OPEN },
  '/my-certificates/:uniqueId': {
    url: ({ uniqueId }) => `/my-certificates/${uniqueId}`,
    answers: ['/my-certificates', 404, 404, 404, 404, 404, '/my-certificates'],
  },
  '/my-certificates/addresses/:token': {
    url: () => '/my-certificates/addresses/none',
    answers: ['/', 404, 404, 404, 404, 404, 404],
  },
  '/holder/:token': { url: () => '/holder/none', answers: all(404) },
  '/unsubscribe/:token': { url: () => '/unsubscribe/none', answers: all(404) },
  '/c/:file': { url: () => '/c/none', answers: all(404) },
  '/oembed': { answers: all(404) },
  '/consent/:token': { url: () => '/consent/none', answers: all(404) },
  '/log': { answers: OPEN },
  '/api/docs': { answers: OPEN },
  '/dev/mail': { answers: OPEN },
  '/dev/mail/:id': { url: () => '/dev/mail/none', answers: all(404) },
  '/auth/callback': { answers: all('/login') },
  '/login': { answers: all('/') },
  '/logout': { answers: all('/') },
  // Takes POST requests only.
  '/passkeys/options': { answers: all(405), file: true },
  '/theme': { answers: all('/') },
  '/sidebar': { answers: all('/') },
  '/language': { answers: all('/') },
  '/dashboard': {
    answers: ['/', '/services', '/services', 403, 200, 200, '/superadmin/issued-certificates'],
  },
  '/settings': { answers: MEMBER },
  '/settings/second-factor': { answers: MEMBER },
  '/settings/data': { answers: MEMBER },
  '/settings/delete-account': { answers: ['/', 200, 200, 200, 200, 200, 403] },
  '/settings/keep-account': { answers: ['/', ...SETTINGS] },
  '/settings/proof': { answers: MEMBER },
  '/settings/organisations': { answers: MEMBER },
  '/invitations/:token': { url: () => '/invitations/none', answers: all(404) },
  // Takes posts.
  '/organisation': { answers: all('/dashboard') },
  '/settings/webhooks': { answers: MEMBER },
  '/settings/webhooks/:id': {
    url: ({ webhookId }) => `/settings/webhooks/${webhookId}`,
    answers: ['/', 404, 404, 404, 200, 404, 404],
  },
  '/courses': { answers: MEMBER },
  '/my-learning': { answers: MEMBER },
  '/course/:id': { url: ({ courseId }) => `/course/${courseId}`, answers: MEMBER },
  '/course/:id/lessons/:lessonId/progress': {
    url: ({ courseId, lessonId }) => `/course/${courseId}/lessons/${lessonId}/progress`,
    // For posts only.
    answers: all(405),
    file: true,
  },
  '/course/:id/purchase': {
    url: () => '/course/none/purchase',
    answers: ['/', 404, 404, 404, 404, 404, 404],
  },
  '/course/:id/purchase/return': {
    url: () => '/course/none/purchase/return',
    answers: ['/', 404, 404, 404, 404, 404, 404],
    file: true,
  },
  // 404, because the course gives no certificate.
  '/course/:id/draft/:file': {
    url: ({ courseId }) => `/course/${courseId}/draft/960.png`,
    answers: ['/', 404, 404, 404, 404, 404, 404],
    file: true,
  },
  '/payments': { answers: MEMBER },
  '/payments/statements': { answers: MEMBER },
  '/payments/statements/:id': {
    url: ({ statementId }) => `/payments/statements/${statementId}`,
    answers: ['/', 200, 404, 404, 404, 404, 200],
  },
  '/payments/statements/:id/pdf': {
    url: ({ statementId }) => `/payments/statements/${statementId}/pdf`,
    answers: ['/', 200, 404, 404, 404, 404, 200],
    file: true,
  },
  '/payments/statements/:id/csv': {
    url: ({ statementId }) => `/payments/statements/${statementId}/csv`,
    answers: ['/', 200, 404, 404, 404, 404, 200],
    file: true,
  },
  '/explore': { answers: MEMBER },
  '/search': { url: () => '/search?q=ada', answers: MEMBER },
  '/services': { answers: MEMBER },
  '/course-details': { answers: MEMBER },
  '/verify': { answers: MEMBER },
  '/verify/payment': { answers: MEMBER },
  '/verify/payment/return': { answers: ['/', 404, 404, 404, 404, 404, 404], file: true },
  '/webhooks/stripe': { answers: all(405), file: true },
  '/verify/receipts/:id': {
    url: ({ receiptId }) => `/verify/receipts/${receiptId}`,
    answers: ['/', 200, 404, 404, 404, 404, 200],
  },
  '/verify/credit-notes/:id': {
    url: ({ creditNoteId }) => `/verify/credit-notes/${creditNoteId}`,
    answers: ['/', 200, 404, 404, 404, 404, 200],
  },
  '/verify/credit-notes/:id/pdf': {
    url: ({ creditNoteId }) => `/verify/credit-notes/${creditNoteId}/pdf`,
    answers: ['/', 200, 404, 404, 404, 404, 200],
    file: true,
  },
  '/verify/receipts/:id/:file': {
    url: ({ receiptId }) => `/verify/receipts/${receiptId}/receipt.json`,
    answers: ['/', 200, 404, 404, 404, 404, 200],
    file: true,
  },
  '/colleges': { answers: MEMBER },
  '/students': { answers: MEMBER },
  // An issuer reads its own trail before its approval, too.
  '/admin/members': { answers: [ADMIN_LOGIN, 403, 403, 200, 200, 200, 403] },
  '/admin/audit': { answers: [ADMIN_LOGIN, 403, 403, 200, 200, 200, 403] },
  '/admin/audit.csv': { answers: [ADMIN_LOGIN, 403, 403, 200, 200, 200, 403], file: true },
  '/admin/issue-certificate': { answers: ISSUER },
  '/admin/issued-certificates': { answers: ISSUER },
  '/admin/issued-certificates.csv': { answers: ISSUER, file: true },
  '/admin/issued-certificates/:uniqueId': {
    url: ({ uniqueId }) => `/admin/issued-certificates/${uniqueId}`,
    answers: ISSUERS_OWN,
  },
  '/admin/issued-certificates/:uniqueId/erasure': {
    url: ({ uniqueId }) => `/admin/issued-certificates/${uniqueId}/erasure`,
    answers: ISSUERS_OWN,
  },
  '/admin/issued-certificates/:uniqueId/revocation': {
    url: ({ uniqueId }) => `/admin/issued-certificates/${uniqueId}/revocation`,
    answers: ISSUERS_OWN,
  },
  '/admin/issued-certificates/revocation': {
    url: ({ uniqueId }) => `/admin/issued-certificates/revocation?id=${uniqueId}`,
    answers: ISSUERS_OWN,
  },
  '/admin/issued-certificates/renewal': {
    url: ({ uniqueId }) => `/admin/issued-certificates/renewal?id=${uniqueId}`,
    answers: ISSUERS_OWN,
  },
  '/admin/issued-certificates/:uniqueId/mail': {
    url: ({ uniqueId }) => `/admin/issued-certificates/${uniqueId}/mail`,
    answers: ISSUERS_OWN,
  },
  '/admin/issued-certificates/:uniqueId/replacement': {
    url: ({ uniqueId }) => `/admin/issued-certificates/${uniqueId}/replacement`,
    answers: ISSUERS_OWN,
  },
  '/admin/issued-certificates/:uniqueId/scheduled': {
    url: ({ scheduledId }) => `/admin/issued-certificates/${scheduledId}/scheduled`,
    answers: ISSUERS_OWN,
  },
  '/admin/batches': { answers: ISSUER },
  '/admin/batches/template.csv': { answers: ISSUER, file: true },
  '/admin/batches/:id': { url: ({ batchId }) => `/admin/batches/${batchId}`, answers: ISSUERS_OWN },
  '/admin/batches/:id/columns': {
    url: ({ waitingId }) => `/admin/batches/${waitingId}/columns`,
    answers: ISSUERS_OWN,
  },
  '/admin/batches/:id/drafts/:line/:file': {
    url: ({ batchId }) => `/admin/batches/${batchId}/drafts/2/480.png`,
    answers: ISSUERS_OWN,
    file: true,
  },
  '/admin/batches/:id/results.csv': {
    url: ({ batchId }) => `/admin/batches/${batchId}/results.csv`,
    answers: ISSUERS_OWN,
    file: true,
  },
  // 409, because no certificate of the batch is issued yet.
  '/admin/batches/:id/certificates.zip': {
    url: ({ batchId }) => `/admin/batches/${batchId}/certificates.zip`,
    answers: [ADMIN_LOGIN, 403, 403, 403, 409, 404, 403],
    file: true,
  },
  '/admin/designs': { answers: ISSUER },
  '/admin/designs/new': { answers: ISSUER },
  '/admin/designs/import': { answers: ISSUER },
  '/admin/designs/:id': { url: ({ designId }) => `/admin/designs/${designId}`, answers: ISSUERS_OWN },
  '/admin/designs/:id/manage': {
    url: ({ designId }) => `/admin/designs/${designId}/manage`,
    answers: ISSUERS_OWN,
  },
  '/admin/designs/:id/design.zip': {
    url: ({ designId }) => `/admin/designs/${designId}/design.zip`,
    answers: ISSUERS_OWN,
    file: true,
  },
  '/admin/designs/:id/:file': {
    url: ({ designId }) => `/admin/designs/${designId}/480.png`,
    answers: ISSUERS_OWN,
    file: true,
  },
  '/admin/designs/images/:file': {
    url: ({ designImage }) => `/admin/designs/images/${designImage}.png`,
    answers: ISSUERS_OWN,
    file: true,
  },
  '/admin/designs/backgrounds/:file': {
    url: ({ designBackground }) => `/admin/designs/backgrounds/${designBackground}.png`,
    answers: ISSUERS_OWN,
    file: true,
  },
  '/admin/fields/pictures/:file': {
    url: ({ photograph }) => `/admin/fields/pictures/${photograph}.jpg`,
    answers: ISSUERS_OWN,
    file: true,
  },
  '/admin/designs/bases/:base/:file': {
    url: () => '/admin/designs/bases/heritage/480.png',
    answers: ISSUER,
    file: true,
  },
  '/admin/designs/library/:library/:file': {
    url: () => '/admin/designs/library/deco/480.png',
    answers: ISSUER,
    file: true,
  },
  // Takes POST requests only.
  '/admin/designs/preview': { answers: [ADMIN_LOGIN, 403, 403, 405, 405, 405, 403], file: true },
  // Takes POST requests only.
  '/admin/designs/preview/mail': { answers: [ADMIN_LOGIN, 403, 403, 405, 405, 405, 403], file: true },
  // Takes POST requests only.
  '/admin/issue-certificate/draft': { answers: [ADMIN_LOGIN, 403, 403, 405, 405, 405, 403], file: true },
  '/admin/fields': { answers: ISSUER },
  '/admin/fields/new': { answers: ISSUER },
  '/admin/fields/:id': { url: ({ fieldId }) => `/admin/fields/${fieldId}`, answers: ISSUERS_OWN },
  '/admin/verified-certificates': { answers: ISSUER },
  '/admin/verified-certificates.csv': { answers: ISSUER, file: true },
  '/admin/course-videos': {
    url: ({ courseId }) => `/admin/course-videos?courseId=${courseId}`,
    answers: ISSUERS_OWN,
  },
  // Takes uploads only, so roles that pass the guard get 405.
  '/admin/course-videos/upload': { answers: [ADMIN_LOGIN, 403, 403, 405, 405, 405, 403] },
  '/admin/create-course': { answers: ISSUER },
  '/admin/coupons': { answers: ISSUER },
  '/admin/courses': { answers: ISSUER },
  '/admin/courses/:id/learners': {
    url: ({ courseId }) => `/admin/courses/${courseId}/learners`,
    answers: ISSUERS_OWN,
  },
  '/admin/courses/:id/learners.csv': {
    url: ({ courseId }) => `/admin/courses/${courseId}/learners.csv`,
    answers: ISSUERS_OWN,
    file: true,
  },
  // Takes POST requests only, so roles that pass the guard get 405.
  '/admin/courses/text-preview': { answers: [ADMIN_LOGIN, 403, 403, 405, 405, 405, 403], file: true },
  // 404, because the course gives no certificate.
  '/admin/courses/:id/draft/:file': {
    url: ({ courseId }) => `/admin/courses/${courseId}/draft/960.png`,
    answers: [ADMIN_LOGIN, 403, 403, 403, 404, 404, 403],
    file: true,
  },
  '/admin/courses/:id/edit': {
    url: ({ courseId }) => `/admin/courses/${courseId}/edit`,
    answers: ISSUERS_OWN,
  },
  '/admin/courses/:id/lessons/new': {
    url: ({ courseId, moduleId }) => `/admin/courses/${courseId}/lessons/new?module=${moduleId}`,
    answers: ISSUERS_OWN,
  },
  '/admin/courses/:id/lessons/:lessonId/results': {
    url: ({ courseId, quizId }) => `/admin/courses/${courseId}/lessons/${quizId}/results`,
    answers: ISSUERS_OWN,
  },
  '/admin/courses/:id/lessons/:lessonId/questions.csv': {
    url: ({ courseId, quizId }) => `/admin/courses/${courseId}/lessons/${quizId}/questions.csv`,
    answers: ISSUERS_OWN,
    file: true,
  },
  '/admin/courses/:id/lessons/:lessonId/results/questions.csv': {
    url: ({ courseId, quizId }) => `/admin/courses/${courseId}/lessons/${quizId}/results/questions.csv`,
    answers: ISSUERS_OWN,
    file: true,
  },
  '/admin/courses/:id/lessons/:lessonId/results/learners.csv': {
    url: ({ courseId, quizId }) => `/admin/courses/${courseId}/lessons/${quizId}/results/learners.csv`,
    answers: ISSUERS_OWN,
    file: true,
  },
  '/admin/courses/:id/lessons/:lessonId': {
    url: ({ courseId, lessonId }) => `/admin/courses/${courseId}/lessons/${lessonId}`,
    answers: ISSUERS_OWN,
  },
  '/superadmin/issued-certificates': { answers: SUPER },
  '/superadmin/issued-certificates.csv': { answers: SUPER, file: true },
  '/superadmin/issued-certificates/:uniqueId': {
    url: ({ uniqueId }) => `/superadmin/issued-certificates/${uniqueId}`,
    answers: SUPER,
  },
  '/superadmin/issued-certificates/:uniqueId/revocation': {
    url: ({ uniqueId }) => `/superadmin/issued-certificates/${uniqueId}/revocation`,
    answers: SUPER,
  },
  '/superadmin/issued-certificates/revocation': {
    url: ({ uniqueId }) => `/superadmin/issued-certificates/revocation?id=${uniqueId}`,
    answers: SUPER,
  },
  '/superadmin/issued-certificates/:uniqueId/mail': {
    url: ({ uniqueId }) => `/superadmin/issued-certificates/${uniqueId}/mail`,
    answers: SUPER,
  },
  '/superadmin/issued-certificates/:uniqueId/erasure': {
    url: ({ uniqueId }) => `/superadmin/issued-certificates/${uniqueId}/erasure`,
    answers: SUPER,
  },
  '/superadmin/mail': { answers: SUPER },
  '/superadmin/status': { answers: SUPER },
  '/superadmin/verified-certificates': { answers: SUPER },
  '/superadmin/verified-certificates.csv': { answers: SUPER, file: true },
  '/superadmin/audit': { answers: SUPER },
  '/superadmin/payments': { answers: SUPER },
  '/superadmin/payments/receipts': { answers: SUPER },
  '/superadmin/payments/:id': { url: ({ receiptId }) => `/superadmin/payments/${receiptId}`, answers: SUPER },
  '/superadmin/credit': { answers: SUPER },
  '/superadmin/credit/:id': { url: ({ creditId }) => `/superadmin/credit/${creditId}`, answers: SUPER },
  '/superadmin/audit.csv': { answers: SUPER, file: true },
  '/superadmin/payments.csv': { answers: SUPER, file: true },
  '/superadmin/courses': { answers: SUPER },
  '/superadmin/courses/:id/unpublication': {
    url: ({ courseId }) => `/superadmin/courses/${courseId}/unpublication`,
    answers: SUPER,
  },
  '/superadmin/courses/:id/removal': {
    url: ({ courseId }) => `/superadmin/courses/${courseId}/removal`,
    answers: SUPER,
  },
  '/superadmin/accounts': { answers: SUPER },
  '/superadmin/accounts/:id/help': {
    url: ({ creditId }) => `/superadmin/accounts/${creditId}/help`,
    answers: SUPER,
  },
  '/superadmin/accounts/:id/sessions': {
    url: ({ creditId }) => `/superadmin/accounts/${creditId}/sessions`,
    answers: SUPER,
  },
  '/superadmin/accounts/:id/second-factor-reset': {
    url: ({ creditId }) => `/superadmin/accounts/${creditId}/second-factor-reset`,
    answers: SUPER,
  },
  '/admin/update': { answers: SUPER },
  '/admin/support': { answers: SUPER },
  '/certificates/:file': {
    url: ({ uniqueId }) => `/certificates/${uniqueId}.pdf`,
    answers: ['/', 200, 403, 403, 200, 403, 200],
    file: true,
  },
  '/issuers/:id/did.json': { url: () => '/issuers/none/did.json', answers: all(404), file: true },
  // SECURITY_CONTACT is not set.
  '/.well-known/security.txt': { answers: all(404), file: true },
  '/.well-known/did.json': { answers: OPEN, file: true },
  '/.well-known/issuers.json': { answers: OPEN, file: true },
  '/.well-known/issuers.tlog-proof': { answers: OPEN, file: true },
  '/contexts/fields/v1': { answers: OPEN, file: true },
  '/credentials/status/:number': { url: () => '/credentials/status/1', answers: OPEN, file: true },
  '/log/checkpoint': { answers: OPEN, file: true },
  '/log/tile/*': { url: () => '/log/tile/0/000.p/1', answers: OPEN, file: true },
  '/log/:number/checkpoint': { url: () => '/log/1/checkpoint', answers: OPEN, file: true },
  // Open only with MCP=1, then to every token (tests/requests/mcp).
  '/mcp': { answers: all(404), file: true },
  '/witness': { answers: OPEN, file: true },
  '/witness/add-checkpoint': { answers: all(405), file: true },
  '/log/:number/previous': { url: () => '/log/1/previous', answers: all(404), file: true },
  '/log/:number/tile/*': { url: () => '/log/9/tile/0/000', answers: all(404), file: true },
  // Opens only with a signed URL.
  '/tracing/entries/:file': { url: () => '/tracing/entries/1.json', answers: all(403), file: true },
  '/settings/data/:file': {
    url: () => '/settings/data/none.zip',
    answers: ['/', 404, 404, 404, 404, 404, 404],
    file: true,
  },
  '/videos/:file': {
    url: ({ videoFile }) => `/videos/${videoFile}`,
    answers: ['/', 200, 200, 200, 200, 200, 200],
    file: true,
  },
  '/lesson-files/:id': {
    url: ({ lessonFileId }) => `/lesson-files/${lessonFileId}`,
    answers: ['/', 200, 200, 200, 200, 200, 200],
    file: true,
  },
  '/lessons/:lessonId/captions/:file': {
    url: ({ lessonId }) => `/lessons/${lessonId}/captions/en.vtt`,
    answers: ['/', 200, 200, 200, 200, 200, 200],
    file: true,
  },
  '/lessons/:lessonId/images/:name': {
    url: ({ lessonId }) => `/lessons/${lessonId}/images/Plan.png`,
    answers: ['/', 200, 200, 200, 200, 200, 200],
    file: true,
  },
  '/thumbnails/:file': {
    url: ({ thumbnailFile }) => `/thumbnails/${thumbnailFile}`,
    answers: OPEN,
    file: true,
  },
  '/healthz': { answers: OPEN, file: true },
  '/readyz': { answers: OPEN, file: true },
  // METRICS_TOKEN is not set.
  '/metrics': { answers: all(404), file: true },
  '/*': { url: () => '/no/such/page', answers: all(404) },
};

export type CallRow = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url?: (objects: Objects) => string;
  /** The status for each role's token. The body of a POST, PUT or PATCH is `{}`, so roles with access get 400. */
  answers: Answers;
  /** The call needs no token. */
  open?: boolean;
};

const publicCall = (method: CallRow['method'], answer: Answer): CallRow => ({
  method,
  answers: all(answer),
  open: true,
});
const MEMBER_CALL: Answers = [401, 200, 200, 200, 200, 200, 200];
const MEMBER_INPUT: Answers = [401, 400, 400, 400, 400, 400, 400];
/** A call about an object of the caller's own that does not exist. */
const NO_OBJECT: Answers = [401, 404, 404, 404, 404, 404, 404];
const ISSUER_CALL: Answers = [401, 403, 403, 403, 200, 200, 403];
const ISSUER_INPUT: Answers = [401, 403, 403, 403, 400, 400, 403];
const SUPER_CALL: Answers = [401, 403, 403, 403, 403, 403, 200];
const SUPER_INPUT: Answers = [401, 403, 403, 403, 403, 403, 400];
/** A setting of issuers, active or not. */
const ISSUER_SETTING: Answers = [401, 403, 403, 200, 200, 200, 403];
/** A call of the owner of an organisation, approved or not. */
const OWNER_CALL: Answers = [401, 403, 403, 200, 200, 200, 403];

/** Every API call, by its path. Deletions name objects that do not exist. */
export const CALLS: Record<string, CallRow> = {
  '/api/v1/users/login': publicCall('POST', 400),
  '/api/v1/users/login/second-factor': publicCall('POST', 400),
  '/api/v1/users/register': publicCall('POST', 400),
  '/api/v1/users/forgot-password': publicCall('POST', 400),
  '/api/v1/users/reset-password/:token': {
    ...publicCall('POST', 400),
    url: () => '/api/v1/users/reset-password/none',
  },
  '/api/v1/users/verify/:token': { ...publicCall('GET', 400), url: () => '/api/v1/users/verify/none' },
  '/api/v1/auth/google': publicCall('GET', '/'),
  '/api/v1/auth/google/callback': publicCall('GET', '/'),
  '/api/v1/admin/login': publicCall('POST', 400),
  '/api/v1/users/me': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/organisations': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/organisations/:organisationId': {
    method: 'DELETE',
    url: () => '/api/v1/organisations/none',
    answers: [401, 404, 404, 404, 404, 404, 404],
  },
  '/api/v1/organisations/:organisationId/ownership': {
    method: 'POST',
    url: () => '/api/v1/organisations/none/ownership',
    answers: [401, 404, 404, 404, 404, 404, 404],
  },
  '/api/v1/members': { method: 'GET', answers: OWNER_CALL },
  '/api/v1/members/invitations': { method: 'POST', answers: [401, 400, 400, 400, 400, 400, 400] },
  '/api/v1/members/invitations/:invitationId': {
    method: 'DELETE',
    url: () => '/api/v1/members/invitations/none',
    answers: [401, 403, 403, 404, 404, 404, 403],
  },
  '/api/v1/members/ownership': { method: 'POST', answers: [401, 400, 400, 400, 400, 400, 400] },
  '/api/v1/members/closing': { method: 'POST', answers: [401, 403, 403, 200, 409, 200, 403] },
  '/api/v1/members/tokens': { method: 'GET', answers: OWNER_CALL },
  '/api/v1/members/tokens/:tokenId': {
    method: 'DELETE',
    url: () => '/api/v1/members/tokens/none',
    answers: [401, 403, 403, 404, 404, 404, 403],
  },
  '/api/v1/members/:userId': {
    method: 'DELETE',
    url: () => '/api/v1/members/none',
    answers: [401, 403, 403, 404, 404, 404, 403],
  },
  '/api/v1/invitations/:token': {
    method: 'POST',
    url: () => '/api/v1/invitations/none',
    answers: [401, 404, 404, 404, 404, 404, 404],
  },
  '/api/v1/events': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/webhooks': { method: 'POST', answers: MEMBER_INPUT },
  '/api/v1/webhooks/:webhookId': {
    method: 'DELETE',
    url: () => '/api/v1/webhooks/none',
    answers: NO_OBJECT,
  },
  '/api/v1/webhooks/:webhookId/test': {
    method: 'POST',
    url: () => '/api/v1/webhooks/none/test',
    answers: NO_OBJECT,
  },
  '/api/v1/webhooks/:webhookId/secret': {
    method: 'POST',
    url: () => '/api/v1/webhooks/none/secret',
    answers: NO_OBJECT,
  },
  '/api/v1/webhooks/:webhookId/deliveries': {
    method: 'GET',
    url: () => '/api/v1/webhooks/none/deliveries',
    answers: NO_OBJECT,
  },
  '/api/v1/webhooks/:webhookId/deliveries/:deliveryId/redelivery': {
    method: 'POST',
    url: () => '/api/v1/webhooks/none/deliveries/none/redelivery',
    answers: NO_OBJECT,
  },
  '/api/v1/tokens': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/tokens/:tokenId': {
    method: 'DELETE',
    url: () => '/api/v1/tokens/none',
    answers: [401, 404, 404, 404, 404, 404, 404],
  },
  '/api/v1/users/resend-verification': publicCall('POST', 400),
  '/api/v1/users/me/email': { method: 'POST', answers: [401, 400, 400, 400, 400, 400, 400] },
  '/api/v1/users/me/password': { method: 'PUT', answers: [401, 400, 400, 400, 400, 400, 400] },
  '/api/v1/users/me/sessions': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/users/me/sessions/:sessionId': {
    method: 'DELETE',
    url: () => '/api/v1/users/me/sessions/none',
    answers: [401, 404, 404, 404, 404, 404, 404],
  },
  '/api/v1/users/me/addresses': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/users/me/billing': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/users/me/reminders': { method: 'GET', answers: ISSUER_SETTING },
  '/api/v1/users/me/sharing': { method: 'GET', answers: ISSUER_SETTING },
  '/api/v1/users/me/hold': { method: 'GET', answers: ISSUER_SETTING },
  '/api/v1/accounts': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/accounts/:userId/sessions': {
    method: 'DELETE',
    url: () => '/api/v1/accounts/none/sessions',
    answers: [401, 403, 403, 403, 403, 403, 404],
  },
  '/api/v1/accounts/:userId/second-factor-reset': {
    method: 'POST',
    url: () => '/api/v1/accounts/none/second-factor-reset',
    answers: SUPER_INPUT,
  },
  '/api/v1/issuers': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/issuers/:issuerId/decision': {
    method: 'POST',
    url: () => '/api/v1/issuers/none/decision',
    answers: SUPER_INPUT,
  },
  '/api/v1/issuers/:issuerId/quota': {
    method: 'PUT',
    url: () => '/api/v1/issuers/none/quota',
    answers: SUPER_INPUT,
  },
  '/api/v1/issuers/name-changes/:nameChangeId/decision': {
    method: 'POST',
    url: () => '/api/v1/issuers/name-changes/none/decision',
    answers: SUPER_INPUT,
  },
  '/api/v1/certs/issue': { method: 'POST', answers: ISSUER_INPUT },
  '/api/v1/certs/preview': { method: 'POST', answers: ISSUER_INPUT },
  '/api/v1/certs/batches': { method: 'POST', answers: ISSUER_INPUT },
  '/api/v1/certs/batches/:batchId': {
    method: 'GET',
    url: ({ batchId }) => `/api/v1/certs/batches/${batchId}`,
    answers: [401, 403, 403, 403, 200, 404, 403],
  },
  '/api/v1/certs/batches/:batchId/certificates.zip': {
    method: 'GET',
    url: ({ batchId }) => `/api/v1/certs/batches/${batchId}/certificates.zip`,
    answers: [401, 403, 403, 403, 409, 404, 403],
  },
  '/api/v1/certs/batches/:batchId/pictures': {
    method: 'POST',
    url: ({ batchId }) => `/api/v1/certs/batches/${batchId}/pictures`,
    // The body is not a form.
    answers: [401, 403, 403, 403, 415, 404, 403],
  },
  '/api/v1/certs/batches/:batchId/start': {
    method: 'POST',
    url: () => '/api/v1/certs/batches/none/start',
    answers: [401, 403, 403, 403, 404, 404, 403],
  },
  '/api/v1/certs/batches/:batchId/cancel': {
    method: 'POST',
    url: () => '/api/v1/certs/batches/none/cancel',
    answers: [401, 403, 403, 403, 404, 404, 403],
  },
  '/api/v1/designs': { method: 'GET', answers: ISSUER_CALL },
  '/api/v1/designs/preview': { method: 'POST', answers: ISSUER_INPUT },
  '/api/v1/fields': { method: 'GET', answers: ISSUER_CALL },
  '/api/v1/fields/pictures': { method: 'POST', answers: [401, 403, 403, 403, 415, 415, 403] },
  '/api/v1/fields/:fieldId': {
    method: 'DELETE',
    url: () => '/api/v1/fields/none',
    answers: [401, 403, 403, 403, 404, 404, 403],
  },
  '/api/v1/designs/backgrounds': { method: 'POST', answers: [401, 403, 403, 403, 415, 415, 403] },
  '/api/v1/designs/backgrounds/:backgroundId': {
    method: 'GET',
    url: ({ designBackground }) => `/api/v1/designs/backgrounds/${designBackground}`,
    answers: [401, 403, 403, 403, 200, 404, 403],
  },
  '/api/v1/designs/backgrounds/:backgroundId/words': {
    method: 'POST',
    url: ({ designBackground }) => `/api/v1/designs/backgrounds/${designBackground}/words`,
    answers: [401, 403, 403, 403, 400, 400, 403],
  },
  '/api/v1/designs/library': { method: 'GET', answers: ISSUER_CALL },
  '/api/v1/designs/library/:libraryId': {
    method: 'POST',
    url: () => '/api/v1/designs/library/deco',
    answers: [401, 403, 403, 403, 201, 201, 403],
  },
  '/api/v1/designs/import': { method: 'POST', answers: [401, 403, 403, 403, 415, 415, 403] },
  '/api/v1/designs/:designId/export': {
    method: 'GET',
    url: ({ designId }) => `/api/v1/designs/${designId}/export`,
    answers: [401, 403, 403, 403, 200, 404, 403],
  },
  '/api/v1/designs/:designId/boxes': {
    method: 'POST',
    url: ({ designId }) => `/api/v1/designs/${designId}/boxes`,
    answers: [401, 403, 403, 403, 201, 404, 403],
  },
  '/api/v1/designs/:designId': {
    method: 'GET',
    url: ({ designId }) => `/api/v1/designs/${designId}`,
    answers: [401, 403, 403, 403, 200, 404, 403],
  },
  '/api/v1/designs/:designId/copy': {
    method: 'POST',
    url: ({ designId }) => `/api/v1/designs/${designId}/copy`,
    answers: [401, 403, 403, 403, 201, 404, 403],
  },
  '/api/v1/designs/:designId/test-mail': {
    method: 'POST',
    url: ({ designId }) => `/api/v1/designs/${designId}/test-mail`,
    answers: [401, 403, 403, 403, 202, 404, 403],
  },
  '/api/v1/designs/:designId/default': {
    method: 'PUT',
    url: ({ designId }) => `/api/v1/designs/${designId}/default`,
    answers: [401, 403, 403, 403, 200, 404, 403],
  },
  '/api/v1/certificates/corrections': { method: 'GET', answers: ISSUER_CALL },
  '/api/v1/certificates/corrections/:correctionId': {
    method: 'DELETE',
    url: () => '/api/v1/certificates/corrections/none',
    // Without a body.
    answers: [401, 403, 403, 403, 415, 415, 403],
  },
  '/api/v1/certificates/mine': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/certificates/my-issued': { method: 'GET', answers: ISSUER_CALL },
  '/api/v1/certificates/my-verified': { method: 'GET', answers: ISSUER_CALL },
  '/api/v1/certificates/all': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/certificates/all-verified': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/certificates/scheduled/:scheduledId': {
    method: 'DELETE',
    url: ({ scheduledId }) => `/api/v1/certificates/scheduled/${scheduledId}`,
    answers: [401, 403, 403, 403, 200, 404, 403],
  },
  '/api/v1/certificates/renewals': {
    method: 'POST',
    answers: [401, 403, 403, 403, 400, 400, 403],
  },
  '/api/v1/certificates/revocations': {
    method: 'POST',
    answers: [401, 403, 403, 403, 400, 400, 400],
  },
  '/api/v1/certificates/:uniqueId/renewal': {
    method: 'POST',
    url: ({ uniqueId }) => `/api/v1/certificates/${uniqueId}/renewal`,
    answers: [401, 403, 403, 403, 201, 404, 403],
  },
  // 400 for other issuers: the body is incomplete, and parsed before the certificate is looked for.
  '/api/v1/certificates/:uniqueId/revocation': {
    method: 'POST',
    url: ({ uniqueId }) => `/api/v1/certificates/${uniqueId}/revocation`,
    answers: [401, 403, 403, 403, 400, 400, 400],
  },
  '/api/v1/certificates/:uniqueId/mail': {
    method: 'GET',
    url: ({ uniqueId }) => `/api/v1/certificates/${uniqueId}/mail`,
    answers: [401, 403, 403, 403, 200, 404, 200],
  },
  '/api/v1/certificates/:uniqueId/replacement': {
    method: 'POST',
    url: ({ uniqueId }) => `/api/v1/certificates/${uniqueId}/replacement`,
    answers: [401, 403, 403, 403, 400, 400, 403],
  },
  '/api/v1/holders/erasure': { method: 'POST', answers: [401, 403, 403, 403, 400, 400, 400] },
  '/api/v1/cert/verify': { method: 'POST', answers: MEMBER_INPUT },
  '/api/v1/cert/verify/consent': { method: 'POST', answers: MEMBER_INPUT },
  '/api/v1/cert/verify/payment': { method: 'POST', answers: MEMBER_INPUT },
  '/api/v1/verifications': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/audit': { method: 'GET', answers: [401, 403, 403, 200, 200, 200, 200] },
  '/api/v1/payments': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/payments/all': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/payments/credit-notes/:creditNoteId': {
    method: 'GET',
    url: ({ creditNoteId }) => `/api/v1/payments/credit-notes/${creditNoteId}`,
    answers: [401, 200, 404, 404, 404, 404, 200],
  },
  '/api/v1/payments/:paymentId': {
    method: 'GET',
    url: ({ receiptId }) => `/api/v1/payments/${receiptId}`,
    answers: SUPER_CALL,
  },
  '/api/v1/payments/:paymentId/receipt': {
    method: 'GET',
    url: ({ receiptId }) => `/api/v1/payments/${receiptId}/receipt`,
    answers: [401, 200, 404, 404, 404, 404, 200],
  },
  '/api/v1/payments/:paymentId/refund': {
    method: 'POST',
    url: ({ receiptId }) => `/api/v1/payments/${receiptId}/refund`,
    answers: SUPER_INPUT,
  },
  '/api/v1/statements': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/statements/:statementId': {
    method: 'GET',
    url: ({ statementId }) => `/api/v1/statements/${statementId}`,
    answers: [401, 200, 404, 404, 404, 404, 200],
  },
  '/api/v1/credit': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/credit/mine': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/credit/:userId': {
    method: 'GET',
    url: ({ creditId }) => `/api/v1/credit/${creditId}`,
    answers: SUPER_CALL,
  },
  '/api/v1/credit/:userId/renewal': {
    method: 'POST',
    url: ({ creditId }) => `/api/v1/credit/${creditId}/renewal`,
    answers: SUPER_INPUT,
  },
  '/api/v1/credit/:userId/settlement': {
    method: 'POST',
    url: ({ creditId }) => `/api/v1/credit/${creditId}/settlement`,
    answers: SUPER_INPUT,
  },
  '/api/v1/credit/:userId/statements': {
    method: 'GET',
    url: ({ creditId }) => `/api/v1/credit/${creditId}/statements`,
    answers: SUPER_CALL,
  },
  '/api/v1/seller': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/messages': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/messages/:messageId': {
    method: 'PATCH',
    url: () => '/api/v1/messages/none',
    answers: SUPER_INPUT,
  },
  '/api/v1/mail': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/status': { method: 'GET', answers: SUPER_CALL },
  '/api/v1/coupons': { method: 'GET', answers: ISSUER_CALL },
  '/api/v1/coupons/:couponId': {
    method: 'DELETE',
    url: () => '/api/v1/coupons/none',
    answers: [401, 403, 403, 403, 404, 404, 403],
  },
  '/api/v1/courses/:id/rating': {
    method: 'PUT',
    url: ({ courseId }) => `/api/v1/courses/${courseId}/rating`,
    answers: MEMBER_INPUT,
  },
  '/api/v1/courses/:id/purchase': {
    method: 'POST',
    url: () => '/api/v1/courses/none/purchase',
    answers: [401, 404, 404, 404, 404, 404, 404],
  },
  '/api/v1/courses/:id/enrolment': {
    method: 'POST',
    url: () => '/api/v1/courses/none/enrolment',
    answers: [401, 404, 404, 404, 404, 404, 404],
  },
  '/api/v1/courses/:id/completion': {
    method: 'GET',
    url: ({ courseId }) => `/api/v1/courses/${courseId}/completion`,
    // Nobody has completed it.
    answers: [401, 404, 404, 404, 404, 404, 404],
  },
  '/api/v1/courses/:id/completion-settings': {
    method: 'PUT',
    url: ({ courseId }) => `/api/v1/courses/${courseId}/completion-settings`,
    // Without settings, which are parsed before the course is looked for.
    answers: [401, 400, 400, 400, 400, 400, 400],
  },
  '/api/v1/courses/:id/learners': {
    method: 'GET',
    url: ({ courseId }) => `/api/v1/courses/${courseId}/learners`,
    answers: [401, 403, 403, 403, 200, 404, 200],
  },
  '/api/v1/courses/:id/approvals': {
    method: 'GET',
    url: ({ courseId }) => `/api/v1/courses/${courseId}/approvals`,
    answers: [401, 403, 403, 403, 200, 404, 200],
  },
  '/api/v1/completions': { method: 'GET', answers: MEMBER_CALL },
  '/api/v1/courses/:id/lessons': {
    method: 'GET',
    url: ({ courseId }) => `/api/v1/courses/${courseId}/lessons?q=lesson`,
    answers: MEMBER_CALL,
  },
  '/api/v1/courses/:id/lessons/:lessonId/captions/:language': {
    method: 'PUT',
    url: ({ courseId, lessonId }) => `/api/v1/courses/${courseId}/lessons/${lessonId}/captions/de`,
    // The body is not a form.
    answers: [401, 403, 403, 403, 415, 404, 415],
  },
  '/api/v1/courses/:id/lessons/:lessonId': {
    method: 'GET',
    url: ({ courseId, lessonId }) => `/api/v1/courses/${courseId}/lessons/${lessonId}`,
    answers: MEMBER_CALL,
  },
  '/api/v1/courses/:id/lessons/:lessonId/files': {
    method: 'POST',
    url: ({ courseId, lessonId }) => `/api/v1/courses/${courseId}/lessons/${lessonId}/files`,
    // The body is not a form.
    answers: [401, 403, 403, 403, 415, 404, 415],
  },
  '/api/v1/courses/:id/lessons/:lessonId/files/:fileId': {
    method: 'DELETE',
    url: ({ courseId, lessonId }) => `/api/v1/courses/${courseId}/lessons/${lessonId}/files/none`,
    answers: [401, 403, 403, 403, 404, 404, 404],
  },
  '/api/v1/courses/:id/lessons/:lessonId/progress': {
    method: 'PUT',
    url: ({ courseId, lessonId }) => `/api/v1/courses/${courseId}/lessons/${lessonId}/progress`,
    // Nobody is enrolled.
    answers: [401, 403, 403, 403, 403, 403, 403],
  },
  '/api/v1/authenticate': publicCall('POST', 415),
  '/api/v1/courses/:id/lessons/:lessonId/attempts': {
    method: 'POST',
    url: ({ courseId, lessonId }) => `/api/v1/courses/${courseId}/lessons/${lessonId}/attempts`,
    // Nobody is enrolled.
    answers: [401, 403, 403, 403, 403, 403, 403],
  },
  '/api/v1/courses/:id/lessons/:lessonId/attempts/:attemptId': {
    method: 'PUT',
    url: ({ courseId, lessonId }) => `/api/v1/courses/${courseId}/lessons/${lessonId}/attempts/none`,
    answers: [401, 400, 400, 400, 400, 400, 400],
  },
  '/api/v1/courses/:id/lessons/:lessonId/attempts/:attemptId/submission': {
    method: 'POST',
    url: ({ courseId, lessonId }) =>
      `/api/v1/courses/${courseId}/lessons/${lessonId}/attempts/none/submission`,
    answers: [401, 403, 403, 403, 403, 403, 403],
  },
  '/api/v1/users/courses': publicCall('GET', 200),
  '/api/v1/admin/course/modules/fetchCourseDetails/:id': {
    ...publicCall('GET', 200),
    url: ({ courseId }) => `/api/v1/admin/course/modules/fetchCourseDetails/${courseId}`,
  },
  '/api/v1/admin/course/:id/duplicate': {
    method: 'POST',
    url: ({ courseId }) => `/api/v1/admin/course/${courseId}/duplicate`,
    answers: [401, 403, 403, 403, 201, 404, 201],
  },
  '/api/v1/admin/course/addModules/:courseId': {
    method: 'POST',
    url: ({ courseId }) => `/api/v1/admin/course/addModules/${courseId}`,
    // A module without a title gets a default one.
    answers: [401, 403, 403, 403, 201, 404, 201],
  },
  '/api/v1/admin/course/:courseId/module/:moduleId': {
    method: 'DELETE',
    url: ({ courseId }) => `/api/v1/admin/course/${courseId}/module/none`,
    answers: [401, 403, 403, 403, 404, 404, 404],
  },
  '/api/v1/admin/course/module/addLesson/:moduleId': {
    method: 'POST',
    url: ({ moduleId }) => `/api/v1/admin/course/module/addLesson/${moduleId}`,
    answers: [401, 403, 403, 403, 400, 404, 400],
  },
  '/api/v1/admin/course/module/:moduleId/lesson/:lessonId': {
    method: 'DELETE',
    url: ({ moduleId }) => `/api/v1/admin/course/module/${moduleId}/lesson/none`,
    answers: [401, 403, 403, 403, 404, 404, 404],
  },
  '/api/v1/admin/course': { method: 'POST', answers: [401, 403, 403, 403, 415, 415, 403] },
  '/api/v1/admin/courses': { method: 'GET', answers: [401, 403, 403, 403, 200, 200, 200] },
  '/api/v1/admin/course/:id': {
    method: 'DELETE',
    url: () => '/api/v1/admin/course/none',
    answers: [401, 403, 403, 403, 404, 404, 404],
  },
  '/api/v1/admin/course/:id/publication': {
    method: 'POST',
    url: ({ courseId }) => `/api/v1/admin/course/${courseId}/publication`,
    answers: [401, 403, 403, 403, 200, 404, 200],
  },
  '/api/v1/admin/course/:id/unpublication': {
    method: 'POST',
    url: ({ courseId }) => `/api/v1/admin/course/${courseId}/unpublication`,
    answers: [401, 403, 403, 403, 403, 403, 400],
  },
  '/api/v1/openapi.json': publicCall('GET', 200),
  '/api/*': { ...publicCall('GET', 404), url: () => '/api/no/such/call' },
  // Last, because it ends the token of the request.
  '/api/v1/users/logout': { method: 'POST', answers: MEMBER_CALL },
};

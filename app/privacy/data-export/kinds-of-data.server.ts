import { t } from '#messages';
import { CERTIFICATE, OF_ORGANISATION } from './issuer-data.server.ts';
import { type Kind, OWNED, own } from './own-data.server.ts';

const ACCOUNT: Kind[] = [
  own('account', () => t('ownData.yourAccount'), {
    table: 'users',
    by: 'id',
    columns:
      'id, name, email, username, role, email_verified_at, google_sub is not null as has_google_login, company, tax_id, language, created_at',
  }),
  own('addresses', () => t('ownData.yourOtherEmailAddresses'), {
    table: 'account_addresses',
    by: 'user_id',
    columns: 'address, proved_at',
  }),
  own('former-names', () => t('ownData.yourFormerNamesAndAddressesUnderWhich'), {
    table: 'former_verifier_texts',
    by: 'user_id',
    columns: 'text',
  }),
  own('email-changes', () => t('ownData.changesOfYourEmailAddress'), {
    table: 'email_changes',
    by: 'user_id',
    columns: 'old_email, new_email, requested_at, confirmed_at, undone_at',
  }),
  {
    name: 'organisations',
    about: () => t('common.theOrganisationsThatYouAreAMember'),
    tables: ['memberships', 'organisations'],
    sql: `select o.id, o.name, m.role, m.since, m.summary from memberships m join organisations o on o.id = m.organisation_id
      where m.user_id = @user`,
  },
  own('invitations', () => t('ownData.invitationsThatYouSentAndThatAre'), {
    table: 'invitations',
    by: 'invited_by',
    columns: 'email, role, created_at, expires_at',
  }),
  own('offered-ownership', () => t('ownData.organisationsWhoseOwnershipYouWereAskedTo'), {
    table: 'ownership_transfers',
    by: 'user_id',
    columns: 'organisation_id as organisation, requested_at',
  }),
  own('sessions', () => t('ownData.yourSessionsAndApiTokensWithoutTheir'), {
    table: 'sessions',
    by: 'user_id',
    columns:
      'id, kind, name, scopes, addresses, user_agent, address, created_at, last_used_at, expires_at, proved_at, second_factor_at, pending_unique_id',
  }),
  own('second-factor', () => t('ownData.yourAuthenticatorAppWithoutItsSecret'), {
    table: 'authenticator_apps',
    by: 'user_id',
    columns: 'created_at',
  }),
  own('passkeys', () => t('ownData.yourPasskeysTheirSecretsAreOnYour'), {
    table: 'passkeys',
    by: 'user_id',
    columns: 'name, transports, created_at, last_used_at',
  }),
  own('second-factor-resets', () => t('ownData.requestsToRemoveYourSecondFactor'), {
    table: 'second_factor_resets',
    by: 'user_id',
    columns: 'reason, requested_at, effective_at, objected_at, done_at',
  }),
  {
    name: 'moves-of-courses',
    about: () => t('ownData.requestsToMoveYourCourses'),
    tables: ['course_moves'],
    sql: `select iif(from_id = @user, 'from', 'to') as this_account, reason, requested_at, expires_at, outcome, ended_at
      from course_moves where from_id = @user or to_id = @user`,
  },
  own('trusted-browsers', () => t('ownData.browsersThatYourLoginDoesNotAsk'), {
    table: 'trusted_devices',
    by: 'user_id',
    columns: 'user_agent, address, created_at, expires_at',
  }),
  own('mailed-links', () => t('ownData.linksThatWereMailedToYouWithout'), {
    table: 'one_time_tokens',
    by: 'user_id',
    columns: 'purpose, address, created_at, expires_at, used_at',
  }),
  {
    name: 'events',
    about: () => t('ownData.whatProgramsWereToldAboutYourCertificates'),
    tables: ['events'],
    sql: `select id, type, object_id, created_at, iif(type like 'payment.%', account_id = @user, account_id in ${OWNED}) = 0 as _none
      from events where account_id in (select id from users where id = @user or id in ${OWNED})`,
  },
  {
    name: 'webhooks',
    about: () => t('ownData.addressesThatReceiveYourEventsWithoutTheir'),
    tables: ['webhooks'],
    sql: `select id, url, types, created_at, failing_since, switched_off_at from webhooks
      where user_id in (select id from users where id = @user or id in ${OWNED}) and iif(of_organisation, user_id in ${OWNED}, user_id = @user)`,
  },
  own('support-messages', () => t('ownData.messagesThatYouSentWhileLoggedIn'), {
    table: 'support_messages',
    by: 'user_id',
    columns: 'topic, name, email, subject, body, created_at, handled_at',
  }),
];

const HOLDER: Kind[] = [
  {
    name: 'certificates-about-you',
    about: () => t('ownData.certificatesThatWereIssuedToYourAddresses'),
    tables: ['certificates'],
    sql: `select ${CERTIFICATE}
      where c.student_email in (select value from json_each(@emails))`,
  },
  {
    name: 'look-ups-of-your-certificates',
    about: () => t('ownData.whoLookedUpCertificatesThatWereIssued'),
    tables: ['verifications'],
    // As the page of the certificate names them.
    sql: `select c.unique_id, iif(u.role in ('admin', 'corporate'), nullif(u.name, ''), null) as verifier, v.looked_up_at, v.paid_at, v.purpose, v.purpose_text, v.seq is null as _none
      from certificates c left join verifications v on v.certificate_id = c.id left join users u on u.id = v.verifier_id
      where c.student_email in (select value from json_each(@emails))`,
  },
  {
    name: 'holder-choices',
    about: () => t('ownData.whoMayLookUpCertificatesThatWere'),
    tables: ['holder_settings'],
    sql: `select email, consent, look_up_mails, reminders from holder_settings
      where email in (select value from json_each(@emails))`,
  },
];

const VERIFIER: Kind[] = [
  {
    name: 'look-ups',
    about: () => t('ownData.certificatesThatYouLookedUp'),
    tables: ['verifications'],
    sql: `select c.unique_id, v.course_name, v.looked_up_at, v.paid_at, v.purpose, v.purpose_text
      from verifications v join certificates c on c.id = v.certificate_id
      where v.verifier_id = @user`,
  },
  own('consent-requests', () => t('ownData.holdersWhomYouAskedForTheirConsent'), {
    table: 'consent_requests',
    by: 'verifier_id',
    columns: 'purpose, purpose_text, asked_at, lapses_at, answer, answered_at, withdrawn_at',
  }),
  {
    name: 'payments',
    about: () => t('ownData.yourPaymentsAndTheFactsOnTheir'),
    tables: ['payments'],
    sql: `select p.id, p.state, p.amount_minor, p.currency, p.card_brand, p.card_last4, p.gateway, p.course_title,
      p.buyer_company, p.buyer_tax_id, p.receipt_number, p.created_at, p.settled_at, r.facts as receipt
      from payments p left join receipts r on r.payment_id = p.id
      where p.payer_id = @user`,
  },
  own('credit', () => t('ownData.changesOfYourCredit'), {
    table: 'credit_entries',
    by: 'user_id',
    // Without the code of a stored title (app/payments/stored-reasons.ts).
    columns: `kind, amount_minor, tax_minor, limit_minor, owed_minor, at,
      iif(substr(title, 1, instr(title, '|')) in ('verification|', 'course|', 'statement|'),
        substr(title, instr(title, '|') + 1), title) as title`,
  }),
  own('credit-account', () => t('ownData.yourCredit'), {
    table: 'credit_accounts',
    by: 'user_id',
    columns: 'currency, limit_minor, owed_minor, set_at, ended_at',
  }),
  own('statements', () => t('ownData.yourStatements'), {
    table: 'credit_statements',
    by: 'user_id',
    columns: 'number, month, issued_at, total_minor, tax_minor, facts, settled_at',
  }),
];

const LEARNER: Kind[] = [
  own('enrolments', () => t('ownData.coursesThatYouAreEnrolledIn'), {
    table: 'enrolments',
    by: 'user_id',
    columns: 'course_id, enrolled_at',
  }),
  own('ratings', () => t('ownData.yourRatings'), {
    table: 'ratings',
    by: 'user_id',
    columns: 'course_id, stars, rated_at',
  }),
  own('lesson-progress', () => t('ownData.whatYouWatchedAndDidOfLessons'), {
    table: 'lesson_progress',
    by: 'user_id',
    columns: 'course_id, lesson_id, position_ms, ranges, watched_ms, active_at, done_at',
  }),
  {
    name: 'completed-courses',
    about: () => t('ownData.coursesThatYouCompletedAndTheCertificates'),
    tables: ['course_completions', 'completion_certificates'],
    sql: `select c.id, c.course_id, c.course_title, c.course_version, c.rule, c.completed_at, q.learner_name,
      q.requested_at, q.approved_at, q.certificate_id
      from course_completions c left join completion_certificates q on q.completion_seq = c.seq
      where c.user_id = @user`,
  },
  own('quiz-attempts', () => t('ownData.yourAttemptsAtQuizzes'), {
    table: 'quiz_attempts',
    by: 'user_id',
    columns: 'id, lesson_id, started_at, deadline, ended_at, score, points, passed',
  }),
  {
    name: 'quiz-answers',
    about: () => t('ownData.yourAnswers'),
    tables: ['quiz_answers'],
    sql: `select t.id as attempt, a.question_id, a.value, a.answered_at, a.score, a.attempt_seq is null as _none
      from quiz_attempts t left join quiz_answers a on a.attempt_seq = t.seq
      where t.user_id = @user`,
  },
  own('coupon-uses', () => t('ownData.couponsThatYouUsed'), {
    table: 'coupon_uses',
    by: 'user_id',
    columns: 'course_id, payment_id, used_at',
  }),
];

/** All kinds of data about an account, except the mails sent to it. */
export const KINDS: readonly Kind[] = [...ACCOUNT, ...HOLDER, ...VERIFIER, ...LEARNER, ...OF_ORGANISATION];

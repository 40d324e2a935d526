import { t } from '#messages';
import { type Kind, OWNED, own } from './own-data.server.ts';

/** A certificate with its revocation, whose reason a replacement lacks. */
export const CERTIFICATE = `c.unique_id, c.issuer_name, c.student_name, c.student_email, c.course_name, c.issue_date, c.expiry_date, c.fields, c.created_at,
      nullif(r.reason, '') as revocation_reason, n.unique_id as replaced_by, r.revoked_at
      from certificates c left join certificate_revocations r on r.certificate_id = c.id
      left join certificate_replacements p on p.certificate_id = c.id left join certificates n on n.id = p.replacement_id`;

const ISSUER: Kind[] = [
  own('approval', () => t('ownData.decisionsAboutYouAsAnIssuer'), {
    table: 'issuer_decisions',
    by: 'user_id',
    columns: 'decision, decided_at',
  }),
  own('names', () => t('ownData.namesThatYouAskedFor'), {
    table: 'issuer_name_changes',
    by: 'user_id',
    columns: 'name, requested_at, decision, decided_at',
  }),
  own('quota', () => t('ownData.certificatesThatYouIssuedOnYourLast'), {
    table: 'issuer_quotas',
    by: 'user_id',
    columns: 'day, issued, per_day',
  }),
  {
    name: 'certificates-issued',
    about: () => t('ownData.certificatesThatYouIssued'),
    tables: ['certificates', 'certificate_revocations'],
    sql: `select ${CERTIFICATE}
      where c.issuer_id = @user`,
  },
  own('certificates-that-wait', () => t('ownData.certificatesThatWait'), {
    table: 'scheduled_certificates',
    by: 'issuer_id',
    columns:
      'unique_id, student_name, student_email, course_name, issue_date, expiry_date, input, created_at, due_at, problem',
  }),
  own('batches', () => t('ownData.yourBatches'), {
    table: 'batches',
    by: 'issuer_id',
    columns: 'id, file_name, status, total, issued, failed, created_at, started_at, ended_at',
  }),
  {
    name: 'batch-rows',
    about: () => t('ownData.rowsOfYourBatchesThatWereNot'),
    tables: ['batches'],
    sql: `select b.id as batch, r.line, r.student_email, r.student_name, r.course_name, r.issue_date, r.expiry_date, r.fields, r.errors,
      r.batch_seq is null or r.certificate_id is not null as _none
      from batches b left join batch_rows r on r.batch_seq = b.seq
      where b.issuer_id = @user`,
  },
  {
    name: 'designs',
    about: () => t('ownData.yourDesignsWithAllVersions'),
    tables: ['designs'],
    // The draft stands beside the newest version, or alone if none was published.
    sql: `select d.id, d.name, v.number, v.design, v.expires_after, coalesce(v.created_at, d.created_at) as created_at, d.retired_at,
      d.mail_subject, d.mail_text, case when coalesce(v.number, 0) = d.version then d.draft end as draft
      from designs d left join design_versions v on v.design_seq = d.seq
      where d.issuer_id = @user`,
  },
  own('certificate-fields', () => t('ownData.fieldsOfYourCertificates'), {
    table: 'certificate_fields',
    by: 'issuer_id',
    columns: 'id, key, name, kind, is_required, visibility, is_searched, rules, created_at, retired_at',
  }),
  own('design-defaults', () => t('ownData.coursesWithADesignOfTheirOwn'), {
    table: 'design_defaults',
    by: 'issuer_id',
    columns: 'course_name, design_seq',
  }),
  own('courses', () => t('ownData.yourCourses'), {
    table: 'courses',
    by: 'owner_id',
    columns: 'id, title, description, category, price_minor, first_lesson_free, created_at, updated_at',
  }),
  {
    name: 'lessons',
    about: () => t('ownData.theLessonsOfYourCourses'),
    tables: ['courses'],
    sql: `select c.id as course, m.title as module, l.title, l.duration, l.video_id, l.created_at, l.seq is null as _none
      from courses c left join modules m on m.course_id = c.id left join lessons l on l.module_id = m.id
      where c.owner_id = @user`,
  },
  own('coupons', () => t('ownData.yourCoupons'), {
    table: 'coupons',
    by: 'owner_id',
    columns:
      'code, percent, amount_minor, course_id, valid_from, valid_until, max_uses, uses, created_at, ended_at',
  }),
  own('files', () => t('ownData.yourVideosThumbnailsAndFilesOfLessons'), {
    table: 'media',
    by: 'owner_id',
    columns: 'id, kind, content_type, bytes, width, height, created_at',
  }),
  {
    name: 'corrections',
    about: () => t('ownData.correctionsThatHoldersAskedYouFor'),
    tables: ['correction_requests'],
    sql: `select c.unique_id, q.field, q.right, q.reason, q.asked_at, q.decision, q.decline_reason, q.decided_at
      from correction_requests q join certificates c on c.id = q.certificate_id
      where q.issuer_id = @user`,
  },
  own('reminders', () => t('ownData.whetherRemindersOfExpiringCertificatesAreSent'), {
    table: 'reminder_settings',
    by: 'issuer_id',
    columns: 'students, summary, reply_to',
  }),
  own('hold', () => t('ownData.howLongNewCertificatesWait'), {
    table: 'hold_settings',
    by: 'issuer_id',
    columns: 'minutes',
  }),
  own('sharing', () => t('ownData.whetherHoldersMayShareYourCertificates'), {
    table: 'sharing_settings',
    by: 'issuer_id',
    columns: 'is_allowed',
  }),
];

/** What an issuer has: the data of every organisation that the account owns. */
export const OF_ORGANISATION = ISSUER.map((kind) => ({
  ...kind,
  sql: kind.sql.replaceAll('= @user', `in ${OWNED}`),
}));

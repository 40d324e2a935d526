import { followScheduledRows } from '#app/batches/schedule-chunk.server.ts';
import { certificateMailPictures } from '#app/certificates/mail-pictures.server.ts';
import { followScheduledCompletions } from '#app/courses/completion/schedule-completion.server.ts';
import { courseSubject } from '#app/courses/course-payments.server.ts';
import { testMailPictures } from '#app/designs/mail-of-design.server.ts';
import { describeEventsWith } from '#app/events/event-objects.server.ts';
import { logEachCommit } from '#app/log/log-state.server.ts';
import { offersSmtpUtf8 } from '#app/mail/delivery.server.ts';
import { drawMailPicturesWith } from '#app/mail/pictures.server.ts';
import { registerSiteMetrics } from '#app/operations/site-metrics.server.ts';
import { registerSubject } from '#app/payments/payment.server.ts';
import { eventData } from '#app/routes/api/v1/event-data.server.ts';
import { allowUtf8Mailboxes } from '#app/shared/fields.ts';
import { verificationSubject } from '#app/verification/verification-payments.server.ts';

/**
 * Registers domains with each other that do not import each other. Each process that writes to the database
 * calls this before its first commit: each commit signs the log's checkpoint.
 */
export function connectDomains() {
  logEachCommit();
  registerSubject('verification', verificationSubject);
  registerSubject('course', courseSubject);
  followScheduledRows();
  followScheduledCompletions();
  registerSiteMetrics();
  describeEventsWith(eventData);
  allowUtf8Mailboxes(offersSmtpUtf8);
  drawMailPicturesWith(async ({ certificateSeq, designVersionId }) => {
    if (certificateSeq !== null) return certificateMailPictures(certificateSeq);
    return designVersionId === null ? null : testMailPictures(designVersionId);
  });
}

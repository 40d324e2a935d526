import { t } from '#messages';
import { compose, type Fact } from './compose.server.ts';

type Person = { name: string; email: string };
type Failed = { uniqueId: string; reason: string };

/**
 * Certificates that were not issued when their time came, to who issued them. It names no student.
 * @param count of all of them
 * @param some writes some of them in the language of the mail
 */
export const certificatesNotIssuedMail = (
  person: Person,
  { organisation, count, some }: { organisation: string; count: number; some: () => Failed[] },
) =>
  compose(person, () => {
    const failed = some();
    return {
      subject: t('scheduledMails.countCertificatesWereNotIssued', { count }),
      lines: [
        t('scheduledMails.theirTimeCameButTheyCouldNotBeIssued', { count }),
        t('scheduledMails.changeOrWithdrawThem'),
      ],
      facts: [
        [t('common.organisation'), organisation],
        ...failed.map(({ uniqueId, reason }): Fact => [uniqueId, reason]),
      ],
      action: [t('scheduledMails.seeTheCertificates'), '/admin/issued-certificates?state=scheduled'],
      closing: [
        count > failed.length
          ? t('scheduledMails.countMoreAreInTheList', { count: count - failed.length })
          : null,
      ],
    };
  });

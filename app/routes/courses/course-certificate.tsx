import type { PictureSize } from '#app/certificates/certificate-design.server.ts';
import { Alert, Card } from '#app/ui/page.tsx';
import { t } from '#messages';

type CertificateProps = {
  /** The course. */
  id: string;
  courseName: string;
  /** Its draft, or why it cannot be drawn. Null if the course gives none. */
  certificate: { studentName: string; size: PictureSize } | { problem: string } | null;
};

/** The draft of the certificate that completing a course gives. */
export const CourseCertificate = ({ id, courseName, certificate }: CertificateProps) =>
  certificate && (
    <Card className="mt-6 grid grid-cols-1 gap-3" aria-labelledby="certificate-title">
      <h2 id="certificate-title" className="text-xl">
        {t('completionForm.certificateOnCompletion')}
      </h2>
      <p className="field-hint">{t('draft.asItWouldBeIssuedToday')}</p>
      {'problem' in certificate ? (
        <Alert tone="warning">{certificate.problem}</Alert>
      ) : (
        <img
          src={`/admin/courses/${id}/draft/960.png`}
          {...certificate.size}
          loading="lazy"
          className="draft-large"
          alt={t('draft.draftOfTheCertificateOfStudentForCourse', { ...certificate, courseName })}
        />
      )}
    </Card>
  );

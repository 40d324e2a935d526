/** Everything that is drawn on a certificate. It is frozen when the certificate is issued, except `revokedAt`. */
export type CertificateDrawing = {
  /** 16 characters of Crockford base32, no hyphens. */
  uniqueId: string;
  studentName: string;
  courseName: string;
  issuerName: string;
  /** YYYY-MM-DD. */
  issueDate: string;
  /** YYYY-MM-DD. */
  expiryDate: string | null;
  /** Absolute; the QR code and the PDF's link lead there. */
  verifyUrl: string;
  /** The layout in force when the certificate was issued: a later one changes none issued before. */
  layoutVersion: number;
  /** YYYY-MM-DD; a mark is drawn across the certificate when set. */
  revokedAt: string | null;
};

/** The layout that new certificates are issued with. */
export const LAYOUT_VERSION = 1;

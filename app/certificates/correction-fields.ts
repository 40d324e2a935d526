/** What a holder can say is wrong in a certificate, by its name in the form that replaces it. */
export const CORRECTION_FIELDS = {
  studentName: 'Name',
  studentEmail: 'Email address',
  courseName: 'Course',
  issueDate: 'Issue date',
  expiryDate: 'Expiry date',
  other: 'Something else',
};

export type CorrectionField = keyof typeof CORRECTION_FIELDS;

export const CERTIFICATE_FOUND = 'Certificate found! Proceed to payment';
export const INVALID_CERTIFICATE = 'Invalid certificate or verification failed.';

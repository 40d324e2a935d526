export const CONSENT_NAMES = { open: 'Open', ask: 'Ask me', closed: 'Closed' };

export type ConsentName = keyof typeof CONSENT_NAMES;

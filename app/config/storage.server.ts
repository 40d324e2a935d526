import { ConfigurationError, type Variables } from './variables.ts';

/** Names that all S3-compatible storage accepts, also as a label of a host name. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** The settings of STORAGE=s3. Null for local storage. */
export function parseStorage(values: Variables, appProtocol: string) {
  if (values.STORAGE === 'local') return null;
  function required(name: 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'): string {
    const value = values[name];
    if (!value) throw new ConfigurationError(`${name}: is required for STORAGE=s3`);
    return value;
  }
  const bucket = required('S3_BUCKET');
  if (!BUCKET.test(bucket)) {
    throw new ConfigurationError(
      'S3_BUCKET: must have 3 to 63 small letters, digits and hyphens, without a hyphen at either end',
    );
  }
  function originIn(name: 'S3_ENDPOINT' | 'S3_PUBLIC_ENDPOINT', text: string): URL {
    const url = new URL(text);
    if (url.pathname !== '/' || url.search || url.hash || url.username) {
      throw new ConfigurationError(`${name}: must be an origin, without bucket, path, query or user`);
    }
    return url;
  }
  const pathStyle = values.S3_PATH_STYLE;
  const browsers = values.S3_PUBLIC_ENDPOINT
    ? originIn('S3_PUBLIC_ENDPOINT', values.S3_PUBLIC_ENDPOINT)
    : null;
  if (appProtocol === 'https:' && browsers?.protocol === 'http:') {
    throw new ConfigurationError(
      'S3_PUBLIC_ENDPOINT: must be https like APP_URL; browsers would block plain http',
    );
  }
  return {
    /** Origin of the storage, such as `https://s3.example.org`. */
    endpoint: originIn('S3_ENDPOINT', required('S3_ENDPOINT')).origin,
    /** The same for browsers. Null when the server relays the files. */
    publicEndpoint: browsers?.origin ?? null,
    /** Origin of presigned URLs, which has the bucket's name unless that is in the path. */
    publicOrigin:
      browsers && (pathStyle ? browsers.origin : `${browsers.protocol}//${bucket}.${browsers.host}`),
    pathStyle,
    bucket,
    region: values.S3_REGION,
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    timeoutMs: values.S3_TIMEOUT_SECONDS * 1_000,
  };
}

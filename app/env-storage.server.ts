type Values = {
  STORAGE: 'local' | 's3';
  S3_ENDPOINT?: string | undefined;
  S3_PUBLIC_ENDPOINT?: string | undefined;
  S3_BUCKET?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  S3_PATH_STYLE: boolean;
  S3_TIMEOUT_SECONDS: number;
};

type S3Settings = {
  /** Origin of the bucket and path prefix of its files, such as `https://s3.example.org` and `/bucket`. */
  server: BucketUrl;
  /** The same for browsers. Null when the server relays the files. */
  browsers: BucketUrl | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Time limit for a small response. */
  timeoutMs: number;
};
type BucketUrl = { origin: string; path: string };

/** Names that all S3-compatible storage accepts, also as a label of a host name. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** The settings of STORAGE=s3. Null for local storage. `toError` makes an error of a line. */
export function parseStorage(
  values: Values,
  appProtocol: string,
  toError: (line: string) => Error,
): S3Settings | null {
  if (values.STORAGE === 'local') return null;
  function required(name: 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'): string {
    const value = values[name];
    if (!value) throw toError(`${name}: is required for STORAGE=s3`);
    return value;
  }
  const bucket = required('S3_BUCKET');
  if (!BUCKET.test(bucket)) {
    throw toError(
      'S3_BUCKET: must have 3 to 63 small letters, digits and hyphens, without a hyphen at either end',
    );
  }
  function bucketUrl(name: 'S3_ENDPOINT' | 'S3_PUBLIC_ENDPOINT', text: string): BucketUrl {
    const url = new URL(text);
    if (url.pathname !== '/' || url.search || url.hash || url.username) {
      throw toError(`${name}: must be an origin, without bucket, path, query or user`);
    }
    if (values.S3_PATH_STYLE) return { origin: url.origin, path: `/${bucket}` };
    return { origin: `${url.protocol}//${bucket}.${url.host}`, path: '' };
  }
  const browsers = values.S3_PUBLIC_ENDPOINT
    ? bucketUrl('S3_PUBLIC_ENDPOINT', values.S3_PUBLIC_ENDPOINT)
    : null;
  if (appProtocol === 'https:' && browsers?.origin.startsWith('http:')) {
    throw toError('S3_PUBLIC_ENDPOINT: must be https like APP_URL; browsers would block plain http');
  }
  return {
    server: bucketUrl('S3_ENDPOINT', required('S3_ENDPOINT')),
    browsers,
    bucket,
    region: values.S3_REGION,
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    timeoutMs: values.S3_TIMEOUT_SECONDS * 1_000,
  };
}

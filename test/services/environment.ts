/** What points Kinora at servers, or its tests at servers of one's own. */
const OF_SERVICES = [
  'EVENT_STORE_URL',
  'MONGODB_URL',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PUBLIC_ENDPOINT',
  'SMTP_URL',
  'API_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
];

/** Everybody in the tests comes from one machine: free credits have no caps there unless a test sets them. */
export const WITHOUT_CAPS: Readonly<Record<string, string>> = Object.fromEntries(
  ['VISITOR', 'SIGN_UP'].flatMap((kind) =>
    ['ADDRESS', 'NETWORK', 'DAY'].map((by) => [`${kind}_GRANTS_PER_${by}`, '0']),
  ),
);

/**
 * The environment for a process that a test starts: the test's own, without Node options meant for jest and without
 * what would point the process at servers that the test did not choose.
 * @param more set on top
 */
export function childEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...Object.fromEntries(OF_SERVICES.map((name) => [name, undefined])),
    NODE_OPTIONS: '',
    ...WITHOUT_CAPS,
    // What a test finds in Explore, it has published.
    HOUSE_POSTS: '0',
    ...more,
  };
}

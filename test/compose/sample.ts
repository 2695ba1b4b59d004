/** What an operator would fill into `.env`. */
export const SAMPLE: Readonly<Record<string, string>> = { AUTH_SECRET: 's'.repeat(96), S3_ACCESS_KEY_ID: 'kinora', S3_SECRET_ACCESS_KEY: 'k'.repeat(40) };

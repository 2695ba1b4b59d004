/** What an operator would fill into `.env` to run everything on one host. */
export const SAMPLE: Readonly<Record<string, string>> = {
  COMPOSE_PROFILES: 'stores,mailpit,tls,stripe',
  AUTH_SECRET: 's'.repeat(96),
  STORES_PASSWORD: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  S3_ACCESS_KEY_ID: 'kinora',
  S3_SECRET_ACCESS_KEY: 'k'.repeat(40),
  SMTP_URL: 'smtp://mailpit:1025?tls=off',
};

/** Variables of `.env` that Docker Compose reads and Kinora does not. */
export const COMPOSE_VARIABLES: readonly string[] = ['COMPOSE_PROFILES', 'STORES_PASSWORD'];

/** The lines of a `.env` file, quoted so that nothing in a value is taken for a variable. */
export const envFile = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');

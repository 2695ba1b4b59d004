/**
 * User and password of an address as a header (RFC 7617).
 * @returns no header for an address without a user
 */
export const basicCredentials = (
  { username, password }: Pick<URL, 'username' | 'password'>,
  header: 'authorization' | 'proxy-authorization',
): Record<string, string> =>
  username === ''
    ? {}
    : {
        [header]: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      };

import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The device number that goes with a device id. */
export const deviceNumber = (deviceId: string): string =>
  createHash('sha256').update(`kinora-device:v1:${deviceId}`).digest('hex');

/** A browser as far as the auth wire sees one: cookies, and forms as the NextAuth client posts them. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly setCookies: string[] = [];

  constructor(readonly url: string) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(`${this.url}${path}`, { redirect: 'manual', ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      this.setCookies.push(line);
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  async csrf(): Promise<string> {
    return z.object({ csrfToken: z.string() }).parse(await (await this.fetch('/api/auth/csrf')).json()).csrfToken;
  }

  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async signIn(
    deviceId: string,
    fields: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const csrfToken = await this.csrf();
    const own = {
      deviceId,
      deviceNumber: deviceNumber(deviceId),
      version: 'v1',
      redirect: 'false',
      csrfToken,
      callbackUrl: `${this.url}/home`,
      json: 'true',
    };
    return this.post('/api/auth/callback/anonymous', { ...own, ...fields }, headers);
  }

  async session(): Promise<unknown> {
    return (await this.fetch('/api/auth/session')).json();
  }
}

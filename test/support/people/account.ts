import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AppRouter } from '../../../src/app-router.js';
import { userDocument, USERS } from '../../../src/identity/accounts/user.js';
import type { MailOutbox, OutgoingMail } from '../../../src/platform/mail/port.js';
import type { TestApp } from '../servers/app.js';
import { Browser } from '../browser/auth-browser.js';
import { until } from '../until.js';

export const PASSWORD = 'correct horse battery';

const sessionAnswer = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.string().exactOptional(),
      anonymousId: z.string().exactOptional(),
      roles: z.array(z.string()).exactOptional(),
      deviceId: z.string().exactOptional(),
    })
    .loose(),
});
export type SessionOf = z.infer<typeof sessionAnswer>['user'];

/** A browser with the typed client beside the auth wire. */
export class Person extends Browser {
  readonly api: ReturnType<typeof createTRPCClient<AppRouter>>;
  deviceId: string = randomUUID();

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    super(url);
    this.api = createTRPCClient<AppRouter>({
      links: [
        httpLink({
          url: `${url}/api/trpc`,
          headers,
          // tRPC's type of init is fetch's own with undefined allowed where exactOptionalPropertyTypes would have it
          // left out.
          fetch: (input, init) =>
            this.fetch(String(input instanceof Request ? input.url : input).slice(url.length), init as RequestInit),
        }),
      ],
    });
  }

  /** Comes as a visitor, as every browser does. */
  async visit(): Promise<SessionOf> {
    const answer = await this.signIn(this.deviceId);
    if (answer.status !== 200) throw new Error(`no visitor: ${await answer.text()}`);
    return this.me();
  }

  /** Who the session says this is. @throws when there is none */
  async me(): Promise<SessionOf> {
    return sessionAnswer.parse(await this.session()).user;
  }

  /**
   * By email and password, as the NextAuth client posts them; `code` is what the client hands its caller as `error`.
   */
  async enter(
    fields: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly code: string | undefined; readonly retryAfter: string | null }> {
    const csrfToken = await this.csrf();
    const answer = await this.post('/api/auth/callback/credentials', {
      redirect: 'false',
      csrfToken,
      callbackUrl: `${this.url}/home`,
      json: 'true',
      ...fields,
    });
    const { url } = z.object({ url: z.url() }).parse(await answer.json());
    return {
      status: answer.status,
      code: new URL(url).searchParams.get('error') ?? undefined,
      retryAfter: answer.headers.get('retry-after'),
    };
  }

  async leave(): Promise<void> {
    await this.post('/api/auth/signout', { csrfToken: await this.csrf(), callbackUrl: this.url, json: 'true' });
  }
}

/** The identifier and parameters that a call was refused with; the answer when it was not. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    return z.object({ identifier: z.string(), params: z.record(z.string(), z.unknown()) }).parse(error.data);
  }
}

/** The letters to an address, oldest first. */
export async function lettersTo(outbox: MailOutbox, to: string): Promise<OutgoingMail[]> {
  const { items } = await outbox.list(1_000);
  const mails = await Promise.all(items.filter((item) => item.to === to).map(({ id }) => outbox.get(id)));
  return mails.filter((mail) => mail !== undefined).reverse();
}

/** The outbox of an application under test. */
export function outboxOf(app: TestApp): MailOutbox {
  const { outbox } = app.parts.mail;
  if (outbox === undefined) throw new Error('the letters of this application go out');
  return outbox;
}

/** Waits until so many letters to an address are there. @returns the last of them */
export async function letter(app: TestApp, to: string, count = 1): Promise<OutgoingMail> {
  for (;;) {
    const mails = await lettersTo(outboxOf(app), to);
    const last = mails[count - 1];
    if (last !== undefined) return last;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The code in a letter. */
export const codeIn = (mail: OutgoingMail): string => /^(\d{6})$/m.exec(mail.text)?.[1] ?? '';
/** The token of the link in a letter. */
export const tokenIn = (mail: OutgoingMail): string => /[?&]token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
/** Where the link in a letter leads. */
export const linkIn = (mail: OutgoingMail): string => /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';

/** A person with an account, signed in in the browser they came with. */
export async function member(app: TestApp, email: string, password = PASSWORD): Promise<Person> {
  const person = new Person(app.url);
  await person.visit();
  await person.api.account.signUp.mutate({ email, password });
  const mail = await letter(app, email);
  await person.api.account.verifyEmail.mutate({ email, code: codeIn(mail) });
  return person;
}

/** Somebody with the role finance, who has neither bought nor made anything. */
export async function financeMember(app: TestApp, email: string): Promise<Person> {
  const person = await member(app, email);
  const { id } = await person.me();
  const users = await app.parts.documents.collection(USERS, (stored) => userDocument.parse(stored));
  const stored = await users.get(id);
  if (stored === undefined) throw new Error('nobody');
  await users.put({ id, document: { ...stored.document, roles: ['finance'] }, expectedVersion: stored.version });
  app.pass(6_000);
  await until(
    async () => (await person.me()).roles,
    (roles) => roles?.includes('finance') === true,
  );
  return person;
}

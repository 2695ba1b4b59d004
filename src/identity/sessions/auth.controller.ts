import '@fastify/cookie';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { JwtService } from '@nestjs/jwt';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { ERRORS, HTTP_STATUS, type ErrorIdentifier, type ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import {
  isSameOrigin,
  isSecure,
  publicOrigin,
  requestFacts,
  type NetworkSettings,
} from '../../platform/http/request.js';
import type { Random } from '../../platform/random.js';
import { CONFIG, RANDOM, WALL_CLOCK } from '../../platform/tokens.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { authForm, landing, signInPage, type AuthForm } from './auth-form.js';
import { agentOf } from './agent.js';
import type { SignedIn, SignInFrom } from './session-issuer.js';
import { isChecked, RevokeSession, SignInVisitor, SignInWithPassword } from '../commands.js';
import { cookieName, cookieOptions, keepDevice, readCookie, readDevice } from './cookies.js';
import { csrfCookie, csrfMatches, csrfTokenOf } from './csrf.js';
import { Limits } from '../sign-in/limits.js';
import { ATTEMPT_MS } from '../providers/attempts.js';
import { Federation } from '../providers/federation.js';
import { isFederated, type FederatedId } from '../providers/port.js';
import { SignInWithProvider } from '../providers/sign-in.command.js';
import type { Secrets } from '../sign-in/secrets.js';
import { sessionView, type SessionView } from './session-view.js';
import { SessionStrategy, signSession } from './session-token.js';
import { Sessions, type SessionDocument } from './sessions.js';
import { SECRETS } from './tokens.js';

/** The product's own sign-in methods, by their NextAuth provider id. */
const PROVIDERS = { anonymous: 'Visitor', credentials: 'Email' } as const;
type ProviderId = keyof typeof PROVIDERS;
const isProvider = (id: string): id is ProviderId => Object.hasOwn(PROVIDERS, id);
const BASE = '/api/auth';
/** Refusals for which NextAuth has its own code. Without an address from the provider, no account can be created. */
const WIRE_CODES: Partial<Record<ErrorIdentifier, string>> = { VALIDATION_ERROR: 'OAuthCreateAccount' };

interface ProviderView {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly signinUrl: string;
  readonly callbackUrl: string;
}

/** The HTTP protocol of the NextAuth v4 client. */
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
    private readonly strategy: SessionStrategy,
    private readonly jwt: JwtService,
    private readonly federation: Federation,
    private readonly limits: Limits,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly network: NetworkSettings,
  ) {}

  @Get('providers')
  providers(@Req() request: FastifyRequest): Readonly<Record<string, ProviderView>> {
    const base = this.base(request);
    const own = Object.entries(PROVIDERS).map(([id, name]) => ({ id, name, type: 'credentials' }));
    const others = this.federation.offered.map((offered) => ({ ...offered, type: 'oauth' }));
    return Object.fromEntries(
      [...own, ...others].map((one) => [
        one.id,
        { ...one, signinUrl: `${base}/signin/${one.id}`, callbackUrl: `${base}/callback/${one.id}` },
      ]),
    );
  }

  @Get('csrf')
  csrf(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): { csrfToken: string } {
    noStore(reply);
    const secure = isSecure(request, this.network);
    const known = csrfTokenOf(readCookie(request.headers.cookie, 'csrf', secure), this.secrets.csrf);
    const csrfToken = known ?? this.random.hex(32);
    if (known === undefined) {
      reply.setCookie(cookieName('csrf', secure), csrfCookie(csrfToken, this.secrets.csrf), cookieOptions(secure));
    }
    return { csrfToken };
  }

  @Get('session')
  async session(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView | Record<string, never>> {
    noStore(reply);
    const active = await this.strategy.active(request);
    if (active === undefined) return {};
    const current = await this.sessions.prolong(active);
    if (current !== active) this.setSession(request, reply, current.user.sid, current.session);
    return sessionView(current);
  }

  /** The client's `update`. The browser cannot change any session data, so the response is the current session. */
  @Post('session')
  @HttpCode(200)
  async update(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ): Promise<SessionView | Record<string, never>> {
    if (this.isForged(request, authForm(body))) {
      reply.status(400);
      return {};
    }
    return this.session(request, reply);
  }

  @Post('callback/:provider')
  @HttpCode(200)
  async callback(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ): Promise<unknown> {
    const form = authForm(body);
    if (!isProvider(provider)) return this.answer(reply, form, 404, this.signInPage(request, form));
    if (this.isForged(request, form))
      return this.answer(reply, form, 401, this.errorPage(request, 'MissingCSRF', provider));
    const from = this.from(request);
    const result = await this.begin(provider, form, from, await this.strategy.read(request));
    if (!result.ok) return this.refuse(request, reply, form, provider, result.error);
    this.setSession(request, reply, result.value.sid, result.value.session);
    if (result.value.device !== undefined)
      keepDevice((...cookie) => void reply.setCookie(...cookie), result.value.device, {
        secure: isSecure(request, this.network),
        at: this.clock.now(),
      });
    return this.answer(reply, form, 200, this.landing(request, form));
  }

  private begin(
    provider: ProviderId,
    { options }: AuthForm,
    from: SignInFrom,
    previous: SessionUser | undefined,
  ): Promise<Result<SignedIn, ProductError>> {
    switch (provider) {
      case 'anonymous':
        return this.commands.execute(new SignInVisitor(options, from, previous));
      case 'credentials':
        return this.commands.execute(
          new SignInWithPassword(
            { email: options['email'], password: options['password'], restore: options['restore'] },
            typeof options['human'] === 'string' ? { ...from, human: options['human'] } : from,
            previous,
          ),
        );
      default:
        return provider satisfies never;
    }
  }

  /** Sends the browser to an external provider; for the product's own sign-in methods, to the sign-in page. */
  @Post('signin/:provider')
  @HttpCode(200)
  async signIn(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ): Promise<unknown> {
    const form = authForm(body);
    if (this.isForged(request, form))
      return this.answer(reply, form, 401, this.errorPage(request, 'MissingCSRF', provider));
    if (!this.isOffered(provider))
      return this.answer(reply, form, isProvider(provider) ? 200 : 404, this.signInPage(request, form));
    const { ip, language } = requestFacts(request, this.network);
    const allowed = await this.limits.signIn(ip);
    if (!allowed.ok) return this.refuse(request, reply, form, provider, allowed.error);
    const attempt = await this.federation.begin(provider, {
      redirectUri: this.redirectUri(request, provider),
      landing: this.landing(request, form),
      language,
      restore: isChecked(form.options['restore']),
    });
    if (attempt === undefined) return this.answer(reply, form, 200, this.errorPage(request, 'OAuthSignin', provider));
    const secure = isSecure(request, this.network);
    reply.setCookie(
      cookieName('attempt', secure),
      attempt.secret,
      cookieOptions(secure, new Date(this.clock.now() + ATTEMPT_MS)),
    );
    return this.answer(reply, form, 200, attempt.url.href);
  }

  /** The redirect URI of a provider. */
  @Get('callback/:provider')
  async back(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    noStore(reply);
    if (!this.isOffered(provider)) return redirect(reply, this.errorPage(request, 'Callback'));
    const secure = isSecure(request, this.network);
    const secret = readCookie(request.headers.cookie, 'attempt', secure);
    reply.clearCookie(cookieName('attempt', secure), cookieOptions(secure));
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    let back: string | undefined;
    try {
      const answered = await this.federation.finish(
        provider,
        secret,
        new URL(`${this.redirectUri(request, provider)}${query}`),
      );
      back = landing(answered.attempt?.landing, publicOrigin(request, this.network));
      if (answered.is === 'failed') return redirect(reply, this.errorPage(request, answered.error, provider, back));
      const {
        profile,
        attempt: { language, restore },
      } = answered;
      const result = await this.commands.execute(
        new SignInWithProvider(
          { provider, profile, language, restore },
          this.from(request),
          await this.strategy.read(request),
        ),
      );
      if (!result.ok)
        return redirect(
          reply,
          this.errorPage(request, WIRE_CODES[result.error.identifier] ?? result.error.identifier, provider, back),
        );
      this.setSession(request, reply, result.value.sid, result.value.session);
      return redirect(reply, back);
    } catch (error) {
      // The caller is a browser navigation, so a page must be shown instead of an error code.
      if (!(error instanceof StoreUnavailable)) throw error;
      return redirect(reply, this.errorPage(request, 'TRY_AGAIN', provider, back));
    }
  }

  @Post('signout')
  @HttpCode(200)
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ): Promise<unknown> {
    const form = authForm(body);
    if (this.isForged(request, form)) return this.answer(reply, form, 401, this.errorPage(request, 'MissingCSRF'));
    const active = await this.strategy.active(request);
    if (active !== undefined) await this.commands.execute(new RevokeSession(active.user.sid));
    const secure = isSecure(request, this.network);
    reply.clearCookie(cookieName('session', secure), cookieOptions(secure));
    return this.answer(reply, form, 200, this.landing(request, form));
  }

  /**
   * The NextAuth client navigates here without a known provider, and when a session is required. Redirects to the web
   * app's sign-in page.
   */
  @Get(['signin', 'signin/:provider', 'signout'])
  signInRedirect(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('callbackUrl') callbackUrl: unknown,
    @Query('error') code: unknown,
  ): string {
    const origin = publicOrigin(request, this.network);
    return redirect(
      reply,
      signInPage(landing(callbackUrl, origin), origin, code === undefined ? {} : { error: errorCode(code) }),
    );
  }

  /** Redirects people to the web app's sign-in page, which shows the message; answers programs with the code. */
  @Get('error')
  error(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() query: Readonly<Record<string, unknown>>,
  ): unknown {
    const error = errorCode(query['error']);
    if (request.headers.accept?.includes('text/html') !== true) return { error };
    const { provider } = query;
    const origin = publicOrigin(request, this.network);
    return redirect(
      reply,
      signInPage(landing(query['callbackUrl'], origin), origin, {
        error,
        ...(typeof provider === 'string' && isFederated(provider) ? { provider } : {}),
      }),
    );
  }

  private isOffered(provider: string): provider is FederatedId {
    return this.federation.offered.some(({ id }) => id === provider);
  }

  private redirectUri(request: FastifyRequest, provider: FederatedId): string {
    return `${this.base(request)}/callback/${provider}`;
  }

  private from(request: FastifyRequest): SignInFrom {
    const { ip, country } = requestFacts(request, this.network);
    const device = readDevice(request.headers.cookie, isSecure(request, this.network));
    return { ip, agent: agentOf(request.headers['user-agent']), ...defined({ country, device }) };
  }

  private base(request: FastifyRequest): string {
    return `${publicOrigin(request, this.network)}${BASE}`;
  }

  private landing(request: FastifyRequest, form: AuthForm): string {
    return landing(form.callbackUrl, publicOrigin(request, this.network));
  }

  private errorPage(request: FastifyRequest, error: string, provider?: string, callbackUrl?: string): string {
    return `${this.base(request)}/error?${new URLSearchParams({ error, ...defined({ provider, callbackUrl }) }).toString()}`;
  }

  private signInPage(request: FastifyRequest, form: AuthForm): string {
    return `${this.base(request)}/signin?${new URLSearchParams({ callbackUrl: this.landing(request, form) }).toString()}`;
  }

  private isForged(request: FastifyRequest, form: AuthForm): boolean {
    return (
      !isSameOrigin(request, this.network) ||
      !csrfMatches(
        form.csrfToken,
        readCookie(request.headers.cookie, 'csrf', isSecure(request, this.network)),
        this.secrets.csrf,
      )
    );
  }

  /**
   * The client passes only the `error` parameter of the URL to its caller. So it holds the identifier of the error
   * catalogue, as NextAuth does with errors thrown by `authorize`; `code` repeats it.
   */
  private refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    form: AuthForm,
    provider: ProviderId | FederatedId,
    error: ProductError,
  ): unknown {
    const url = `${this.errorPage(request, error.identifier, provider)}&code=${error.identifier}`;
    if (typeof error.params['seconds'] === 'number') reply.header('retry-after', String(error.params['seconds']));
    return this.answer(reply, form, HTTP_STATUS[ERRORS[error.identifier]], url);
  }

  private answer(reply: FastifyReply, form: AuthForm, status: number, url: string): unknown {
    noStore(reply);
    if (form.wantsJson) {
      reply.status(status);
      return { url };
    }
    return redirect(reply, url);
  }

  private setSession(request: FastifyRequest, reply: FastifyReply, sid: string, session: SessionDocument): void {
    const secure = isSecure(request, this.network);
    const token = signSession(this.jwt, { sid, userId: session.userId }, this.clock.now(), session.expiresAt);
    reply.setCookie(cookieName('session', secure), token, cookieOptions(secure, new Date(session.expiresAt)));
  }
}

const errorCode = (code: unknown): string =>
  typeof code === 'string' && /^[A-Za-z_]{1,40}$/.test(code) ? code : 'Default';

function redirect(reply: FastifyReply, url: string): string {
  reply.status(302).header('location', url);
  return '';
}

function noStore(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-store');
}

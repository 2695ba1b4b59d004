import { Injectable } from '@nestjs/common';
import type { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import { createSecretKey } from 'node:crypto';
import { Strategy, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { isSecure, type NetworkSettings } from '../../platform/http/request.js';
import type { CarriesCookies, SessionReader, SessionUser } from '../../platform/http/security/session-user.js';
import { readCookie } from './cookies.js';
import type { ActiveSession, Sessions } from './sessions.js';

/**
 * Pinned for signing and verification: a token with another algorithm, including `none`, is refused (RFC 8725, 3.1).
 */
const ALGORITHM = 'HS256';
const ISSUER = 'kinora';

/** Claims of a token. They contain no personal data, and are only trusted together with the stored session. */
const claims = z.object({ sub: z.string().min(1), sid: z.string().min(1) });

/**
 * Signs the token of a session; its times are in seconds (RFC 7519).
 * @param expiresAt milliseconds since the epoch
 */
export function signSession(
  jwt: JwtService,
  session: { readonly sid: string; readonly userId: string },
  at: Millis,
  expiresAt: Millis,
): string {
  const seconds = (ms: Millis): number => Math.floor(ms / 1000);
  return jwt.sign(
    { sub: session.userId, sid: session.sid, iss: ISSUER, iat: seconds(at), exp: seconds(expiresAt) },
    { algorithm: ALGORITHM },
  );
}

type Outcome = ActiveSession | undefined;

/**
 * Authenticates the session cookie: passport-jwt verifies signature and times, then the `sid` is looked up in the
 * stored sessions.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'kinora-session') implements SessionReader {
  constructor(
    key: Buffer,
    private readonly sessions: Sessions,
    network: NetworkSettings,
  ) {
    const options: StrategyOptionsWithoutRequest = {
      // passport-jwt passes it to jsonwebtoken, which also accepts a key object. Bytes would be converted into one on
      // each request.
      secretOrKey: createSecretKey(key) as unknown as Buffer,
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      jwtFromRequest: (request: CarriesCookies) =>
        readCookie(request.headers.cookie, 'session', isSecure(request, network)) ?? null,
    };
    super(options);
  }

  /** Called by passport with the claims of a token whose signature and times are valid. */
  async validate(payload: unknown): Promise<ActiveSession | false> {
    const token = claims.safeParse(payload);
    if (!token.success) return false;
    const active = await this.sessions.find(token.data.sid);
    return active !== undefined && active.user.id === token.data.sub ? active : false;
  }

  /**
   * The session of a request.
   * @returns undefined when there is none, or it is forged, expired or revoked
   * @throws StoreUnavailable
   */
  active(request: CarriesCookies): Promise<ActiveSession | undefined> {
    return new Promise((resolve, reject) => {
      // Passport's protocol: each attempt is a copy of the strategy with callbacks for the outcome.
      const attempt = Object.assign(Object.create(this) as Strategy, {
        success: (outcome: Outcome) => resolve(outcome),
        fail: () => resolve(undefined),
        error: reject,
      });
      attempt.authenticate(request as Parameters<Strategy['authenticate']>[0]); // the strategy only reads the headers
    });
  }

  async read(request: CarriesCookies): Promise<SessionUser | undefined> {
    return (await this.active(request))?.user;
  }
}

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

/** Pinned for signing and for checking alike: a token of any other algorithm, `none` too, is refused (RFC 8725, 3.1). */
const ALGORITHM = 'HS256';
const ISSUER = 'kinora';

/** Seconds, as RFC 7519 has them; nothing personal, and nothing that is trusted without the session behind it. */
const claims = z.object({ sub: z.string().min(1), sid: z.string().min(1) });

/** Signs the token of a session. @param expiresAt milliseconds since the epoch */
export function signSession(jwt: JwtService, session: { readonly sid: string; readonly userId: string }, at: Millis, expiresAt: Millis): string {
  const seconds = (ms: Millis): number => Math.floor(ms / 1000);
  return jwt.sign({ sub: session.userId, sid: session.sid, iss: ISSUER, iat: seconds(at), exp: seconds(expiresAt) }, { algorithm: ALGORITHM });
}

type Outcome = ActiveSession | undefined;

/** passport-jwt over the session cookie: the signature and the times by passport, then the `sid` against the sessions kept. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'kinora-session') implements SessionReader {
  constructor(
    key: Buffer,
    private readonly sessions: Sessions,
    network: NetworkSettings,
  ) {
    const options: StrategyOptionsWithoutRequest = {
      // passport-jwt forwards it unread to jsonwebtoken, which takes a key object too; of bytes it would make one for each request.
      secretOrKey: createSecretKey(key) as unknown as Buffer,
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      jwtFromRequest: (request: CarriesCookies) => readCookie(request.headers.cookie, 'session', isSecure(request, network)) ?? null,
    };
    super(options);
  }

  /** Called by passport with the claims of a token whose signature and times are right. */
  async validate(payload: unknown): Promise<ActiveSession | false> {
    const token = claims.safeParse(payload);
    if (!token.success) return false;
    const active = await this.sessions.find(token.data.sid);
    return active !== undefined && active.user.id === token.data.sub ? active : false;
  }

  /** The session of a request. @returns undefined without one, or when it is forged, expired or revoked. @throws StoreUnavailable */
  active(request: CarriesCookies): Promise<ActiveSession | undefined> {
    return new Promise((resolve, reject) => {
      // Passport's own protocol: a copy of the strategy for each attempt, told what to do with its outcome.
      const attempt = Object.assign(Object.create(this) as Strategy, {
        success: (outcome: Outcome) => resolve(outcome),
        fail: () => resolve(undefined),
        error: reject,
      });
      attempt.authenticate(request as Parameters<Strategy['authenticate']>[0]); // reads the headers and nothing else
    });
  }

  async read(request: CarriesCookies): Promise<SessionUser | undefined> {
    return (await this.active(request))?.user;
  }
}

import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../platform/tokens.js';
import { COPIES, type RootsCopy } from './deliver/copies.js';
import type { RootsSettings } from './deliver/settings.shared.js';
import { accountsOf, rootBody } from './root.shared.js';
import { RootStore } from './root-store.js';
import { ROOTS_SHOWN, type RootsState } from './stamp/stamp.shared.js';
import { RootStamps } from './stamp/stamps.js';

/** The newest signed roots with their time stamps, and where they are delivered. */
export class GetRoots extends Query<RootsState> {}

@QueryHandler(GetRoots)
export class GetRootsHandler implements IQueryHandler<GetRoots> {
  constructor(
    private readonly roots: RootStore,
    private readonly stamps: RootStamps,
    @Inject(COPIES) private readonly copies: readonly RootsCopy[],
    @Inject(CONFIG) private readonly config: { readonly roots?: RootsSettings },
  ) {}

  /** @throws StoreUnavailable */
  async execute(): Promise<RootsState> {
    const { roots } = await this.roots.page(ROOTS_SHOWN);
    const stamps = new Map(
      (await this.stamps.among(roots.map(({ day }) => day))).map(({ day, at, authority, isTrusted }) => [
        day,
        { at, authority, isTrusted },
      ]),
    );
    const isMailed = (this.config.roots?.mailTo.length ?? 0) > 0;
    return {
      roots: roots.map(({ day, body }) => {
        const { events, streams, kid } = rootBody.parse(JSON.parse(body));
        return { day, events, streams, kid, stamp: stamps.get(day) ?? null };
      }),
      copies: [...this.copies.map(({ name }) => name), ...(isMailed ? ['mail' as const] : [])],
      isStamped: this.stamps.isConfigured,
      failure: (await this.stamps.failure()) ?? null,
    };
  }
}

/** The newest signed root in figures; undefined before the first. */
export interface RootFacts {
  /** The UTC day that it closes. */
  readonly day: string;
  readonly kid: string;
  /** Numbers of accounts and of events that it covers. */
  readonly accounts: number;
  readonly events: number;
}

/** What anybody may know of the newest signed root. */
export class GetNewestRoot extends Query<RootFacts | undefined> {}

@QueryHandler(GetNewestRoot)
export class GetNewestRootHandler implements IQueryHandler<GetNewestRoot> {
  constructor(private readonly roots: RootStore) {}

  /** @throws StoreUnavailable */
  async execute(): Promise<RootFacts | undefined> {
    const body = (await this.roots.newest())?.body;
    return body && { day: body.day, kid: body.kid, accounts: accountsOf(body), events: body.events };
  }
}

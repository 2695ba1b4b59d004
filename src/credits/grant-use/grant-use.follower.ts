import { passedOver, see, type Projection, type SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { LoggedEvent } from '../../kernel/event-sourcing/event.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { RefillStores } from '../../platform/projections/follower.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { StreamFollower } from '../../platform/projections/stream-follower.js';
import { ACCOUNT_PREFIX } from '../account/account.key.js';
import { accountCodec, type AccountEvent } from '../account/events.js';
import {
  dailyGrantUse,
  grantUseKey,
  useChanges,
  USING,
  withUse,
  type DailyGrantUse,
  type UseChange,
} from './grant-use.js';

/** The grants that are followed: the name of the read model, and what their ids begin with. */
export interface FollowedGrants {
  readonly name: string;
  readonly version: number;
  readonly grants: string;
}

/** An event with what it changes in one grant. */
interface Using extends SeenEvent<AccountEvent> {
  readonly change: UseChange;
}

const PASSED_OVER = passedOver({ codec: accountCodec, handles: USING });

function changeOf(seen: SeenEvent<AccountEvent>): UseChange {
  if (!('change' in seen)) throw new Error(`nothing was recorded for position ${seen.position}`);
  return (seen as Using).change; // `enter` is the only source of the runner's events and always sets it
}

function projectionOf({ name, version }: FollowedGrants): Projection<DailyGrantUse, AccountEvent> {
  return {
    name,
    version,
    prefix: ACCOUNT_PREFIX,
    codec: accountCodec,
    handles: USING,
    indexes: [],
    schema: dailyGrantUse,
    key: (seen) => grantUseKey(seen.stream, changeOf(seen).grantId),
    evolve: (before, seen) => withUse(before, seen.stream, changeOf(seen), seen.event.at),
  };
}

/**
 * Keeps the daily use of some grants up to date with the log. An event may use several grants, each its own document.
 */
export class GrantUseFollower extends StreamFollower<DailyGrantUse, AccountEvent, never> {
  readonly retryFrom = 'beginning';

  private constructor(
    private readonly followed: FollowedGrants,
    pages: ProjectionRunner<DailyGrantUse, AccountEvent>,
    parked: ParkedStreams,
  ) {
    super(pages, parked, 0);
  }

  /**
   * @param generation see `ProjectionRunner.open`
   * @throws StoreUnavailable
   */
  static async open(
    followed: FollowedGrants,
    documents: DocumentStore,
    parked: ParkedStreams,
    generation?: number,
  ): Promise<GrantUseFollower> {
    return new GrantUseFollower(
      followed,
      await ProjectionRunner.open(projectionOf(followed), documents, parked, generation),
      parked,
    );
  }

  openAnew({ documents, parked }: RefillStores, generation: number): Promise<GrantUseFollower> {
    return GrantUseFollower.open(this.followed, documents, parked, generation);
  }

  protected async enter(recorded: LoggedEvent): Promise<void> {
    if (PASSED_OVER.has(recorded.type)) return;
    const seen = see(accountCodec, recorded);
    for (const change of useChanges(seen.event)) {
      if (!change.grantId.startsWith(this.followed.grants)) continue;
      const using: Using = { ...seen, change };
      this.pages.gather(using);
    }
  }
}

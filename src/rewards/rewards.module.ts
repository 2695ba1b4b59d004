import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ChangeCredits } from '../credits/index.js';
import {
  USER_SIGNED_UP,
  userSignedUpData,
  VISITOR_ARRIVED,
  visitorArrivedData,
  VISITOR_GRANTED,
  visitorGrantedData,
} from '../identity/index.js';
import type { Clock } from '../kernel/clock.js';
import { Relay } from '../platform/documents/relay.js';
import { CLOCK } from '../platform/tokens.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import { RewardNoticesModule } from './notices.module.js';
import { signUpWelcome, welcome, type WelcomeGrant } from './welcome.policy.js';

/** Credits for new users, and notices about them. */
@Module({ imports: [RewardNoticesModule] })
export class RewardsModule implements OnModuleInit {
  constructor(
    private readonly relay: Relay,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.relay.register({
      name: 'rewards.welcome',
      types: [VISITOR_ARRIVED],
      handle: ({ id, data }) => this.give(welcome(visitorArrivedData.parse(data), this.clock.now()), id),
    });
    this.relay.register({
      name: 'rewards.visitor',
      types: [VISITOR_GRANTED],
      handle: ({ id, data }) =>
        this.give(welcome({ ...visitorGrantedData.parse(data), grantAllowed: true }, this.clock.now()), id),
    });
    this.relay.register({
      name: 'rewards.sign-up',
      types: [USER_SIGNED_UP],
      handle: ({ id, data }) => this.give(signUpWelcome(userSignedUpData.parse(data), this.clock.now()), id),
    });
  }

  private async give(grant: WelcomeGrant | undefined, causedBy: string): Promise<void> {
    if (grant === undefined) return;
    const answer = await this.commands.execute(new ChangeCredits(grant.account, grant.change, causedBy));
    if (answer.ok) return;
    // The ledger answers "try again". Throwing makes the relay retry without limit, as for an unavailable store.
    if (answer.error.identifier === 'TRY_AGAIN')
      throw new StoreUnavailable('event store', 'failed', 'a welcome could not be granted');
    // Already given on other terms, or the message came so late that the grant would have expired.
    if (['IDEMPOTENCY_MISMATCH', 'REQUEST_TOO_OLD'].includes(answer.error.identifier)) return;
    throw new Error(`a welcome was refused: ${answer.error.identifier}`);
  }
}

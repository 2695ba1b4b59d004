import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  USER_SIGNED_UP,
  userSignedUpData,
  VISITOR_ARRIVED,
  visitorArrivedData,
  VISITOR_GRANTED,
  visitorGrantedData,
} from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import { Relay } from '../../platform/documents/relay.js';
import { CLOCK } from '../../platform/tokens.js';
import { RewardGrants } from '../reward-grants.js';
import { signUpWelcome, welcome, type WelcomeGrant } from './welcome.policy.js';

/** Credits for new visitors and new accounts. */
@Module({
  providers: [
    { provide: RewardGrants, inject: [CommandBus], useFactory: (commands: CommandBus) => new RewardGrants(commands) },
  ],
  exports: [RewardGrants],
})
export class WelcomeModule implements OnModuleInit {
  constructor(
    private readonly relay: Relay,
    private readonly grants: RewardGrants,
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
    if (grant !== undefined) await this.grants.give(grant, causedBy);
  }
}

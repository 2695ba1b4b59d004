import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  FindMembership,
  FindSamePerson,
  USER_PURGED,
  USER_SIGNED_UP,
  userLeftData,
  userSignedUpData,
  VISITOR_MERGED,
  visitorMergedData,
  type UserSignedUp,
} from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { ok } from '../../kernel/result.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { ParkedStreams } from '../../platform/projections/parked.js';
import { PolicyRunner } from '../../platform/projections/policy-runner.js';
import type { Random } from '../../platform/random.js';
import { CLOCK, DOCUMENTS, RANDOM, WALL_CLOCK } from '../../platform/tokens.js';
import { grantOf, REWARD_TAKEN_BACK, rewardClaimed, takenBackReward } from '../grant.policy.js';
import { RewardGrants } from '../reward-grants.js';
import { WelcomeModule } from '../welcome/welcome.module.js';
import { accept, signUp } from './invite.js';
import { InviteStore } from './invite.store.js';
import { AcceptInviteHandler, GetInvitesHandler } from './invites.commands.js';
import { invitePolicy, type InviteStep } from './plan.policy.js';

/** Invites: follows sign-ups and payments of plans, and takes rewards back. */
@Module({
  imports: [WelcomeModule],
  providers: [
    {
      provide: InviteStore,
      inject: [DOCUMENTS, RANDOM],
      useFactory: (documents: DocumentStore, random: Random) => InviteStore.open(documents, random),
    },
    AcceptInviteHandler,
    GetInvitesHandler,
  ],
  exports: [InviteStore],
})
export class InvitesModule implements OnModuleInit {
  constructor(
    private readonly invites: InviteStore,
    private readonly grants: RewardGrants,
    private readonly queries: QueryBus,
    private readonly relay: Relay,
    private readonly runtime: LogRuntime,
    private readonly parked: ParkedStreams,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wallClock: Clock,
  ) {}

  onModuleInit(): void {
    this.runtime.add(new PolicyRunner(invitePolicy, (step) => this.apply(step), this.parked));
    this.relay.register({
      name: 'rewards.invited',
      types: [USER_SIGNED_UP],
      handle: ({ data }) => this.signedUp(userSignedUpData.parse(data)),
    });
    this.relay.register({
      name: 'rewards.taken-back',
      types: [REWARD_TAKEN_BACK],
      handle: async ({ id, data }) => {
        const { reward, reason } = takenBackReward.parse(data);
        const grant = grantOf(reward, this.clock.now());
        // The message that grants it may come later; it then changes nothing.
        await this.grants.give(grant, rewardClaimed(reward).id);
        await this.grants.takeBack(grant, reason, id);
      },
    });
    this.relay.register({
      name: 'rewards.inviters',
      types: [VISITOR_MERGED, USER_PURGED],
      handle: async ({ type, data }) => {
        if (type === USER_PURGED) return this.invites.forget(userLeftData.parse(data).userId);
        const { from, to } = visitorMergedData.parse(data);
        return this.merge(from, to);
      },
    });
  }

  private async apply({ userId, step }: InviteStep) {
    await this.invites.change(userId, (before) => ({ answer: undefined, change: step(before) }));
    return ok(undefined);
  }

  private async signedUp({ userId, grantAllowed, at = this.wallClock.now() }: UserSignedUp): Promise<void> {
    const inviter = (await this.invites.find(userId))?.inviter;
    const isSamePerson = inviter !== undefined && (await this.queries.execute(new FindSamePerson(inviter, userId)));
    // An inviter that came after the look-up was checked when it was accepted, because the address was known by then.
    await this.invites.change(userId, (before) => ({
      answer: undefined,
      change: signUp(before, { at, grantAllowed, isSamePerson: isSamePerson && before.inviter === inviter }),
    }));
  }

  /** What a visitor had accepted counts for the account. */
  private async merge(from: UserId, to: UserId): Promise<void> {
    const inviter = (await this.invites.find(from))?.inviter;
    if (inviter !== undefined) {
      const [memberSince, isSamePerson] = await Promise.all([
        this.queries.execute(new FindMembership(to)),
        this.queries.execute(new FindSamePerson(inviter, to)),
      ]);
      const acceptance = { inviter, memberSince, isSamePerson, at: this.wallClock.now() };
      await this.invites.change(to, (before) => {
        const { change } = accept(before, acceptance);
        return { answer: undefined, change };
      });
    }
    await this.invites.forget(from);
  }
}

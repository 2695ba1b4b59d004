import type { TodaysCheckIn } from './check-in/streak.shared.js';
import type { Mission, MissionId } from './missions/missions.shared.js';

/** Today's check-in and all missions, as their user sees them. */
export interface RewardsView {
  readonly today: TodaysCheckIn;
  readonly missions: readonly {
    readonly id: MissionId;
    /** Whole credits. */
    readonly credits: number;
    readonly page: Mission['page'];
    /** `completed`: its credits can be claimed. */
    readonly state: 'open' | 'completed' | 'claimed';
  }[];
}

/** Claimed credits. */
export interface ClaimedView {
  /** Whole credits. */
  readonly credits: number;
  /** Revision of the account with them; absent if they arrive a moment later. */
  readonly balance?: { readonly stream: string; readonly revision: number };
}

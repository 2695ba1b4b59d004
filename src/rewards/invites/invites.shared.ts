/** Credits of invites, whole. An amount that is no longer given must stay known to `reward.causes.ts`. */
export const INVITE_CREDITS = {
  /** To the friend, once, at sign-up. */
  joined: 10,
  /** To both, once the friend has paid for the first plan. */
  subscribed: 50,
} as const;

/** How long the credits of an invite can be spent, in days. */
export const INVITE_LASTS_DAYS = 30;

/** Name of the parameter of an invite link, on any page. */
export const INVITE_PARAMETER = 'invite';

/** A code: 12 characters of 32, which are 60 random bits. Without the letters i, l, o and u (Crockford's base 32). */
export const INVITE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
export const INVITE_CODE_LENGTH = 12;
export const INVITE_CODE = /^[0-9a-hjkmnp-tv-z]{12}$/;

/** What became of an accepted invite: it waits for the sign-up, or the caller has joined by it. */
export interface AcceptedInvite {
  readonly state: 'opened' | 'joined';
  /** Whole credits that the caller receives for joining; 0 where the day's or the mailbox's share is used up. */
  readonly credits: number;
}

/** A member's code, and figures of those who used it. */
export interface InvitesView {
  readonly code: string;
  /** People who opened the link or entered the code. */
  readonly invited: number;
  /** Of them, those who signed up through it. */
  readonly signedUp: number;
  /** Of them all, those who have paid for a plan afterwards, without those whose payment was returned. */
  readonly subscribed: number;
  /** Credits that the member has earned, whole. */
  readonly earned: number;
}

import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Collection, CollectionDefinition, OutboxMessage } from '../../platform/documents/port.js';
import { CONFLICT, retryConflicts } from '../../platform/documents/retry.js';
import { update, type Change } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import { addressClaimed, userSignedUp } from '../messages.js';
import { linkedIdentity, type Identities } from '../providers/identities.js';
import { isClaimed, promiseOf, sessionId, type UserDocument } from './user.js';
import type { Users } from './users.js';

export const EMAILS: CollectionDefinition = { name: 'emails_v1', indexes: [] };
const userId = z
  .string()
  .min(1)
  .transform((id) => id as UserId); // the brand is applied when the document is read
/** What a user's document gains together with an address. */
const known = z.object({
  email: z.string(),
  given: z.string(),
  language: z.string(),
  /** Absent for a user who signed in through a provider. */
  passwordHash: z.string().exactOptional(),
  identity: linkedIdentity.exactOptional(),
  name: z.string().exactOptional(),
  names: z.object({ firstName: z.string(), lastName: z.string() }).exactOptional(),
  country: z.string().exactOptional(),
  /**
   * Visitor sessions that continue: the one that requested the account and the one that proved the address. All others
   * end.
   */
  keeps: z.array(sessionId).exactOptional(),
  /** Whether the new account gets credits; decided once, before the claim. */
  grantAllowed: z.boolean().default(true),
  /** The address has not been proved by an email. */
  unproven: z.literal(true).exactOptional(),
});
type Pending = z.infer<typeof known>;

/** Owner of an address, by its key. This document makes an address unique to one user. */
export const emailDocument = z.object({
  userId,
  claimedAt: z.int(),
  /** Pending update of the user's document; removed once it is applied. */
  pending: known.exactOptional(),
});
export type EmailDocument = z.infer<typeof emailDocument>;

/** A claim of an address for a user, with the data that the user gains. */
export type Claim = z.input<typeof known> & { readonly emailKey: string; readonly userId: UserId };

/** Whether two claims come from the same sign-up: no two sign-ups share a hash or a provider's user. */
const isSame = (a: Pending, b: Pending): boolean =>
  a.passwordHash === b.passwordHash && a.identity?.key === b.identity?.key;

/**
 * Maps addresses to users. The address document is written first and decides. It carries the update of the user's
 * document and a message that applies it. After a crash between two writes, that message completes the update, or
 * whoever requests the address first.
 */
export class Addresses {
  constructor(
    private readonly emails: Collection<EmailDocument>,
    private readonly users: Users,
    private readonly identities: Pick<Identities, 'link'>,
    private readonly random: Random,
    /** Called when a user changes, to update cached sessions. */
    private readonly onChange: (user: UserId) => void,
  ) {}

  /**
   * Gives an address to the user who has proved it, by an email or through a provider.
   * @returns `used` when it had already been claimed by this sign-up, `taken` when it belongs to another user
   * @throws StoreUnavailable
   */
  async claim(claim: Claim, at: Millis): Promise<'claimed' | 'used' | 'taken'> {
    const { emailKey, userId: owner, ...facts } = claim;
    const pending = known.parse(facts);
    const document: EmailDocument = { userId: owner, claimedAt: at, pending };
    const result = await this.emails.put({
      id: emailKey,
      document,
      expectedVersion: 0,
      outbox: [addressClaimed(emailKey, owner)],
    });
    if (result === 'written') {
      await this.complete(emailKey);
      return 'claimed';
    }
    const before = (await this.emails.get(emailKey))?.document;
    if (before?.pending !== undefined && isSame(before.pending, pending)) {
      await this.complete(emailKey);
      return 'claimed';
    }
    return before?.userId === owner ? 'used' : 'taken';
  }

  /**
   * Releases the address of a purged user, so that it can be signed up again.
   * @throws StoreUnavailable
   */
  async release(emailKey: string, owner: UserId): Promise<void> {
    const found = await this.emails.get(emailKey);
    if (found?.document.userId === owner) await this.emails.delete(emailKey, found.version);
  }

  /**
   * The user who owns an address.
   * @throws StoreUnavailable
   */
  async owner(emailKey: string): Promise<UserDocument | undefined> {
    const id = await this.complete(emailKey);
    return id === undefined ? undefined : this.users.find(id);
  }

  /**
   * Applies the pending update to the user of an address. Idempotent.
   * @returns the user's id; undefined when nobody owns the address
   * @throws StoreUnavailable
   */
  async complete(emailKey: string): Promise<UserId | undefined> {
    return retryConflicts('the user of an address', async () => {
      const address = await update(this.emails, emailKey, (stored) => this.settled(emailKey, stored));
      // Another process has just given it to a new user, whose document must be updated first.
      return address?.document.pending === undefined ? address?.document.userId : CONFLICT;
    });
  }

  private async settled(emailKey: string, stored: EmailDocument): Promise<Change<EmailDocument>> {
    const { pending, ...settled } = stored;
    if (pending === undefined) return 'unchanged';
    if (await this.give(settled.userId, pending, settled.claimedAt)) {
      if (pending.identity !== undefined)
        await this.identities.link(pending.identity, settled.userId, settled.claimedAt);
      this.onChange(settled.userId);
      return { document: settled };
    }
    // The visitor who signed up has another address by now, or was merged into another account. This address gets a new
    // user.
    const own = this.random.uuid() as UserId; // the brand is applied when the id is created
    return { document: { ...stored, userId: own }, outbox: [addressClaimed(emailKey, own)] };
  }

  /** @returns false when the user has another address, or was merged into another account */
  private async give(id: UserId, pending: Pending, at: Millis): Promise<boolean> {
    const facts = { at, ...defined({ country: pending.country }) };
    const user = await this.users.changeOrCreate(id, facts, (stored) =>
      isClaimed(stored) ? 'unchanged' : withAddress(stored, pending, at),
    );
    return user !== undefined && user.email === pending.email && user.mergedInto === undefined;
  }
}

/**
 * Adds the address to the user, who is then no longer a visitor. `UserSignedUp` is sent once and triggers rewards. The
 * same write ends the visitor's sessions except those in `keeps`, so that a stolen visitor session gives no access to
 * the account.
 */
function withAddress(
  user: UserDocument,
  { email, given, passwordHash, language, name, names, keeps, grantAllowed, unproven }: Pending,
  at: Millis,
): { readonly document: UserDocument; readonly outbox: readonly OutboxMessage[] } {
  const sessionEpoch = (user.sessionEpoch ?? 0) + 1;
  const document: UserDocument = {
    ...user,
    email,
    emailGiven: given,
    emailVerified: at,
    language,
    sessionEpoch,
    ...(keeps === undefined || keeps.length === 0 ? {} : { livesOn: { epoch: sessionEpoch, sids: keeps } }),
    ...(passwordHash === undefined ? {} : { passwordHash, passwordChangedAt: at }),
    ...defined({ emailUnproven: unproven, name, names }),
    ...promiseOf(grantAllowed, at),
  };
  return { document, outbox: [userSignedUp({ userId: user.id, grantAllowed, at })] };
}

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
import { isClaimed, sessionId, type UserDocument } from './user.js';
import type { Users } from './users.js';

export const EMAILS: CollectionDefinition = { name: 'emails_v1', indexes: [] };
const userId = z.string().min(1).transform((id) => id as UserId); // the brand is given where the document is read
/** What becomes known of a user with their address. */
const known = z.object({
  email: z.string(), given: z.string(), language: z.string(),
  /** Absent for who has come by a provider. */
  passwordHash: z.string().exactOptional(),
  identity: linkedIdentity.exactOptional(),
  name: z.string().exactOptional(), names: z.object({ firstName: z.string(), lastName: z.string() }).exactOptional(), country: z.string().exactOptional(),
  /** The visitor's sessions that become the member's: the one that requested the account and the one that showed whose the address is. All others end. */
  keeps: z.array(sessionId).exactOptional(),
  /** Whether the new account is given credits; decided once, before the claim. */
  grantAllowed: z.boolean().default(true),
  /** No letter has come back from the address. */
  unproven: z.literal(true).exactOptional(),
});
type Pending = z.infer<typeof known>;

/** Whose an address is, by its key: what makes an address one user's. */
export const emailDocument = z.object({
  userId,
  claimedAt: z.int(),
  /** What the user's document has yet to learn. Gone once it has. */
  pending: known.exactOptional(),
});
export type EmailDocument = z.infer<typeof emailDocument>;

/** Who is to have an address, and what becomes known of them with it. */
export type Claim = z.input<typeof known> & { readonly emailKey: string; readonly userId: UserId };

/** Whether two claims are of the same sign-up: no two have the same hash, nor the same person at a provider. */
const isSame = (a: Pending, b: Pending): boolean => a.passwordHash === b.passwordHash && a.identity?.key === b.identity?.key;

/**
 * Which address is whose. The address's document comes first and decides; it carries what the user's document has to learn, and a
 * message that sees to it. A cut between any two writes is mended by that message, and by whoever requests the address before.
 */
export class Addresses {
  constructor(
    private readonly emails: Collection<EmailDocument>,
    private readonly users: Users,
    private readonly identities: Pick<Identities, 'link'>,
    private readonly random: Random,
    /** Hears of a user who has become another, for what is remembered of sessions. */
    private readonly onChange: (user: UserId) => void,
  ) {}

  /**
   * Gives an address to the user who has shown that it is theirs: a letter has reached them, or a provider says so.
   * @returns `used` when that had been done before, `taken` when the address is someone else's. @throws StoreUnavailable
   */
  async claim(claim: Claim, at: Millis): Promise<'claimed' | 'used' | 'taken'> {
    const { emailKey, userId: owner, ...facts } = claim;
    const pending = known.parse(facts);
    const document: EmailDocument = { userId: owner, claimedAt: at, pending };
    const result = await this.emails.put({ id: emailKey, document, expectedVersion: 0, outbox: [addressClaimed(emailKey, owner)] });
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

  /** Lets go of an address whose user is gone permanently, so that it may be signed up again. @throws StoreUnavailable */
  async release(emailKey: string, owner: UserId): Promise<void> {
    const found = await this.emails.get(emailKey);
    if (found?.document.userId === owner) await this.emails.delete(emailKey, found.version);
  }

  /** The user whose an address is. @throws StoreUnavailable */
  async owner(emailKey: string): Promise<UserDocument | undefined> {
    const id = await this.complete(emailKey);
    return id === undefined ? undefined : this.users.find(id);
  }

  /**
   * Sees to it that the user of an address knows of it; done before is as good.
   * @returns the user's id; undefined when the address is no one's. @throws StoreUnavailable
   */
  async complete(emailKey: string): Promise<UserId | undefined> {
    return retryConflicts('the user of an address', async () => {
      const address = await update(this.emails, emailKey, (stored) => this.settled(emailKey, stored));
      // Given to a user of its own just now, who has to learn of it.
      return address?.document.pending === undefined ? address?.document.userId : CONFLICT;
    });
  }

  private async settled(emailKey: string, stored: EmailDocument): Promise<Change<EmailDocument>> {
    const { pending, ...settled } = stored;
    if (pending === undefined) return 'unchanged';
    if (await this.give(settled.userId, pending, settled.claimedAt)) {
      if (pending.identity !== undefined) await this.identities.link(pending.identity, settled.userId, settled.claimedAt);
      this.onChange(settled.userId);
      return { document: settled };
    }
    // The visitor who signed up has got another address meanwhile, or went to another account: this one begins a user of its own.
    const own = this.random.uuid() as UserId; // the brand is given where the id is minted
    return { document: { ...stored, userId: own }, outbox: [addressClaimed(emailKey, own)] };
  }

  /** @returns false when the user has another address, or has become part of another account */
  private async give(id: UserId, pending: Pending, at: Millis): Promise<boolean> {
    const facts = { at, ...defined({ country: pending.country }) };
    const user = await this.users.changeOrCreate(id, facts, (stored) => (isClaimed(stored) ? 'unchanged' : withAddress(stored, pending, at)));
    return user !== undefined && user.email === pending.email && user.mergedInto === undefined;
  }
}

/**
 * The user with the address, no visitor any more; told once, for rewards. In the same write the visitor's sessions end but those that
 * are kept: whoever else has one has nothing of the account.
 */
function withAddress(user: UserDocument, { email, given, passwordHash, language, name, names, keeps, grantAllowed, unproven }: Pending, at: Millis): { readonly document: UserDocument; readonly outbox: readonly OutboxMessage[] } {
  const sessionEpoch = (user.sessionEpoch ?? 0) + 1;
  const document: UserDocument = {
    ...user, email, emailGiven: given, emailVerified: at, language, sessionEpoch,
    ...(keeps === undefined || keeps.length === 0 ? {} : { livesOn: { epoch: sessionEpoch, sids: keeps } }),
    ...(passwordHash === undefined ? {} : { passwordHash, passwordChangedAt: at }),
    ...defined({ emailUnproven: unproven, name, names }),
  };
  return { document, outbox: [userSignedUp({ userId: user.id, grantAllowed, at })] };
}

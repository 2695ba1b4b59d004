import { z } from 'zod';
import type { Millis } from '../kernel/clock.js';
import type { Collection, CollectionDefinition, OutboxMessage } from '../platform/documents/port.js';
import type { UserId } from '../platform/http/session-user.js';
import type { Random } from '../platform/random.js';
import { addressClaimed, userSignedUp } from './messages.js';
import type { SignUpDocument } from './sign-ups.js';
import type { UserDocument } from './user.js';
import type { Users } from './users.js';

export const EMAILS: CollectionDefinition = { name: 'emails_v1', indexes: [] };
const userId = z.string().min(1).transform((id) => id as UserId); // the brand is given where the document is read
/** Whose an address is, by its key: what makes an address one user's. */
export const emailDocument = z.object({
  userId,
  claimedAt: z.int(),
  /** What the user's document has yet to learn. Gone once it has. */
  pending: z
    .object({ email: z.string(), given: z.string(), passwordHash: z.string(), language: z.string(), name: z.string().exactOptional(), country: z.string().exactOptional() })
    .exactOptional(),
});
export type EmailDocument = z.infer<typeof emailDocument>;
type Pending = NonNullable<EmailDocument['pending']>;

/**
 * Which address is whose. The address's document comes first and decides; it carries what the user's document has to learn, and a
 * message that sees to it. A cut between any two writes is mended by that message, and by whoever asks for the address before.
 */
export class Addresses {
  constructor(
    private readonly emails: Collection<EmailDocument>,
    private readonly users: Users,
    private readonly random: Random,
    /** Hears of a user who has become another, for what is remembered of sessions. */
    private readonly onChange: (user: UserId) => void,
  ) {}

  /**
   * Gives an address to a sign-up's user, for its letter has reached whoever signed up.
   * @returns `used` when that had been done before, `taken` when the address is somebody else's. @throws StoreUnavailable
   */
  async claim(signUp: SignUpDocument, at: Millis): Promise<'claimed' | 'used' | 'taken'> {
    const { emailKey, email, given, passwordHash, language, name, country } = signUp;
    const pending: Pending = { email, given, passwordHash, language, ...(name === undefined ? {} : { name }), ...(country === undefined ? {} : { country }) };
    const document: EmailDocument = { userId: signUp.userId, claimedAt: at, pending };
    const result = await this.emails.put({ id: emailKey, document, expectedVersion: 0, outbox: [addressClaimed(emailKey, signUp.userId)] });
    if (result === 'written') {
      await this.complete(emailKey);
      return 'claimed';
    }
    const before = (await this.emails.get(emailKey))?.document;
    if (before?.pending !== undefined && before.pending.passwordHash === passwordHash) {
      await this.complete(emailKey);
      return 'claimed';
    }
    return before?.userId === signUp.userId ? 'used' : 'taken';
  }

  /** The user whose an address is. @throws StoreUnavailable */
  async owner(emailKey: string): Promise<UserDocument | undefined> {
    const id = await this.complete(emailKey);
    return id === undefined ? undefined : this.users.find(id);
  }

  /**
   * Sees to it that the user of an address knows of it; done before is as good.
   * @returns the user's id; undefined when the address is nobody's. @throws StoreUnavailable
   */
  async complete(emailKey: string): Promise<UserId | undefined> {
    for (;;) {
      const seen = await this.emails.get(emailKey);
      if (seen === undefined) return undefined;
      const { pending, ...settled } = seen.document;
      if (pending === undefined) return settled.userId;
      if (await this.give(settled.userId, pending, settled.claimedAt)) {
        await this.emails.put({ id: emailKey, document: settled, expectedVersion: seen.version });
        this.onChange(settled.userId);
        continue;
      }
      // The visitor who signed up has got another address meanwhile, or went to another account: this one begins a user of its own.
      const own = this.random.uuid() as UserId; // the brand is given where the id is minted
      await this.emails.put({ id: emailKey, document: { ...seen.document, userId: own }, expectedVersion: seen.version, outbox: [addressClaimed(emailKey, own)] });
    }
  }

  /** @returns false when the user has another address, or has become part of another account */
  private async give(id: UserId, pending: Pending, at: Millis): Promise<boolean> {
    const known = await this.users.change(id, (user) => (user.email !== undefined || user.mergedInto !== undefined ? 'keep' : withAddress(user, pending, at)));
    if (known !== undefined) return known.email === pending.email && known.mergedInto === undefined;
    await this.users.create(id, { at, ...(pending.country === undefined ? {} : { country: pending.country }) }, (user) => withAddress(user, pending, at));
    return this.give(id, pending, at);
  }
}

/** The user with the address, no visitor any more; told once, for rewards. */
function withAddress(user: UserDocument, { email, given, passwordHash, language, name }: Pending, at: Millis): { readonly document: UserDocument; readonly outbox: readonly OutboxMessage[] } {
  const document: UserDocument = {
    ...user, email, emailGiven: given, emailVerified: at, passwordHash, passwordChangedAt: at, language,
    ...(name === undefined ? {} : { name }),
  };
  return { document, outbox: [userSignedUp({ userId: user.id })] };
}

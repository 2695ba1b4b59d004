import { z } from 'zod';
import type { UserId } from '../../kernel/ids.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../../platform/documents/port.js';
import { decide, remove, upsert } from '../../platform/documents/update.js';
import type { Random } from '../../platform/random.js';
import { rewardClaimed, rewardTakenBack } from '../grant.policy.js';
import type { Invite, InviteChange } from './invite.js';
import {
  INVITE_ALPHABET,
  INVITE_CODE,
  INVITE_CODE_LENGTH,
  INVITE_CREDITS,
  type InvitesView,
} from './invites.shared.js';

export const INVITES: CollectionDefinition = {
  name: 'invites_v1',
  indexes: [
    ['inviter', 'joinedAt'],
    ['inviter', 'refundedAt', 'rewardedAt'],
  ],
};
export const INVITE_CODES: CollectionDefinition = { name: 'invite_codes_v1', indexes: [] };

const userId = z
  .string()
  .min(1)
  .transform((text) => text as UserId); // the brand is applied when the document is read
const inviteDocument = z.object({
  userId,
  /** The user's own code for friends. */
  code: z.string().regex(INVITE_CODE).exactOptional(),
  inviter: userId.exactOptional(),
  openedAt: z.int().exactOptional(),
  existing: z.literal(true).exactOptional(),
  joinedAt: z.int().exactOptional(),
  signedUp: z.object({ at: z.int(), grantAllowed: z.boolean() }).exactOptional(),
  subscribed: z.object({ at: z.int(), grantId: z.string() }).exactOptional(),
  refundedAt: z.int().exactOptional(),
  rewardedAt: z.int().exactOptional(),
});
/** A user as an invited friend and as an inviter, by user id. Times in milliseconds since the epoch. */
export type InviteDocument = z.infer<typeof inviteDocument>;

/** The owner of a code, by the code. */
const codeDocument = z.object({ userId });
type CodeDocument = z.infer<typeof codeDocument>;

/**
 * The members' codes, and what became of those who used them. A decision and the messages of its grants are one write
 * on the friend's document, so that each is granted exactly once.
 */
export class InviteStore {
  private constructor(
    private readonly invites: Collection<InviteDocument>,
    private readonly codes: Collection<CodeDocument>,
    private readonly random: Pick<Random, 'between'>,
  ) {}

  static async open(documents: DocumentStore, random: Pick<Random, 'between'>): Promise<InviteStore> {
    return new InviteStore(
      await documents.collection(INVITES, (stored) => inviteDocument.parse(stored)),
      await documents.collection(INVITE_CODES, (stored) => codeDocument.parse(stored)),
      random,
    );
  }

  /** @throws StoreUnavailable */
  async find(user: UserId): Promise<InviteDocument | undefined> {
    return (await this.invites.get(user))?.document;
  }

  /**
   * Decides about a user as an invited friend.
   * @param decision may be called several times
   * @throws StoreUnavailable
   */
  change<Answer>(
    user: UserId,
    decision: (before: Invite) => { readonly answer: Answer; readonly change?: InviteChange | undefined },
  ): Promise<Answer> {
    return decide<InviteDocument, Answer>(this.invites, user, (stored) => {
      const { answer, change } = decision(stored?.document ?? { userId: user });
      if (change === undefined) return { answer };
      const { invite, granted, takenBack } = change;
      const code = stored?.document.code;
      return {
        answer,
        write: {
          document: { ...invite, ...(code === undefined ? {} : { code }) },
          outbox: [...granted.map(rewardClaimed), ...takenBack.map(rewardTakenBack)],
        },
      };
    });
  }

  /**
   * The user's code; the first call draws it.
   * @throws StoreUnavailable
   */
  async codeOf(user: UserId): Promise<string> {
    const drawn = Array.from({ length: INVITE_CODE_LENGTH }, () =>
      INVITE_ALPHABET.charAt(this.random.between(0, INVITE_ALPHABET.length - 1)),
    ).join('');
    const stored = await upsert(this.invites, user, (before) =>
      before?.code === undefined ? { document: { ...(before ?? { userId: user }), code: drawn } } : 'unchanged',
    );
    const code = stored?.document.code ?? drawn;
    // Also after a crash between the two writes; a code that is there already belongs to the user.
    await this.codes.put({ id: code, document: { userId: user }, expectedVersion: 0 });
    return code;
  }

  /** The owner of a code; undefined for an unknown one. @throws StoreUnavailable */
  async ownerOf(code: string): Promise<UserId | undefined> {
    return (await this.codes.get(code))?.document.userId;
  }

  /** What became of the friends of a user, without the code. @throws StoreUnavailable */
  async figuresOf(inviter: UserId): Promise<Omit<InvitesView, 'code'>> {
    // Counted by the indexes, where an absent time is null: an inviter may have any number of friends.
    const [invited, notJoined, notRefunded, neitherRewarded] = await Promise.all([
      this.invites.count({ inviter }),
      this.invites.count({ inviter, joinedAt: null }),
      this.invites.count({ inviter, refundedAt: null }),
      this.invites.count({ inviter, refundedAt: null, rewardedAt: null }),
    ]);
    const subscribed = notRefunded - neitherRewarded;
    return { invited, signedUp: invited - notJoined, subscribed, earned: subscribed * INVITE_CREDITS.subscribed };
  }

  /**
   * Forgets a user who has left: the code, and an invite that led to no account. What an inviter has earned by the user
   * stays with the inviter; of the user it holds the opaque id only.
   * @throws StoreUnavailable
   */
  async forget(user: UserId): Promise<void> {
    const code = (await this.find(user))?.code;
    if (code !== undefined) await remove(this.codes, code);
    const isRemoved = await remove(this.invites, user, isOfNobodyElse);
    if (!isRemoved && code !== undefined)
      await upsert(this.invites, user, (before) => {
        if (before === undefined) return 'unchanged';
        const { code: _own, ...rest } = before;
        return { document: rest };
      });
  }
}

const isOfNobodyElse = ({ joinedAt, existing }: InviteDocument): boolean =>
  joinedAt === undefined && existing === undefined;

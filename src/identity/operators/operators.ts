import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { decide, deleteWhere } from '../../platform/documents/update.js';
import { OPERATOR_ROLES, type OperatorRole, type UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import { linkId, linkToken } from '../sign-in/links.js';
import { adminClaimed } from '../messages.js';
import type { Sessions } from '../sessions/sessions.js';
import type { UserDocument } from '../accounts/user.js';
import type { Users } from '../accounts/users.js';

/** How long the link to the first administrator may be followed. */
const ADMIN_LINK_MS: Millis = 24 * 3_600_000;

export const ADMIN_LINKS: CollectionDefinition = { name: 'admin_links_v1', indexes: [['until']] };
/** A link that makes who follows it admin and finance, once. Of its token nothing is kept but the hash, which is the document's name. */
export const adminLinkDocument = z.object({
  createdAt: z.int(),
  until: z.int(),
  usedBy: z.string().min(1).transform((id) => id as UserId).exactOptional(), // the brand is given where the document is read
});
/** Stands for ever once the first link was offered, so that no other process and no later start offers one. */
const OFFERED = 'offered';
const FOR_EVER = Number.MAX_SAFE_INTEGER;
export type AdminLinkDocument = z.infer<typeof adminLinkDocument>;

/** Where a token of `Operators.issue` is used. @param origin where browsers find the product, without a slash at the end */
export const adminLink = (origin: string, token: string): string => `${origin}/admin/first?token=${token}`;

/** Who may run the installation: roles are granted by the operator only, by command or link. */
export class Operators {
  constructor(
    private readonly links: Collection<AdminLinkDocument>,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly random: Random,
    private readonly key: Buffer,
  ) {}

  /** A new link's token. The links before it stay good until they end. @throws StoreUnavailable */
  async issue(at: Millis): Promise<string> {
    const token = linkToken(this.key, 'admin', this.random.hex(16));
    const id = linkId('admin', token);
    if (id === undefined) throw new Error('a token of our own is none');
    await this.links.put({ id, document: { createdAt: at, until: at + ADMIN_LINK_MS }, expectedVersion: 0 });
    return token;
  }

  /**
   * The link that a new installation offers: to whoever asks first, when there is no one with a role yet. Should that process
   * end before it has told anybody, `issue` makes another.
   * @returns a token, or nothing when it was offered already or is not needed. @throws StoreUnavailable
   */
  async offer(at: Millis): Promise<string | undefined> {
    if ((await this.links.get(OFFERED)) !== undefined) return undefined;
    const isRunBySomebody = (await this.list()).length > 0;
    const first = (await this.links.put({ id: OFFERED, document: { createdAt: at, until: FOR_EVER }, expectedVersion: 0 })) === 'written';
    return first && !isRunBySomebody ? this.issue(at) : undefined;
  }

  /** Whether a link may still be used. @throws StoreUnavailable */
  async stateOf(token: string, at: Millis): Promise<'open' | 'used' | 'expired'> {
    const id = linkId('admin', token);
    const link = id === undefined ? undefined : (await this.links.get(id))?.document;
    if (link === undefined || link.until <= at) return 'expired';
    return link.usedBy === undefined ? 'open' : 'used';
  }

  /**
   * Uses a link, once. A cut after the link was used is mended by its message.
   * @returns why it is worth nothing, otherwise. @throws StoreUnavailable
   */
  async claim(token: string, by: UserId, at: Millis): Promise<'claimed' | 'used' | 'expired'> {
    const id = linkId('admin', token);
    if (id === undefined) return 'expired';
    const answer = await decide<AdminLinkDocument, 'claimed' | 'used' | 'expired'>(this.links, id, (link) => {
      if (link === undefined || link.document.until <= at) return { answer: 'expired' };
      if (link.document.usedBy !== undefined) return { answer: 'used' };
      return { answer: 'claimed', write: { document: { ...link.document, usedBy: by }, outbox: [adminClaimed(id, by)] } };
    });
    if (answer === 'claimed') await this.makeOperator(by);
    return answer;
  }

  /** Gives every role; done before is as good. @throws StoreUnavailable */
  async makeOperator(userId: UserId): Promise<void> {
    for (const role of OPERATOR_ROLES) await this.grant(userId, role);
  }

  /** Gives a role to an account; whoever has no verified address gets none. @returns the user; undefined when there is none. @throws StoreUnavailable */
  grant(userId: UserId, role: OperatorRole): Promise<UserDocument | undefined> {
    return this.changeRoles(userId, ({ roles, email }) => (email === undefined || roles.includes(role) ? roles : OPERATOR_ROLES.filter((one) => one === role || roles.includes(one))));
  }

  /** Takes a role away. @returns the user; undefined when there is none. @throws StoreUnavailable */
  revoke(userId: UserId, role: OperatorRole): Promise<UserDocument | undefined> {
    return this.changeRoles(userId, ({ roles }) => roles.filter((one) => one !== role));
  }

  /** Everybody with a role. @throws StoreUnavailable */
  async list(): Promise<readonly UserDocument[]> {
    const found: UserDocument[] = [];
    for await (const user of this.users.all()) if (user.roles.length > 0) found.push(user);
    return found;
  }

  /** @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.links, { range: { field: 'until', below: at } });
  }

  private async changeRoles(userId: UserId, change: (stored: UserDocument) => readonly OperatorRole[]): Promise<UserDocument | undefined> {
    const user = await this.users.change(userId, (stored) => {
      const roles = change(stored);
      return roles.length === stored.roles.length ? 'unchanged' : { document: { ...stored, roles: [...roles] } };
    });
    this.sessions.forget(userId);
    return user;
  }
}

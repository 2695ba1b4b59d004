import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';
import { decide, deleteWhere } from '../../platform/documents/update.js';
import { OPERATOR_ROLES, type OperatorRole, type UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import { linkId, linkToken } from '../sign-in/links.js';
import { adminClaimed } from '../messages.js';
import type { Sessions } from '../sessions/sessions.js';
import type { UserDocument } from '../accounts/user.js';
import type { Users } from '../accounts/users.js';
import type { RoleLog } from './operator-log/log.js';

/** How long an administrator link is valid. */
const ADMIN_LINK_MS: Millis = 24 * 3_600_000;

export const ADMIN_LINKS: CollectionDefinition = { name: 'admin_links_v1', indexes: [['until']] };
/** An administrator link, valid once. The document id is the hash of its token; nothing else of the token is stored. */
export const adminLinkDocument = z.object({
  createdAt: z.int(),
  until: z.int(),
  usedBy: z
    .string()
    .min(1)
    .transform((id) => id as UserId)
    .exactOptional(), // the brand is applied when the document is read
});
/**
 * Id of a permanent document that records that the first link was offered, so that no other process and no later start
 * offers one.
 */
const OFFERED = 'offered';
const FOR_EVER = Number.MAX_SAFE_INTEGER;
export type AdminLinkDocument = z.infer<typeof adminLinkDocument>;

/** Who changes a role, and by which command or link. */
export interface RoleActor {
  readonly who: UserId;
  readonly what: string;
}

/** What gives roles to the user of an administrator link, in the operator log. */
const ADMIN_LINK = 'admin link';

/**
 * The URL for a token of `Operators.issue`.
 * @param origin public origin of the product, without a trailing slash
 */
export const adminLink = (origin: string, token: string): string => `${origin}/admin/first?token=${token}`;

/** Manages operator roles. Only the operator grants them, by a command or a link. */
export class Operators {
  private readonly changing = new KeyedMutex<UserId>();

  constructor(
    private readonly links: Collection<AdminLinkDocument>,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly random: Random,
    private readonly key: Buffer,
    private readonly log: RoleLog,
  ) {}

  /**
   * Issues the token of a new link. Earlier links stay valid until they expire.
   * @throws StoreUnavailable
   */
  async issue(at: Millis): Promise<string> {
    const token = linkToken(this.key, 'admin', this.random.hex(16));
    const id = linkId('admin', token);
    if (id === undefined) throw new Error('a token issued here is invalid');
    await this.links.put({ id, document: { createdAt: at, until: at + ADMIN_LINK_MS }, expectedVersion: 0 });
    return token;
  }

  /**
   * Offers the first link of a new installation, once and only if nobody has a role yet. If the process ends before it
   * shows the link, `issue` creates another.
   * @returns the token; undefined when a link was offered before or is not needed
   * @throws StoreUnavailable
   */
  async offer(at: Millis): Promise<string | undefined> {
    if ((await this.links.get(OFFERED)) !== undefined) return undefined;
    const isRunBySomebody = (await this.list()).length > 0;
    const first =
      (await this.links.put({ id: OFFERED, document: { createdAt: at, until: FOR_EVER }, expectedVersion: 0 })) ===
      'written';
    return first && !isRunBySomebody ? this.issue(at) : undefined;
  }

  /**
   * The state of a link.
   * @throws StoreUnavailable
   */
  async stateOf(token: string, at: Millis): Promise<'open' | 'used' | 'expired'> {
    const id = linkId('admin', token);
    const link = id === undefined ? undefined : (await this.links.get(id))?.document;
    if (link === undefined || link.until <= at) return 'expired';
    return link.usedBy === undefined ? 'open' : 'used';
  }

  /**
   * Uses a link once. After a crash, the outbox message grants the roles.
   * @returns `claimed`, or why the link is not valid
   * @throws StoreUnavailable
   */
  async claim(token: string, by: UserId, at: Millis): Promise<'claimed' | 'used' | 'expired'> {
    const id = linkId('admin', token);
    if (id === undefined) return 'expired';
    const answer = await decide<AdminLinkDocument, 'claimed' | 'used' | 'expired'>(this.links, id, (link) => {
      if (link === undefined || link.document.until <= at) return { answer: 'expired' };
      if (link.document.usedBy !== undefined) return { answer: 'used' };
      return {
        answer: 'claimed',
        write: { document: { ...link.document, usedBy: by }, outbox: [adminClaimed(id, by)] },
      };
    });
    if (answer === 'claimed') await this.makeOperator(by);
    return answer;
  }

  /**
   * Grants every role to the user of an administrator link. Idempotent.
   * @throws StoreUnavailable
   */
  async makeOperator(userId: UserId): Promise<void> {
    for (const role of OPERATOR_ROLES) await this.grant(userId, role, { who: userId, what: ADMIN_LINK });
  }

  /**
   * Grants a role to an account; does nothing for a user without an address. The grant is recorded before it is made.
   * @returns the user; undefined when there is none
   * @throws StoreUnavailable
   */
  grant(userId: UserId, role: OperatorRole, by: RoleActor): Promise<UserDocument | undefined> {
    return this.changeRoles(userId, role, by, 'granted', ({ roles, email }) =>
      email === undefined || roles.includes(role)
        ? roles
        : OPERATOR_ROLES.filter((one) => one === role || roles.includes(one)),
    );
  }

  /**
   * Revokes a role. This is recorded before it is done.
   * @returns the user; undefined when there is none
   * @throws StoreUnavailable
   */
  revoke(userId: UserId, role: OperatorRole, by: RoleActor): Promise<UserDocument | undefined> {
    return this.changeRoles(userId, role, by, 'revoked', ({ roles }) => roles.filter((one) => one !== role));
  }

  /**
   * All users with a role.
   * @throws StoreUnavailable
   */
  async list(): Promise<readonly UserDocument[]> {
    const found: UserDocument[] = [];
    for await (const user of this.users.all()) if (user.roles.length > 0) found.push(user);
    return found;
  }

  /** @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.links, { range: { field: 'until', below: at } });
  }

  private async changeRoles(
    userId: UserId,
    role: OperatorRole,
    by: RoleActor,
    change: 'granted' | 'revoked',
    next: (stored: UserDocument) => readonly OperatorRole[],
  ): Promise<UserDocument | undefined> {
    let isRecorded = false;
    // In order: a link's claim and its message grant the same roles, which is recorded once.
    const user = await this.changing.run(userId, () =>
      this.users.change(userId, async (stored) => {
        const roles = next(stored);
        if (roles.length === stored.roles.length) return 'unchanged';
        // After a conflict the decision runs again; the change is recorded once.
        if (!isRecorded) await this.log.recordRole(change, { role, userId, what: by.what, who: by.who });
        isRecorded = true;
        return { document: { ...stored, roles: [...roles] } };
      }),
    );
    this.sessions.forget(userId);
    return user;
  }
}

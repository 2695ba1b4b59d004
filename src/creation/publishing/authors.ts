import { createHmac } from 'node:crypto';
import { HOUSE_USER } from '../../identity/accounts/special-users.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Party } from './publication.js';

/** The owner of the posts of the house. It is no person, has no document, and nobody can sign in as it. */
export const HOUSE = HOUSE_USER as UserId; // a special user's id is one
/** Its public name. */
export const HOUSE_NAME = 'Kinora';

/** The author of a published work. */
export interface Author {
  /** See `Authors.idOf`. */
  readonly id: string;
  /** The user's public name; null if they chose none. */
  readonly name: string | null;
}

/** Looks up authors of published works. */
export class Authors {
  constructor(
    private readonly deps: {
      /** Key for public ids; the same in all processes. */
      readonly key: Buffer;
      /** A user's public name; undefined for a user who has left. */
      readonly nameOf: (id: UserId) => Promise<string | null | undefined>;
      /** Whether moderators have banned a user from publishing: then others see none of their works. */
      readonly isBanned: (id: UserId) => Promise<boolean>;
    },
  ) {}

  /**
   * Public id of an author: 32 hexadecimal digits of an HMAC-SHA-256 of the user's id. Without the key nobody can
   * compute it for a user id known from elsewhere, such as a receipt.
   */
  idOf(user: UserId): string {
    return createHmac('sha256', this.deps.key).update(user).digest('hex').slice(0, 32);
  }

  /**
   * @param by the caller's relation to the author's work: banned authors are shown to themselves and moderators only
   * @returns undefined for a user who has left, or who is banned
   */
  async find(user: UserId, by?: Party): Promise<Author | undefined> {
    const isShown = by?.owner === true || by?.moderator === true;
    const [name, isBanned] = await Promise.all([this.deps.nameOf(user), !isShown && this.deps.isBanned(user)]);
    return name === undefined || isBanned ? undefined : { id: this.idOf(user), name };
  }

  /** Several authors, each read once. */
  async findAll(ids: readonly UserId[], by?: Party): Promise<ReadonlyMap<UserId, Author | undefined>> {
    return new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await this.find(id, by)] as const)));
  }
}

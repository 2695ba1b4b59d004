import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { GrantCaps } from './grant-caps.js';

/** How long a mailbox gets no second grant, even if its account is deleted meanwhile. */
export const MAILBOX_KEPT_MS: Millis = 366 * 86_400_000;

/** The user who received a mailbox's grant, by the keyed hash of the mailbox. */
export const MAILBOXES: CollectionDefinition = { name: 'mailboxes_v1', indexes: [['until']] };
export const mailboxDocument = z.object({
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId), // the brand is applied when the document is read
  /** Milliseconds since the epoch. */
  until: z.int(),
});
export type MailboxDocument = z.infer<typeof mailboxDocument>;

/**
 * Providers with several domains per mailbox, characters in the local part that they ignore, and their tag separator.
 */
const PROVIDERS: readonly { readonly domains: readonly string[]; readonly ignores?: RegExp; readonly tag?: string }[] =
  [
    { domains: ['gmail.com', 'googlemail.com'], ignores: /\./g },
    { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignores: /[._-]/g },
    { domains: ['yahoo.com', 'ymail.com', 'rocketmail.com'], tag: '-' },
  ];

/**
 * The mailbox that receives email for an address, as far as its form shows: without a plus-tag for any provider (RFC
 * 5233), without the dots that Gmail ignores, and so on. Only grants are counted by mailbox; accounts are identified by
 * the whole address.
 * @param normal the normalized address
 */
export function mailboxOf(normal: string): string {
  const at = normal.lastIndexOf('@');
  const domain = normal.slice(at + 1);
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  const withoutTag = (local: string, tag: string): string =>
    local.indexOf(tag) > 0 ? local.slice(0, local.indexOf(tag)) : local;
  const untagged = withoutTag(normal.slice(0, at), '+');
  const bare = provider?.tag === undefined ? untagged : withoutTag(untagged, provider.tag);
  const local = provider?.ignores === undefined ? bare : bare.replace(provider.ignores, '');
  return `${local}@${provider?.domains[0] ?? domain}`;
}

/** Decides whether a new account gets credits: once per mailbox, within the caps. */
export class SignUpGrants {
  constructor(
    private readonly mailboxes: Collection<MailboxDocument>,
    private readonly caps: Pick<GrantCaps, 'take' | 'giveBack'>,
    private readonly key: Buffer,
  ) {}

  /**
   * Whether a user with a newly verified address gets credits. Once it was true, it stays true for the same user.
   * @param email the normalized address
   * @throws StoreUnavailable
   */
  async allow(
    { email, userId, ip }: { readonly email: string; readonly userId: UserId; readonly ip: string },
    at: Millis,
  ): Promise<boolean> {
    const id = createHmac('sha256', this.key)
      .update(`mailbox:${mailboxOf(email)}`)
      .digest('hex');
    const seen = await this.mailboxes.get(id);
    if (seen !== undefined) return seen.document.userId === userId;
    if (!(await this.caps.take('signUp', ip, at))) return false;
    let isWritten = false;
    try {
      isWritten =
        (await this.mailboxes.put({ id, document: { userId, until: at + MAILBOX_KEPT_MS }, expectedVersion: 0 })) ===
        'written';
    } finally {
      if (!isWritten) await this.caps.giveBack('signUp', ip, at);
    }
    return isWritten || (await this.mailboxes.get(id))?.document.userId === userId;
  }

  /** @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.mailboxes, { range: { field: 'until', below: at } });
  }
}

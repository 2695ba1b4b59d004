import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { decide, deleteWhere, update } from '../../platform/documents/update.js';
import type { SessionId, UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import { emailCode, linkId, linkToken } from './links.js';
import { letterDue } from '../messages.js';
import { nameText } from '../profile/profile.shared.js';
import { linkedIdentity } from '../providers/identities.js';
import { isSameText } from './same-text.js';
import { sessionId } from '../accounts/user.js';

/** How long a code is valid. */
const CODE_MS: Millis = 15 * 60_000;
/** How long a link is valid. */
export const LINK_MS: Millis = 24 * 3_600_000;
/** Code attempts per sign-up. */
export const CODE_TRIES = 5;
/**
 * Number of newest sign-ups per address and browser whose codes are accepted, so that the code of an earlier email
 * still works.
 */
const MAX_LIVE = 3;

export const SIGN_UPS: CollectionDefinition = { name: 'sign_ups_v1', indexes: [['emailKey', 'createdAt'], ['until']] };
const userId = z
  .string()
  .min(1)
  .transform((id) => id as UserId); // the brand is applied when the document is read
/** A sign-up whose address is not verified yet. Deleted after a day. */
export const signUpDocument = z.object({
  emailKey: z.string(),
  email: z.string(),
  given: z.string(),
  /** Absent for a sign-up through a provider that does not verify the address. */
  passwordHash: z.string().exactOptional(),
  identity: linkedIdentity.exactOptional(),
  name: z.string().exactOptional(),
  names: z.object({ firstName: z.string(), lastName: z.string() }).exactOptional(),
  country: z.string().exactOptional(),
  /** The user who will get the account: the visitor who signs up, or a new user. */
  userId,
  /**
   * The session that may enter the code, and follow the link without a password; absent for a browser without a
   * session. A sign-up started by a stranger is therefore useless in the reader's browser, even if both have sessions
   * of the same visitor.
   */
  by: sessionId.exactOptional(),
  /** The visitor session that signed up, whose user will get the account; absent without one. */
  asker: sessionId.exactOptional(),
  language: z.string(),
  seed: z.string(),
  triesLeft: z.int().min(0),
  createdAt: z.int(),
  codeUntil: z.int(),
  until: z.int(),
});
export type SignUpDocument = z.infer<typeof signUpDocument>;

const MAX_NAME_LENGTH = 80;
/** Sanitizes a name for pages and cookies; undefined when nothing is left. */
export const nameOf = (given: string | undefined): string | undefined => {
  const name = nameText(given ?? '');
  return name === '' ? undefined : [...name].slice(0, MAX_NAME_LENGTH).join('');
};

/** Data of a sign-up before its times and seed are added. */
export type SignUpFacts = Omit<SignUpDocument, 'seed' | 'triesLeft' | 'createdAt' | 'codeUntil' | 'until'>;

export interface SignUp {
  readonly id: string;
  readonly document: SignUpDocument;
}

/** Result of a code: its sign-up, a wrong code, or no sign-up left that accepts codes. */
export type CodeAnswer =
  { readonly is: 'right'; readonly signUp: SignUp } | { readonly is: 'wrong' } | { readonly is: 'over' };

/**
 * Stores sign-ups that wait for verification. Each has its own password, code and link, unaffected by others for the
 * same address.
 */
export class SignUps {
  constructor(
    private readonly documents: Collection<SignUpDocument>,
    private readonly key: Buffer,
    private readonly random: Random,
  ) {}

  /**
   * Stores a sign-up and, in the same write, the message that causes its email.
   * @throws StoreUnavailable
   */
  async begin(facts: SignUpFacts, at: Millis): Promise<void> {
    const seed = this.random.hex(16);
    const id = linkId('verify', linkToken(this.key, 'verify', seed));
    if (id === undefined) throw new Error('a token issued here is invalid');
    const document: SignUpDocument = {
      ...facts,
      seed,
      triesLeft: CODE_TRIES,
      createdAt: at,
      codeUntil: at + CODE_MS,
      until: at + LINK_MS,
    };
    await this.documents.put({
      id,
      document,
      expectedVersion: 0,
      outbox: [letterDue(id, { kind: 'verify', signUpId: id })],
    });
  }

  /**
   * @returns undefined when it does not exist or has expired
   * @throws StoreUnavailable
   */
  async find(id: string, at: Millis): Promise<SignUpDocument | undefined> {
    const document = (await this.documents.get(id))?.document;
    return document !== undefined && document.until > at ? document : undefined;
  }

  /**
   * The sign-up of a link's token.
   * @throws StoreUnavailable
   */
  async byToken(token: string, at: Millis): Promise<SignUp | undefined> {
    const id = linkId('verify', token);
    const document = id === undefined ? undefined : await this.find(id, at);
    return id === undefined || document === undefined ? undefined : { id, document };
  }

  /**
   * Sign-ups of an address that this browser started, newest first; at most `MAX_LIVE`.
   * @throws StoreUnavailable
   */
  async of(emailKey: string, by: SessionId | undefined, at: Millis): Promise<readonly SignUp[]> {
    return (await this.live(emailKey, at)).filter(({ document }) => document.by === by).slice(0, MAX_LIVE);
  }

  /**
   * The sign-up whose password a sign-in is compared with: this browser's, otherwise the newest.
   * @throws StoreUnavailable
   */
  async newest(emailKey: string, by: SessionId | undefined, at: Millis): Promise<SignUp | undefined> {
    const live = await this.live(emailKey, at);
    return live.find(({ document }) => document.by === by) ?? live[0];
  }

  /**
   * Lets another browser enter the code, after it has shown the sign-up's password.
   * @throws StoreUnavailable
   */
  async hand(id: string, to: SessionId | undefined): Promise<void> {
    await update(this.documents, id, (stored) => {
      if (stored.by === to) return 'unchanged';
      const { by: _, ...rest } = stored;
      return { document: to === undefined ? rest : { ...rest, by: to } };
    });
  }

  /**
   * Compares a code with the sign-ups of an address that this browser started. Each one loses an attempt before its
   * comparison, so that concurrent requests get no extra attempts.
   * @throws StoreUnavailable
   */
  async tryCode(emailKey: string, code: string, by: SessionId | undefined, at: Millis): Promise<CodeAnswer> {
    const mine = await this.of(emailKey, by, at);
    if (mine.length === 0) return { is: 'wrong' };
    let held = 0;
    for (const { id } of mine) {
      const signUp = await this.takeTry(id, at);
      if (signUp === undefined) continue;
      held += 1;
      if (isSameText(code, emailCode(this.key, signUp.seed))) return { is: 'right', signUp: { id, document: signUp } };
    }
    return held === 0 ? { is: 'over' } : { is: 'wrong' };
  }

  /** @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.documents, { range: { field: 'until', below: at } });
  }

  /** @returns undefined when no attempt is left or the code has expired */
  private takeTry(id: string, at: Millis): Promise<SignUpDocument | undefined> {
    return decide<SignUpDocument, SignUpDocument | undefined>(this.documents, id, (stored) => {
      if (stored === undefined || stored.document.triesLeft <= 0 || stored.document.codeUntil <= at)
        return { answer: undefined };
      const document = { ...stored.document, triesLeft: stored.document.triesLeft - 1 };
      return { answer: document, write: { document } };
    });
  }

  private async live(emailKey: string, at: Millis): Promise<readonly SignUp[]> {
    const { items } = await this.documents.find({
      where: { emailKey },
      order: { field: 'createdAt', direction: 'descending' },
      limit: 50,
    });
    return items.filter(({ document }) => document.until > at);
  }
}

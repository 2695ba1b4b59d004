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

/** How long a code may be typed in. */
const CODE_MS: Millis = 15 * 60_000;
/** How long a link may be followed. */
export const LINK_MS: Millis = 24 * 3_600_000;
/** Wrong codes a sign-up may see. */
export const CODE_TRIES = 5;
/** Of one address, the newest: the code of the letter before counts too. */
const MAX_LIVE = 3;

export const SIGN_UPS: CollectionDefinition = { name: 'sign_ups_v1', indexes: [['emailKey', 'createdAt'], ['until']] };
const userId = z.string().min(1).transform((id) => id as UserId); // the brand is given where the document is read
/** Someone who wants an account and has not yet shown that the address is theirs. Gone after a day. */
export const signUpDocument = z.object({
  emailKey: z.string(),
  email: z.string(),
  given: z.string(),
  /** Absent for who has come by a provider that does not say that the address is theirs. */
  passwordHash: z.string().exactOptional(),
  identity: linkedIdentity.exactOptional(),
  name: z.string().exactOptional(),
  names: z.object({ firstName: z.string(), lastName: z.string() }).exactOptional(),
  country: z.string().exactOptional(),
  /** Whose account it will be: the visitor's who signs up, or a new one. */
  userId,
  /**
   * The session that may type the code in and follow the link as it is; absent for a browser without one. So that a letter that
   * someone else has caused is worth nothing in the browser of who reads it, though both have a session of the same visitor.
   */
  by: sessionId.exactOptional(),
  /** The session that signed up, whose user the account will be; absent without one. */
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
/** A name as it may stand on a page and in a cookie; undefined when nothing of it can. */
export const nameOf = (given: string | undefined): string | undefined => {
  const name = nameText(given ?? '');
  return name === '' ? undefined : [...name].slice(0, MAX_NAME_LENGTH).join('');
};

/** What a sign-up is made of, before it has its times and its seed. */
export type SignUpFacts = Omit<SignUpDocument, 'seed' | 'triesLeft' | 'createdAt' | 'codeUntil' | 'until'>;

export interface SignUp {
  readonly id: string;
  readonly document: SignUpDocument;
}

/** What came of a code: the sign-up it belongs to, none of them, or no code that could still be right. */
export type CodeAnswer = { readonly is: 'right'; readonly signUp: SignUp } | { readonly is: 'wrong' } | { readonly is: 'over' };

/** Sign-ups that wait for their address to be verified. Each has its own password, code and link: another's changes nothing of it. */
export class SignUps {
  constructor(
    private readonly documents: Collection<SignUpDocument>,
    private readonly key: Buffer,
    private readonly random: Random,
  ) {}

  /** Keeps a sign-up, and with it the wish for its letter. @throws StoreUnavailable */
  async begin(facts: SignUpFacts, at: Millis): Promise<void> {
    const seed = this.random.hex(16);
    const id = linkId('verify', linkToken(this.key, 'verify', seed));
    if (id === undefined) throw new Error('a token of our own is none');
    const document: SignUpDocument = { ...facts, seed, triesLeft: CODE_TRIES, createdAt: at, codeUntil: at + CODE_MS, until: at + LINK_MS };
    await this.documents.put({ id, document, expectedVersion: 0, outbox: [letterDue(id, { kind: 'verify', signUpId: id })] });
  }

  /** @returns undefined when there is none or it is over. @throws StoreUnavailable */
  async find(id: string, at: Millis): Promise<SignUpDocument | undefined> {
    const document = (await this.documents.get(id))?.document;
    return document !== undefined && document.until > at ? document : undefined;
  }

  /** The sign-up of a link's token. @throws StoreUnavailable */
  async byToken(token: string, at: Millis): Promise<SignUp | undefined> {
    const id = linkId('verify', token);
    const document = id === undefined ? undefined : await this.find(id, at);
    return id === undefined || document === undefined ? undefined : { id, document };
  }

  /** The sign-ups of an address that a browser may speak for, the newest first. @throws StoreUnavailable */
  async of(emailKey: string, by: SessionId | undefined, at: Millis): Promise<readonly SignUp[]> {
    return (await this.live(emailKey, at)).filter(({ document }) => document.by === by).slice(0, MAX_LIVE);
  }

  /** The sign-up whose password a sign-in is held against: the browser's own, else the newest. @throws StoreUnavailable */
  async newest(emailKey: string, by: SessionId | undefined, at: Millis): Promise<SignUp | undefined> {
    const live = await this.live(emailKey, at);
    return live.find(({ document }) => document.by === by) ?? live[0];
  }

  /** Lets another browser type the code in, which has shown that it knows the sign-up's password. @throws StoreUnavailable */
  async hand(id: string, to: SessionId | undefined): Promise<void> {
    await update(this.documents, id, (stored) => {
      if (stored.by === to) return 'unchanged';
      const { by: _, ...rest } = stored;
      return { document: to === undefined ? rest : { ...rest, by: to } };
    });
  }

  /**
   * Holds a code against the sign-ups of an address that this browser may speak for. Each that it is held against loses a try
   * before, so that many at once are no more tries. @throws StoreUnavailable
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

  /** @returns undefined when none was left or the code's time is over */
  private takeTry(id: string, at: Millis): Promise<SignUpDocument | undefined> {
    return decide<SignUpDocument, SignUpDocument | undefined>(this.documents, id, (stored) => {
      if (stored === undefined || stored.document.triesLeft <= 0 || stored.document.codeUntil <= at) return { answer: undefined };
      const document = { ...stored.document, triesLeft: stored.document.triesLeft - 1 };
      return { answer: document, write: { document } };
    });
  }

  private async live(emailKey: string, at: Millis): Promise<readonly SignUp[]> {
    const { items } = await this.documents.find({ where: { emailKey }, order: { field: 'createdAt', direction: 'descending' }, limit: 50 });
    return items.filter(({ document }) => document.until > at);
  }
}

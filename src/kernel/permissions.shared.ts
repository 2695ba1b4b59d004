import { productError, type ProductError } from './errors.shared.js';

/**
 * Who may do what, for the server and the browser alike.
 * Someone is of one kind by their session and plan, and of one more for each role that the operator gave them: a role adds
 * to what a person may do and takes nothing away. The column of a role therefore says `no` where the role adds nothing.
 */

/** Granted by the operator only, never by a call from a browser. */
export const OPERATOR_ROLES = ['admin', 'finance'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** `no one` has no session yet; `anonymous` has one without an e-mail address. */
export const KINDS = ['nobody', 'anonymous', 'free', 'subscriber', 'unlimited', ...OPERATOR_ROLES] as const;
export type Kind = (typeof KINDS)[number];

/** The tiers of plans that are paid for. */
export const PAID_TIERS = ['basic', 'pro', 'unlimited', 'ultimate'] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

const KIND_OF_TIER = { basic: 'subscriber', pro: 'subscriber', unlimited: 'unlimited', ultimate: 'unlimited' } as const satisfies Readonly<Record<PaidTier, Kind>>;

/** What a kind is answered: `sign-in` and `upgrade` are refusals that a prompt follows. */
export const ANSWERS = ['yes', 'sign-in', 'upgrade', 'no'] as const;
export type Answer = (typeof ANSWERS)[number];

type Row = Readonly<Record<Kind, Answer>>;

const EVERYBODY = { nobody: 'yes', anonymous: 'yes', free: 'yes', subscriber: 'yes', unlimited: 'yes', admin: 'no', finance: 'no' } as const satisfies Row;
const SESSION = { ...EVERYBODY, nobody: 'sign-in' } as const satisfies Row;
const SIGNED_IN = { ...SESSION, anonymous: 'sign-in' } as const satisfies Row;
const ROLE = { nobody: 'sign-in', anonymous: 'no', free: 'no', subscriber: 'no', unlimited: 'no', admin: 'no', finance: 'no' } as const satisfies Row;
const ADMIN = { ...ROLE, admin: 'yes' } as const satisfies Row;
const FINANCE = { ...ROLE, finance: 'yes' } as const satisfies Row;

/** What may be done, and by whom. Every procedure and every guarded route names one of these. */
export const PERMISSIONS = {
  /** With models that are free. */
  create: { ...SESSION, admin: 'yes' },
  /** Where the operator keeps free use from the country that one is in. */
  createWhereRefused: { nobody: 'sign-in', anonymous: 'no', free: 'no', subscriber: 'yes', unlimited: 'yes', admin: 'yes', finance: 'no' },
  /** With models of plans, pro effects, above 720p, or without a watermark. */
  createPro: { nobody: 'sign-in', anonymous: 'upgrade', free: 'upgrade', subscriber: 'yes', unlimited: 'yes', admin: 'yes', finance: 'no' },
  publish: { ...SIGNED_IN, admin: 'yes' },
  report: { ...SIGNED_IN, admin: 'yes' },
  refer: { ...SIGNED_IN, admin: 'yes' },
  checkIn: { ...SIGNED_IN, admin: 'yes' },
  buyPlan: { ...SIGNED_IN, subscriber: 'no', unlimited: 'no' },
  /** To upgrade, cancel or reactivate the plan that one has. */
  changePlan: { ...SIGNED_IN, free: 'no' },
  handleReports: ADMIN,
  /** To decide on what users want to publish. */
  reviewWorks: ADMIN,
  editCatalogue: ADMIN,
  readLedgers: FINANCE,
  exportLedgers: FINANCE,
  reconcile: FINANCE,

  /** What is published for everybody: the catalogue and its prices, the keys that receipts are checked with, the request's own facts. */
  readPublic: EVERYBODY,
  signUp: EVERYBODY,
  /** By a letter to the address of the account. */
  recoverAccount: EVERYBODY,
  /** To write to whoever runs the installation. */
  contact: EVERYBODY,
  /** One's own creations and what they are made from. */
  ownWorks: SESSION,
  /** One's own account in the ledger: balance, statement, receipts. */
  ownCredits: SESSION,
  /** What the product knows of the caller, and tells them. */
  ownProfile: SESSION,
  /** To become an operator by the link that the operator was given. */
  claimRoles: SESSION,
  /** To end every session of one's own, also those of a visitor with a role. */
  endSessions: SESSION,
  /** To take everything of one's own away in a file; of a visitor, to have it deleted. */
  ownData: SESSION,
  /** Password, sessions, ways to sign in and end of one's own account. */
  ownAccount: SIGNED_IN,
  /** Usage is fetched only for users who are signed in. */
  ownUsage: SIGNED_IN,
  /** What administrators and finance did. */
  readOperatorLog: { ...ROLE, admin: 'yes', finance: 'yes' },
  /** Letters that stay in the installation. */
  readLetters: ADMIN,
  /** What people have written by the contact form. */
  answerMessages: ADMIN,
  connectEngines: ADMIN,
  /** Where money is only played with: to move the clock, and to let payments fail, go back or be disputed. */
  runSandbox: ADMIN,
  /** To have what one does counted, where one lets it be. */
  tellAnalytics: SESSION,
  readAnalytics: ADMIN,
} as const satisfies Readonly<Record<string, Row>>;
export type Permission = keyof typeof PERMISSIONS;

/** `PublicPermission`: of everybody, with or without a session. `MemberPermission`: of sessions with an e-mail address. */
export type PublicPermission = { [P in Permission]: (typeof PERMISSIONS)[P]['nobody'] extends 'yes' ? P : never }[Permission];
export type MemberPermission = { [P in Permission]: (typeof PERMISSIONS)[P]['anonymous'] extends 'sign-in' ? P : never }[Permission];
export type SessionPermission = Exclude<Permission, PublicPermission | MemberPermission>;

/** Whether what someone is answered depends on the plan that they pay for: no one else's needs to be requested. */
export function dependsOnPlan(permission: Permission, caller: Caller | undefined): boolean {
  if (caller?.email === undefined) return false;
  const row: Row = PERMISSIONS[permission];
  return row.free !== row.subscriber || row.free !== row.unlimited;
}

/** Whether it is a role alone that gives a permission: what is done by it is kept in the operators' log. */
export function isForOperators(permission: Permission): boolean {
  const row: Row = PERMISSIONS[permission];
  return KINDS.every((kind) => OPERATOR_ROLES.some((role) => role === kind) || row[kind] !== 'yes');
}

/** Of a kind whose tiers differ a number each. */
type Figure = number | Readonly<Partial<Record<PaidTier, number>>>;

/** As many as one likes. */
export const NO_LIMIT = Number.POSITIVE_INFINITY;

/** How much of something, by the same kinds. */
export const LIMITS = {
  /** Tasks that run at the same time. */
  parallelTasks: { nobody: 0, anonymous: 1, free: 1, subscriber: { basic: 2, pro: 4 }, unlimited: { unlimited: 6, ultimate: 8 }, admin: 8, finance: 0 },
  /** Videos of free models that are made in a day (UTC) for someone outside the United States. */
  freeVideosADay: { nobody: 0, anonymous: 3, free: 3, subscriber: NO_LIMIT, unlimited: NO_LIMIT, admin: NO_LIMIT, finance: 0 },
  /** Creations with models of the relaxed queue that cost no credits, in a day (UTC); the fair-use limit of an unlimited plan. */
  relaxedADay: { nobody: 0, anonymous: 0, free: 0, subscriber: 0, unlimited: { unlimited: 100, ultimate: 200 }, admin: 0, finance: 0 },
} as const satisfies Readonly<Record<string, Readonly<Record<Kind, Figure>>>>;
export type Limit = keyof typeof LIMITS;

/** What is known of someone: a session's user is one. */
export interface Caller {
  readonly email?: string | undefined;
  readonly roles: readonly string[];
}

/** Every kind that someone is of, that of session and plan first. */
export interface CallerKinds {
  readonly kinds: readonly Kind[];
  readonly tier?: PaidTier;
}

/**
 * Where someone stands.
 * @param caller undefined without a session
 * @param tier of the plan that they pay for now, if any; only someone with an e-mail address has one
 */
export function callerKindsOf(caller: Caller | undefined, tier?: PaidTier): CallerKinds {
  if (caller === undefined) return { kinds: ['nobody'] };
  const roles = OPERATOR_ROLES.filter((role) => caller.roles.includes(role));
  if (caller.email === undefined) return { kinds: ['anonymous', ...roles] };
  if (tier === undefined) return { kinds: ['free', ...roles] };
  return { kinds: [KIND_OF_TIER[tier], ...roles], tier };
}

/** What someone is answered. Where one of their kinds is asked to sign in they are, whatever else they are: a role represents no address. */
export function answerTo(permission: Permission, { kinds }: CallerKinds): Answer {
  const row: Row = PERMISSIONS[permission];
  const answers = new Set(kinds.map((kind) => row[kind]));
  return (['sign-in', 'yes', 'upgrade'] as const).find((answer) => answers.has(answer)) ?? 'no';
}

/** Whether someone may. */
export const may = (permission: Permission, callerKinds: CallerKinds): boolean => answerTo(permission, callerKinds) === 'yes';

/** What someone is refused with: NOT_SIGNED_IN, PRO_FEATURE or PERMISSION_ERROR; undefined when they may. */
export function refusalOf(permission: Permission, callerKinds: CallerKinds): ProductError | undefined {
  const answer = answerTo(permission, callerKinds);
  switch (answer) {
    case 'yes': return undefined;
    case 'sign-in': return productError('NOT_SIGNED_IN');
    case 'upgrade': return productError('PRO_FEATURE');
    case 'no': return productError('PERMISSION_ERROR');
    default: return answer satisfies never;
  }
}

/** How much someone may have: the most that one of their kinds may. @returns a whole number, or `NO_LIMIT` */
export function limitOf(limit: Limit, { kinds, tier }: CallerKinds): number {
  const row: Readonly<Record<Kind, Figure>> = LIMITS[limit];
  return Math.max(...kinds.map((kind) => {
    const figure = row[kind];
    if (typeof figure === 'number') return figure;
    return tier === undefined ? 0 : figure[tier] ?? 0;
  }));
}

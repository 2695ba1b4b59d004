import { productError, type ProductError } from './errors.shared.js';

/**
 * Permissions, for server and browser. A caller has one kind by session and plan, and one more for each role granted by
 * the operator. Roles only add permissions, so a role's column is `no` where the role adds nothing.
 */

/** Granted by the operator only, never by a call from a browser. */
export const OPERATOR_ROLES = ['admin', 'finance'] as const;
/** Who acts by the operator's commands; no user has this id. */
export const COMMAND_LINE = 'operator:cli';
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** `nobody` has no session yet; `anonymous` has a session without an email address. */
export const KINDS = ['nobody', 'anonymous', 'free', 'subscriber', 'unlimited', ...OPERATOR_ROLES] as const;
export type Kind = (typeof KINDS)[number];

/** Tiers of paid plans. */
export const PAID_TIERS = ['basic', 'pro', 'unlimited', 'ultimate'] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

const KIND_OF_TIER = {
  basic: 'subscriber',
  pro: 'subscriber',
  unlimited: 'unlimited',
  ultimate: 'unlimited',
} as const satisfies Readonly<Record<PaidTier, Kind>>;

/** Answers per kind: `sign-in` and `upgrade` are refusals that the UI follows with a prompt. */
export const ANSWERS = ['yes', 'sign-in', 'upgrade', 'no'] as const;
export type Answer = (typeof ANSWERS)[number];

type Row = Readonly<Record<Kind, Answer>>;

const EVERYBODY = {
  nobody: 'yes',
  anonymous: 'yes',
  free: 'yes',
  subscriber: 'yes',
  unlimited: 'yes',
  admin: 'no',
  finance: 'no',
} as const satisfies Row;
const SESSION = { ...EVERYBODY, nobody: 'sign-in' } as const satisfies Row;
const SIGNED_IN = { ...SESSION, anonymous: 'sign-in' } as const satisfies Row;
const ROLE = {
  nobody: 'sign-in',
  anonymous: 'no',
  free: 'no',
  subscriber: 'no',
  unlimited: 'no',
  admin: 'no',
  finance: 'no',
} as const satisfies Row;
const ADMIN = { ...ROLE, admin: 'yes' } as const satisfies Row;
const FINANCE = { ...ROLE, finance: 'yes' } as const satisfies Row;

/** All permissions and their answers. Every procedure and every guarded route names one. */
export const PERMISSIONS = {
  /** With free models. */
  create: { ...SESSION, admin: 'yes' },
  /** In countries for which the operator refuses free use. */
  createWhereRefused: {
    nobody: 'sign-in',
    anonymous: 'no',
    free: 'no',
    subscriber: 'yes',
    unlimited: 'yes',
    admin: 'yes',
    finance: 'no',
  },
  /** With models of plans, pro effects, above 720p, or without a watermark. */
  createPro: {
    nobody: 'sign-in',
    anonymous: 'upgrade',
    free: 'upgrade',
    subscriber: 'yes',
    unlimited: 'yes',
    admin: 'yes',
    finance: 'no',
  },
  publish: { ...SIGNED_IN, admin: 'yes' },
  /** To like and bookmark published works, and to follow their authors. */
  react: { ...SIGNED_IN, admin: 'yes' },
  report: { ...SIGNED_IN, admin: 'yes' },
  /** To see decisions on oneself and one's works, and to appeal against them. */
  appeal: { ...SIGNED_IN, admin: 'yes' },
  refer: { ...SIGNED_IN, admin: 'yes' },
  checkIn: { ...SIGNED_IN, admin: 'yes' },
  buyPlan: { ...SIGNED_IN, subscriber: 'no', unlimited: 'no' },
  /** To upgrade, cancel or reactivate one's own plan. */
  changePlan: { ...SIGNED_IN, free: 'no' },
  handleReports: ADMIN,
  /** To decide on submissions for publication. */
  reviewWorks: ADMIN,
  editCatalogue: ADMIN,
  /** To change the moderation policy. */
  editModeration: ADMIN,
  readLedgers: FINANCE,
  exportLedgers: FINANCE,
  reconcile: FINANCE,
  /** To request, approve, reject and reverse adjustments of accounts. */
  adjustCredits: FINANCE,
  /** To close months and to re-open them. */
  closeMonths: FINANCE,
  /** To change accounts, the policy for packs, and the reporting currency with its rates. */
  editAccounting: FINANCE,

  /** Public data: the catalogue and its prices, the verification keys of receipts, facts of the request itself. */
  readPublic: EVERYBODY,
  signUp: EVERYBODY,
  /** By a link in an email to the account's address. */
  recoverAccount: EVERYBODY,
  /** To write to the operator of the installation. */
  contact: EVERYBODY,
  /** One's own creations and their sources. */
  ownWorks: SESSION,
  /** One's own credit account: balance, statement, receipts. */
  ownCredits: SESSION,
  /** Data about the caller, for the caller. */
  ownProfile: SESSION,
  /** To accept a friend's invite, before or after the sign-up. */
  acceptInvite: SESSION,
  /** To become an operator by the link given to the operator. */
  claimRoles: SESSION,
  /** To end all of one's own sessions; also for visitors with a role. */
  endSessions: SESSION,
  /** To export all of one's own data; for visitors, also to delete it. */
  ownData: SESSION,
  /** Password, sessions, sign-in methods, API keys and deletion of one's own account. */
  ownAccount: SIGNED_IN,
  /** Usage is fetched only for users who are signed in. */
  ownUsage: SIGNED_IN,
  /** The log of administrators' and finance actions. */
  readOperatorLog: { ...ROLE, admin: 'yes', finance: 'yes' },
  /** Emails kept in the installation. */
  readLetters: ADMIN,
  /** Messages from the contact form. */
  answerMessages: ADMIN,
  connectEngines: ADMIN,
  /** In a sandbox: to move the clock, and to make payments fail, be refunded or disputed. */
  runSandbox: ADMIN,
  /** To have one's own usage counted, with consent. */
  tellAnalytics: SESSION,
  readAnalytics: ADMIN,
} as const satisfies Readonly<Record<string, Row>>;
export type Permission = keyof typeof PERMISSIONS;

/**
 * `PublicPermission`: allowed to everybody, with or without a session. `MemberPermission`: needs a session with an
 * email address.
 */
export type PublicPermission = {
  [P in Permission]: (typeof PERMISSIONS)[P]['nobody'] extends 'yes' ? P : never;
}[Permission];
export type MemberPermission = {
  [P in Permission]: (typeof PERMISSIONS)[P]['anonymous'] extends 'sign-in' ? P : never;
}[Permission];
export type SessionPermission = Exclude<Permission, PublicPermission | MemberPermission>;

/** Whether the answer depends on the paid plan; otherwise the plan need not be loaded. */
export function dependsOnPlan(permission: Permission, caller: Caller | undefined): boolean {
  if (caller?.email === undefined) return false;
  const row: Row = PERMISSIONS[permission];
  return row.free !== row.subscriber || row.free !== row.unlimited;
}

/** Whether only a role grants a permission: such actions are recorded in the operators' log. */
export function isForOperators(permission: Permission): boolean {
  const row: Row = PERMISSIONS[permission];
  return KINDS.every((kind) => OPERATOR_ROLES.some((role) => role === kind) || row[kind] !== 'yes');
}

/** One number per kind and tier. */
type Figure = number | Readonly<Partial<Record<PaidTier, number>>>;

/** No limit. */
export const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Numeric limits by kind. */
export const LIMITS = {
  /** Parallel tasks. */
  parallelTasks: {
    nobody: 0,
    anonymous: 1,
    free: 1,
    subscriber: { basic: 2, pro: 4 },
    unlimited: { unlimited: 6, ultimate: 8 },
    admin: 8,
    finance: 0,
  },
  /** Videos of free models per day (UTC) for users outside the United States. */
  freeVideosADay: {
    nobody: 0,
    anonymous: 3,
    free: 3,
    subscriber: NO_LIMIT,
    unlimited: NO_LIMIT,
    admin: NO_LIMIT,
    finance: 0,
  },
  /**
   * Creations per day (UTC) without credits, with models of the relaxed queue; the fair-use limit of an unlimited plan.
   */
  relaxedADay: {
    nobody: 0,
    anonymous: 0,
    free: 0,
    subscriber: 0,
    unlimited: { unlimited: 100, ultimate: 200 },
    admin: 0,
    finance: 0,
  },
  /** Drafts per day (UTC) without credits, while a connected engine makes the final. */
  draftsADay: { nobody: 0, anonymous: 10, free: 20, subscriber: 100, unlimited: 200, admin: 200, finance: 0 },
} as const satisfies Readonly<Record<string, Readonly<Record<Kind, Figure>>>>;
export type Limit = keyof typeof LIMITS;

/** The facts about a caller that decide permissions; a session's user qualifies. */
export interface Caller {
  readonly email?: string | undefined;
  readonly roles: readonly string[];
}

/** All kinds of a caller, that of session and plan first. */
export interface CallerKinds {
  readonly kinds: readonly Kind[];
  readonly tier?: PaidTier;
}

/**
 * The kinds of a caller.
 * @param caller undefined without a session
 * @param tier of the active paid plan, if any; requires an email address
 */
export function callerKindsOf(caller: Caller | undefined, tier?: PaidTier): CallerKinds {
  if (caller === undefined) return { kinds: ['nobody'] };
  const roles = OPERATOR_ROLES.filter((role) => caller.roles.includes(role));
  if (caller.email === undefined) return { kinds: ['anonymous', ...roles] };
  if (tier === undefined) return { kinds: ['free', ...roles] };
  return { kinds: [KIND_OF_TIER[tier], ...roles], tier };
}

/** The answer to a caller. `sign-in` of any kind wins, because a role does not replace an email address. */
export function answerTo(permission: Permission, { kinds }: CallerKinds): Answer {
  const row: Row = PERMISSIONS[permission];
  const answers = new Set(kinds.map((kind) => row[kind]));
  return (['sign-in', 'yes', 'upgrade'] as const).find((answer) => answers.has(answer)) ?? 'no';
}

/** Whether a caller has a permission. */
export const may = (permission: Permission, callerKinds: CallerKinds): boolean =>
  answerTo(permission, callerKinds) === 'yes';

/** The refusal: NOT_SIGNED_IN, PRO_FEATURE or PERMISSION_ERROR; undefined when allowed. */
export function refusalOf(permission: Permission, callerKinds: CallerKinds): ProductError | undefined {
  const answer = answerTo(permission, callerKinds);
  switch (answer) {
    case 'yes':
      return undefined;
    case 'sign-in':
      return productError('NOT_SIGNED_IN');
    case 'upgrade':
      return productError('PRO_FEATURE');
    case 'no':
      return productError('PERMISSION_ERROR');
    default:
      return answer satisfies never;
  }
}

/** A caller's limit: the maximum over its kinds. @returns a whole number, or `NO_LIMIT` */
export function limitOf(limit: Limit, { kinds, tier }: CallerKinds): number {
  const row: Readonly<Record<Kind, Figure>> = LIMITS[limit];
  return Math.max(
    ...kinds.map((kind) => {
      const figure = row[kind];
      if (typeof figure === 'number') return figure;
      return tier === undefined ? 0 : (figure[tier] ?? 0);
    }),
  );
}

import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { Projection, SeenEvent } from '../../kernel/event-sourcing/projection.js';
import { ACCOUNT_PREFIX } from '../account/account.key.js';
import { MOVED_COLUMNS, type MovedColumn } from '../movements/movements.shared.js';
import { GRANT_SOURCES, STATEMENT_KINDS, type StatementLine } from '../credits.shared.js';
import { accountCodec, type AccountEvent, type Allocation, type Returned } from '../account/events.js';
import { HOLD_EXPIRED, monthOf } from '../books/books.entries.js';
import { LINE_PARTS, type LinePart } from '../proof/receipt.shared.js';

const STEPS = [
  'granted',
  'deducted',
  'surcharge',
  'held',
  'extended',
  'captured',
  'released',
  'hold-expired',
  'expired',
  'revoked',
  'adjusted',
  'used',
] as const satisfies readonly StatementLine['steps'][number]['what'][];

/** Columns of the books whose figures lines explain, with the step that makes each movement. */
export const STEP_OF_COLUMN = {
  granted: 'granted',
  adjusted: 'adjusted',
  spent: 'captured',
  expired: 'expired',
  revoked: 'revoked',
} as const satisfies Readonly<Record<MovedColumn, Step['what']>>;
const COLUMN_OF_STEP: ReadonlyMap<Step['what'], MovedColumn> = new Map(
  MOVED_COLUMNS.map((column) => [STEP_OF_COLUMN[column], column]),
);

const partShape = z.object({ grantId: z.string(), amount: z.int() });
const stepShape = z.object({
  what: z.enum(STEPS),
  amount: z.int(),
  at: z.int(),
  reason: z.string().exactOptional(),
  /** The grants involved, with amounts. */
  grants: z.array(partShape).exactOptional(),
  /** For a revoked grant: the part that had been spent by then. */
  spent: z.int().exactOptional(),
});
const lineShape = z.object({
  account: z.string(),
  id: z.string(),
  kind: z.enum(STATEMENT_KINDS),
  at: z.int(),
  /** Log position of the line's first event. The statement is sorted by it. */
  opened: z.int(),
  steps: z.array(stepShape),
  paidBy: z.array(partShape),
  /** Only on a grant's own line. Other lines look up the grants that paid for them here. */
  grant: z
    .object({
      source: z.enum(GRANT_SOURCES),
      expiresAt: z.int().exactOptional(),
      /** Month of the expiry, `YYYY-MM` in UTC, or `never`. */
      ends: z.string(),
    })
    .exactOptional(),
  net: z.int(),
  availableAfter: z.int(),
  /** The part that was spent and that nobody has paid for, because the payment of its grant was reversed. */
  owed: z.object({ amount: z.int(), at: z.int() }).exactOptional(),
  /** A hold that was released as a whole, with the reason; `hold-expired` for one that ran out. */
  failed: z.object({ reason: z.string(), amount: z.int(), at: z.int() }).exactOptional(),
  /** When the line moved credits, by the column of the books that has the movement. */
  moved: z.partialRecord(z.enum(MOVED_COLUMNS), z.int()),
});
/** One line of the statement, as a document. */
export type LineDocument = z.infer<typeof lineShape>;
type Step = z.infer<typeof stepShape>;

/** The month of grants that never expire. */
export const NEVER = 'never';

/** Document id of a line. Each kind has its own id space. */
export function lineKey(account: string, kind: StatementLine['kind'], id: string): string {
  return `${account}/${kind}/${id}`;
}

type IdField<Type extends AccountEvent['type']> = keyof Extract<AccountEvent, { readonly type: Type }>['data'] & string;
/**
 * The roles that receipts know. Every event has one or none, and its id is a field of the event; the compiler checks
 * both.
 */
const PARTS: { readonly [Type in AccountEvent['type']]: LinePart<IdField<Type>> | null } = LINE_PARTS;

/** One document per line. All events of a creation go into one line. */
export const statementProjection: Projection<LineDocument, AccountEvent> = {
  name: 'credits_statement',
  version: 5,
  prefix: ACCOUNT_PREFIX,
  codec: accountCodec,
  handles: accountCodec.types.filter((type) => PARTS[type] !== null),
  indexes: [
    ['account', 'opened'],
    ['account', 'kind', 'opened'],
    ['account', 'at'],
    ['grant.source', 'opened'],
    ['grant.ends', 'opened'],
    ['id'],
    ['owed.at'],
    ['failed.reason', 'failed.at'],
    ...MOVED_COLUMNS.map((column) => [`moved.${column}`]),
  ],
  schema: lineShape,
  key: ({ stream, event }) => {
    const line = lineOf(event);
    return line === undefined ? undefined : lineKey(stream, line.kind, line.id);
  },
  evolve: (before, seen) => {
    const line = lineOf(seen.event);
    if (line === undefined) throw new Error(`${seen.event.type} belongs to no statement line`);
    return fold(
      before ?? {
        account: seen.stream,
        id: line.id,
        kind: line.kind,
        at: seen.event.at,
        opened: seen.position,
        steps: [],
        paidBy: [],
        net: 0,
        availableAfter: 0,
        moved: {},
      },
      seen,
    );
  },
};

function lineOf(event: AccountEvent): Pick<LineDocument, 'kind' | 'id'> | undefined {
  switch (event.type) {
    case 'CreditsGranted':
      return { kind: 'grant', id: event.data.grantId };
    case 'CreditsHeld':
    case 'HoldExtended':
    case 'HoldCaptured':
    case 'HoldReleased':
    case 'HoldExpired':
      return { kind: 'creation', id: event.data.holdId };
    // A grant that ends with nothing left is not shown.
    case 'GrantExpired':
      return event.data.amount === 0 ? undefined : { kind: 'expiry', id: event.data.grantId };
    case 'GrantRevoked':
      return { kind: 'revocation', id: event.data.grantId };
    case 'CreditsAdjusted':
      return { kind: 'adjustment', id: event.data.adjustmentId };
    case 'UsageRecorded':
      return { kind: 'usage', id: event.data.usageId };
    case 'AccountCheckpointed':
      return undefined;
    default:
      return event satisfies never;
  }
}

function fold(line: LineDocument, { event }: SeenEvent<AccountEvent>): LineDocument {
  const { at } = event;
  switch (event.type) {
    case 'CreditsGranted': {
      const { grantId, amount, source, expiresAt } = event.data;
      return {
        ...more(line, event, [{ what: 'granted', amount, at }], amount),
        paidBy: [{ grantId, amount }],
        grant: { source, ends: expiresAt === undefined ? NEVER : monthOf(expiresAt), ...defined({ expiresAt }) },
      };
    }
    case 'CreditsHeld':
      return {
        ...more(
          line,
          event,
          [
            ...deduction(event),
            ...surchargeOf(event),
            { what: 'held', amount: event.data.amount, at, grants: event.data.allocations },
          ],
          0,
        ),
        paidBy: event.data.allocations,
      };
    case 'HoldExtended':
      return more(line, event, [{ what: 'extended', amount: 0, at }], 0);
    case 'HoldCaptured': {
      const { amount, captured, receivable = 0, returned } = event.data;
      const rest = givenBack(returned, 'released', at);
      return {
        ...more(line, event, [{ what: 'captured', amount, at, grants: captured }, ...rest.steps], rest.net - amount),
        paidBy: captured,
        ...owedOf(receivable, at),
      };
    }
    case 'HoldReleased': {
      const rest = givenBack(event.data.returned, 'released', at, event.data.reason);
      return {
        ...more(line, event, rest.steps, rest.net),
        paidBy: [],
        failed: { reason: event.data.reason, amount: total(event.data.returned), at },
      };
    }
    case 'HoldExpired': {
      const rest = givenBack(event.data.returned, 'hold-expired', at);
      return {
        ...more(line, event, rest.steps, rest.net),
        paidBy: [],
        failed: { reason: HOLD_EXPIRED, amount: total(event.data.returned), at },
      };
    }
    case 'GrantExpired': {
      const { grantId, amount } = event.data;
      return { ...more(line, event, [{ what: 'expired', amount, at }], -amount), paidBy: [{ grantId, amount }] };
    }
    case 'GrantRevoked': {
      const { grantId, amount, reason, receivable } = event.data;
      return {
        ...more(line, event, [{ what: 'revoked', amount, at, reason, spent: receivable }], -amount),
        paidBy: [{ grantId, amount }],
        ...owedOf(receivable, at),
      };
    }
    case 'CreditsAdjusted': {
      const { adjustmentId, amount, reasonCode, settles = 0, taken } = event.data;
      const adjusted = {
        ...more(
          line,
          event,
          [{ what: 'adjusted', amount, at, reason: reasonCode, ...(amount < 0 ? { grants: taken } : {}) }],
          amount,
        ),
        ...owedOf(0 - settles, at),
      };
      return amount > 0
        ? { ...adjusted, paidBy: [{ grantId: adjustmentId, amount }], grant: { source: 'adjustment', ends: NEVER } }
        : { ...adjusted, paidBy: taken };
    }
    case 'UsageRecorded':
      return more(line, event, [...deduction(event), { what: 'used', amount: event.data.listPrice, at }], 0);
    case 'AccountCheckpointed':
      return line;
    default:
      return event satisfies never;
  }
}

/**
 * The price of a draft that was deducted before the hold. It moves no credits: the draft's own line has the payment.
 */
const deduction = ({
  at,
  data: { deducted },
}: Extract<AccountEvent, { readonly type: 'CreditsHeld' | 'UsageRecorded' }>): readonly Step[] =>
  deducted === undefined ? [] : [{ what: 'deducted', amount: deducted.amount, at }];

/** The part of the hold that the author of the recipe asks. The hold includes it, so the step moves no credits. */
const surchargeOf = ({
  at,
  data: { surcharge },
}: Extract<AccountEvent, { readonly type: 'CreditsHeld' }>): readonly Step[] =>
  surcharge === undefined ? [] : [{ what: 'surcharge', amount: surcharge.amount, at }];

const owedOf = (amount: number, at: number): Pick<LineDocument, 'owed'> =>
  amount === 0 ? {} : { owed: { amount, at } };

function more(line: LineDocument, event: AccountEvent, steps: readonly Step[], net: number): LineDocument {
  const moved = Object.fromEntries(
    steps.flatMap(({ what, at }) => {
      const column = COLUMN_OF_STEP.get(what);
      return column === undefined ? [] : [[column, at]];
    }),
  );
  return {
    ...line,
    steps: [...line.steps, ...steps],
    net: line.net + net,
    availableAfter: event.data.available,
    moved: { ...line.moved, ...moved },
  };
}

/** Steps for held credits that were not captured. Some may have ended with their grant. */
function givenBack(
  returned: readonly Returned[],
  what: Step['what'],
  at: number,
  reason?: string,
): { readonly steps: readonly Step[]; readonly net: number } {
  const of = (
    step: Step['what'],
    parts: readonly Returned[],
    more: { readonly reason?: string } = {},
  ): readonly Step[] =>
    parts.length === 0
      ? []
      : [
          {
            what: step,
            amount: total(parts),
            at,
            ...more,
            grants: parts.map(({ grantId, amount }) => ({ grantId, amount })),
          },
        ];
  const ended = (to: Returned['to']): readonly Returned[] => returned.filter((part) => part.to === to);
  const [expired, revoked] = [ended('expired'), ended('revoked')];
  return {
    steps: [...of(what, returned, defined({ reason })), ...of('expired', expired), ...of('revoked', revoked)],
    net: 0 - total(expired) - total(revoked),
  };
}

const total = (parts: readonly Allocation[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

/** The grants that a line refers to. Their own lines give the source. */
export function grantLineKeys({ account, paidBy, steps }: LineDocument): readonly string[] {
  const ids = new Set([...paidBy, ...steps.flatMap(({ grants = [] }) => grants)].map(({ grantId }) => grantId));
  return [...ids].flatMap((grantId) => [lineKey(account, 'grant', grantId), lineKey(account, 'adjustment', grantId)]);
}

/** Current effect of a line on the available credits: held credits are not available. */
export function changeOf({ net, steps }: Pick<LineDocument, 'net' | 'steps'>): number {
  const sum = (wanted: readonly Step['what'][]): number =>
    steps.reduce((all, { what, amount }) => (wanted.includes(what) ? all + amount : all), 0);
  return net + sum(['captured', 'released', 'hold-expired']) - sum(['held']);
}

/**
 * A line as its owner sees it.
 * @param lines lines of the grants it refers to, by document id
 */
export function statementLine(line: LineDocument, lines: ReadonlyMap<string, LineDocument>): StatementLine {
  const { account, id, kind, at, steps, paidBy, net } = line;
  const named = ({ grantId, amount }: Allocation): StatementLine['paidBy'][number] => {
    const { grant } =
      lines.get(lineKey(account, 'grant', grantId)) ?? lines.get(lineKey(account, 'adjustment', grantId)) ?? {};
    return { grantId, amount, source: grant?.source ?? 'adjustment', ...defined({ expiresAt: grant?.expiresAt }) };
  };
  return {
    id,
    kind,
    at,
    net,
    change: changeOf(line),
    steps: steps.map(({ grants, ...step }) => (grants === undefined ? step : { ...step, grants: grants.map(named) })),
    paidBy: paidBy.map(named),
  };
}

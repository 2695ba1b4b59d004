import type { GrantOwner, GrantRef, PaidGrant } from '../../credits/index.js';
import { accountStream } from '../../credits/index.js';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { Checkpoints } from '../../platform/projections/checkpoints.js';
import type { PolicyRunner } from '../../platform/projections/policy-runner.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { invoiceCodec } from '../invoices/invoice.events.js';
import { invoiceIdOf, type InvoiceDocument, type InvoiceGrant } from '../invoices/invoice.js';
import { grantsOf } from '../invoices/invoice.js';
import type { SubscriptionDocument } from '../subscription/subscription.projection.js';
import { grantsDue } from '../subscription/grants.js';

/** A policy that notifies Credits, with its log position. */
export type PolicyFeed = Pick<PolicyRunner<never, never>, 'reader' | 'prefix' | 'begin'>;

export interface PaidGrantsParts {
  readonly events: Pick<EventStore, 'follow'>;
  readonly checkpoints: Pick<Checkpoints, 'load'>;
  readonly invoices: Pick<ProjectionReads<InvoiceDocument>, 'find' | 'getMany'>;
  readonly subscriptions: Pick<ProjectionReads<SubscriptionDocument>, 'find'>;
  /** Policies that send requests to Credits. */
  readonly feeds: readonly PolicyFeed[];
  readonly clock: Clock;
}

const PAGE = 500;
/** Age after which an unrequested month counts as missed. The sweep runs once a minute. */
const SWEPT_WITHIN_MS = 600_000;

/** Includes the account, because a purchase may give several usage types under one grant id. */
const nameOf = ({ account, grantId }: GrantRef): string => `${accountStream(account)} ${grantId}`;

/**
 * Paid grants for the reconciliation in Credits: every grant that an invoice produced, and every month that has begun
 * but was not requested.
 */
export function paidGrants(parts: PaidGrantsParts): GrantOwner {
  return {
    async *grants(isStopped) {
      const coming = await comingOf(parts);
      for await (const page of pages(parts.invoices, { order: { field: 'listedAt', direction: 'ascending' } })) {
        for (const invoice of page) yield* paidBy(invoice, coming);
      }
      if (!isStopped) yield* forgotten(parts);
    },
    async find(grants, isStopped) {
      const wanted = new Set(grants.map(nameOf));
      const coming = await comingOf(parts);
      const invoices = await parts.invoices.getMany([...new Set(grants.flatMap(({ grantId }) => invoicesOf(grantId)))]);
      const found = invoices.flatMap((invoice) => paidBy(invoice, coming)).filter((paid) => wanted.has(nameOf(paid)));
      if (isStopped || found.length === wanted.size) return found;
      const known = new Set(found.map(nameOf));
      for await (const due of forgotten(parts)) if (wanted.has(nameOf(due)) && !known.has(nameOf(due))) found.push(due);
      return found;
    },
  };
}

/**
 * Invoice ids (Kinora's) that a grant id may belong to. There may be several, because a gateway's invoice id can itself
 * end in a number.
 */
export function invoicesOf(grantId: string): readonly string[] {
  const [, kind, gateway, rest] = /^(plan|pack)\.([a-z][a-z-]*)\.(.+)$/.exec(grantId) ?? [];
  if (gateway === undefined || rest === undefined) return [];
  if (kind === 'pack') return [invoiceIdOf(gateway, rest)];
  return [/^(.+)\.\d+$/, /^(.+)\.\d+\.\d+$/].flatMap((form) => {
    const invoice = form.exec(rest)?.[1];
    return invoice === undefined ? [] : [invoiceIdOf(gateway, invoice)];
  });
}

const accountOf = (
  userId: string,
  { appName }: Pick<InvoiceDocument, 'appName'>,
  { usageType }: Pick<InvoiceGrant, 'usageType'>,
): PaidGrant['account'] => ({ userId: userId as UserId, appName, usageType }); // id of the buyer

function paidBy(invoice: InvoiceDocument, coming: ReadonlySet<string>): readonly PaidGrant[] {
  const { sold, userId, gatewayInvoiceId, revocations } = invoice;
  return grantsOf(invoice).map((grant): PaidGrant => {
    const { grantId, amount, expiresAt, usageType } = grant;
    const account = accountOf(userId, invoice, grant);
    const revoked = revocations.find((one) => one.grantId === grantId && one.usageType === usageType);
    const stands: PaidGrant['stands'] = coming.has(nameOf({ account, grantId }))
      ? { state: 'coming' }
      : revoked === undefined
        ? { state: 'given' }
        : { state: 'revoked', at: revoked.at };
    return {
      grantId,
      account,
      source: sold.kind === 'subscription' ? 'plan' : 'purchase',
      amount,
      expiresAt,
      stands,
      paidBy: `invoice ${gatewayInvoiceId}`,
    };
  });
}

/**
 * Grants in log events after the saved position of the policies. Credits may already have received them, because the
 * position is saved later.
 */
async function comingOf({ events, checkpoints, feeds }: PaidGrantsParts): Promise<ReadonlySet<string>> {
  const coming = new Set<string>();
  for (const { reader, prefix, begin } of feeds) {
    const stop = new AbortController();
    for await (const { events: some, caughtUp } of events.follow({
      after: (await checkpoints.load(reader)) ?? begin,
      prefixes: [prefix],
      signal: stop.signal,
    })) {
      for (const recorded of some) {
        const { event } = invoiceCodec.decode(recorded);
        if ('grantId' in event.data)
          coming.add(
            nameOf({ grantId: event.data.grantId, account: accountOf(event.data.userId, event.data, event.data) }),
          );
      }
      if (caughtUp) break;
    }
    stop.abort();
  }
  return coming;
}

/** Months that have begun but were not requested in time. */
async function* forgotten({ subscriptions, clock }: PaidGrantsParts): AsyncGenerator<PaidGrant, void, undefined> {
  const due = clock.now() - SWEPT_WITHIN_MS;
  for await (const page of pages(subscriptions, {
    range: { field: 'nextGrantAt', below: due },
    order: { field: 'nextGrantAt', direction: 'ascending' },
  })) {
    for (const { owner, facts, grants, at } of page) {
      for (const { grantId, amount, expiresAt, invoiceId, usageType } of grantsDue(
        { kind: 'known', owner, facts, grants, at },
        due,
      )) {
        yield {
          grantId,
          account: accountOf(owner.userId, owner, { usageType }),
          source: 'plan',
          amount,
          expiresAt,
          stands: { state: 'due' },
          paidBy: `invoice ${invoiceId}`,
        };
      }
    }
  }
}

async function* pages<Document>(
  reads: Pick<ProjectionReads<Document>, 'find'>,
  query: Omit<Parameters<ProjectionReads<Document>['find']>[0], 'limit' | 'after'>,
): AsyncGenerator<readonly Document[], void, undefined> {
  let after: string | undefined;
  do {
    const page = await reads.find({ ...query, limit: PAGE, ...defined({ after }) });
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}

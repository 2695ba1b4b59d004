import type { QueryBus } from '@nestjs/cqrs';
import { ofThisList } from '../../credits/index.js';
import { defined } from '../../kernel/defined.shared.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { GetRegister } from '../register/register.queries.js';
import { register, registerInput } from '../register/register.shared.js';
import { GetSchedule } from '../register/schedule.queries.js';
import { schedule, scheduleInput } from '../register/schedule.shared.js';
import { GetDeferred, GetRevenue } from './revenue.queries.js';
import { GetTrace } from './trace.queries.js';
import { GetPaymentsOfGrants } from '../invoices/payments-of-grants.js';
import { paymentsOfGrants, paymentsOfInput, trace, traceInput } from './trace.shared.js';
import { deferred, deferredInput, revenue, revenueInput } from './revenue.shared.js';

/**
 * `revenue.*`: queries over all payments. Needs permission to read ledgers. Days are UTC; currencies are never added
 * together.
 */
export function createRevenueRouter({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  const finance = procedures.needs('readLedgers');
  return router({
    byDay: finance
      .input(revenueInput)
      .output(revenue)
      .query(async ({ input: { by, ...range } }) =>
        unwrap(await queries.execute(new GetRevenue(argumentsOf(range), by))),
      ),
    deferred: finance
      .input(deferredInput)
      .output(deferred)
      .query(async ({ input }) => unwrap(await queries.execute(new GetDeferred(argumentsOf(input))))),
    register: finance
      .input(registerInput)
      .output(register)
      .query(async ({ input: { kind, cursor, limit, ...range } }) =>
        unwrap(
          await ofThisList(
            queries.execute(new GetRegister(kind, argumentsOf(range), { limit, ...defined({ cursor }) })),
          ),
        ),
      ),
    schedule: finance
      .input(scheduleInput)
      .output(schedule)
      .query(async ({ input: { figure, cursor, limit, currency, ...range } }) =>
        unwrap(
          await ofThisList(
            queries.execute(
              new GetSchedule(figure, { ...argumentsOf(range), currency }, { limit, ...defined({ cursor }) }),
            ),
          ),
        ),
      ),
    /** Traces a payment to its grants and their use, or a grant to its payment. */
    trace: finance
      .input(traceInput)
      .output(trace)
      .query(async ({ input: { of, appName, cursor } }) =>
        unwrap(await queries.execute(new GetTrace(of, appName, cursor))),
      ),
    /** The money that was paid for grants. */
    paymentsOf: finance
      .input(paymentsOfInput)
      .output(paymentsOfGrants)
      .query(async ({ input }) => [...(await queries.execute(new GetPaymentsOfGrants(input.grantIds)))]),
  });
}

type RevenueArguments = ConstructorParameters<typeof GetDeferred>[0];

/** Omits the arguments that were not given. */
function argumentsOf({
  from,
  to,
  gateway,
  currency,
  priceId,
}: {
  readonly from: string;
  readonly to: string;
  readonly gateway?: string | undefined;
  readonly currency?: string | undefined;
  readonly priceId?: string | undefined;
}): RevenueArguments {
  return { from, to, ...defined({ gateway, currency, priceId }) };
}

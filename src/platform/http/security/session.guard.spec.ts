import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Needs, SessionGuard } from './session.guard.js';
import { productError } from '../../../kernel/errors.shared.js';
import { err, ok } from '../../../kernel/result.js';
import type { OperatorCall, OperatorLog } from '../operator-log.js';
import type { SessionUser, TierReader } from './session-user.js';
import { ProductFault } from '../trpc/trpc.js';

@Needs('ownWorks')
class Works {
  list(this: void): void {}

  @Needs('exportLedgers')
  ledger(this: void): void {}

  @Needs('changePlan')
  plan(this: void): void {}
}

class Nameless {
  list(this: void): void {}
}

const session: SessionUser = {
  id: 'u',
  dateCreated: 0,
  anonymous: true,
  roles: [],
  sid: 's',
} as unknown as SessionUser; // a test's own ids
const PEOPLE: Readonly<Record<string, SessionUser | undefined>> = {
  nobody: undefined,
  visitor: session,
  member: { ...session, email: 'a@example.org' },
  finance: { ...session, email: 'a@example.org', roles: ['finance'] },
};

/** Who is let in to a route, and what the others are told. */
async function answers(
  controller: typeof Works | typeof Nameless,
  route: () => void,
  tierOf: TierReader['tierOf'] = () => Promise.reject(new Error('nobody’s plan matters')),
  operators: OperatorLog = { record: async () => ok(undefined) },
): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const [name, user] of Object.entries(PEOPLE)) {
    const context = {
      switchToHttp: () => ({
        getRequest: () => ({ method: 'GET', routeOptions: { url: '/api/works' }, params: { id: 'w1' }, query: {} }),
      }),
      getHandler: () => route,
      getClass: () => controller,
    } as unknown as ExecutionContext; // all of it that the guard asks
    const guard = new SessionGuard({ read: async () => user }, { tierOf }, operators, { read: async () => undefined });
    seen[name] = await guard.canActivate(context).then(
      () => 'in',
      (error: unknown) => (error instanceof ProductFault ? error.error.identifier : 'a fault'),
    );
  }
  return seen;
}

describe('a route behind the guard', () => {
  it('is for whoever has the permission of its controller', async () => {
    expect(await answers(Works, Works.prototype.list)).toEqual({
      nobody: 'NOT_SIGNED_IN',
      visitor: 'in',
      member: 'in',
      finance: 'in',
    });
  });

  it('asks for its own permission where it names one', async () => {
    expect(await answers(Works, Works.prototype.ledger)).toEqual({
      nobody: 'NOT_SIGNED_IN',
      visitor: 'PERMISSION_ERROR',
      member: 'PERMISSION_ERROR',
      finance: 'in',
    });
  });

  it('asks for the plan of a member, and of nobody else, where a permission depends on it', async () => {
    const plan = () => Works.prototype.plan;
    expect(await answers(Works, plan(), async () => undefined)).toEqual({
      nobody: 'NOT_SIGNED_IN',
      visitor: 'NOT_SIGNED_IN',
      member: 'PERMISSION_ERROR',
      finance: 'PERMISSION_ERROR',
    });
    expect(await answers(Works, plan(), async () => 'basic')).toEqual({
      nobody: 'NOT_SIGNED_IN',
      visitor: 'NOT_SIGNED_IN',
      member: 'in',
      finance: 'in',
    });
  });

  it('is for nobody when none is named', async () => {
    expect(await answers(Nameless, Nameless.prototype.list)).toEqual({
      nobody: 'NOT_SIGNED_IN',
      visitor: 'PERMISSION_ERROR',
      member: 'PERMISSION_ERROR',
      finance: 'PERMISSION_ERROR',
    });
  });

  it("is kept in the operators' log where it is theirs alone, by ids, and not let in where it cannot be kept", async () => {
    const kept: OperatorCall[] = [];
    const log: OperatorLog = { record: async (call) => (kept.push(call), ok(undefined)) };
    await answers(Works, Works.prototype.list, undefined, log);
    expect(kept).toEqual([]);
    await answers(Works, Works.prototype.ledger, undefined, log);
    expect(kept).toEqual([
      { who: 'u', permission: 'exportLedgers', what: 'GET /api/works', subjects: { 'params.id': 'w1' } },
    ]);
    expect(
      await answers(Works, Works.prototype.ledger, undefined, { record: async () => err(productError('TRY_AGAIN')) }),
    ).toMatchObject({ finance: 'TRY_AGAIN' });
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { OfferAdministration } from '../../../src/identity/index.js';
import { member, type Person } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe('adjustments over HTTP', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector', ADJUSTMENT_APPROVAL_ABOVE: '10' } });
    ada = await member(app, 'ada@example.org');
    await ada.api.account.claimAdmin.mutate({
      token: (await app.nest.get(CommandBus).execute(new OfferAdministration())) ?? '',
    });
  });
  afterAll(() => app.close());

  it('are recorded in the operators’ log with their ids, and neither case nor note', async () => {
    const requestId = randomUUID();
    await ada.api.finance.adjust.mutate({
      requestId,
      userId: 'ann',
      amount: 5,
      reason: 'goodwill',
      reference: 'CASE-1',
      note: '=1+1',
    });
    const {
      records: [, record],
    } = await ada.api.operatorLog.list.query({});
    expect(record).toMatchObject({
      who: (await ada.me()).id,
      what: 'finance.adjust',
      permission: 'adjustCredits',
      subjects: { requestId, userId: 'ann' },
    });
    expect(JSON.stringify(record)).not.toMatch(/CASE|1\+1/);
  });

  it('wait above the limit that the operator has set', async () => {
    expect(
      await ada.api.finance.adjust.mutate({
        requestId: randomUUID(),
        userId: 'bob',
        amount: 11,
        reason: 'correction',
        reference: 'CASE-2',
      }),
    ).toMatchObject({ state: 'awaiting-approval' });
    expect(await ada.api.finance.adjustments.query({})).toMatchObject({ approvalAbove: 10 });
  });

  it('are found by their case, as a page and as a file', async () => {
    expect((await ada.api.finance.adjustments.query({ reference: 'CASE-2' })).adjustments).toMatchObject([
      { amount: 11, reference: 'CASE-2' },
    ]);
    expect((await ada.api.finance.adjustments.query({ reference: 'CASE-9' })).adjustments).toEqual([]);
    expect(
      (await (await ada.fetch('/api/finance/adjustments?reference=CASE-2')).text()).trim().split('\r\n'),
    ).toHaveLength(2);
  });

  it('are a file, filtered as the page is, without formulas and kept by nobody on the way', async () => {
    const answer = await ada.fetch('/api/finance/adjustments?state=applied');
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="adjustments.csv"', 'private, no-store']);
    const [head = '', ...rows] = (await answer.text()).trim().split('\r\n');
    expect(head).toBe(
      'requestedAt,state,userId,appName,usageType,amount,settles,reason,reference,actor,approver,appliedAt,validAt,adjustmentId,reverses,reversal,refusal,notes,requestId',
    );
    expect(rows).toEqual([
      expect.stringMatching(
        /^\d{4}-[^,]+,applied,ann,kinora,credits,5,0,goodwill,CASE-1,[^,]+,,\d{4}-[^,]+,,[^,]+,,,,[^,]+: =1\+1,/,
      ),
    ]);
    expect((await (await ada.fetch('/api/finance/adjustments')).text()).trim().split('\r\n')).toHaveLength(3);
  });

  it('are no file for a misspelt filter, or for whoever has not the role', async () => {
    expect(await (await ada.fetch('/api/finance/adjustments?reasn=fraud')).json()).toMatchObject({
      error: { identifier: 'VALIDATION_ERROR', params: { field: 'reasn' } },
    });
    expect((await (await member(app, 'eve@example.org')).fetch('/api/finance/adjustments')).status).toBe(403);
  });
});

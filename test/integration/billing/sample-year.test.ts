import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxSales } from '../../../src/billing/gateways/sandbox/sales.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import { readCsv } from '../../support/finance/csv-file.js';
import { operatorCommand } from '../../support/ledger-command.js';
import { DAY_MS } from '../../support/people/year-life.js';
import { daysUpTo, writeYear } from '../../support/people/year.js';

jest.setTimeout(300_000);

const SPAN = daysUpTo(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10), 90);
let root: string;
let dataDir: string;
const ledger = (...words: readonly string[]) =>
  operatorCommand(
    { DATA_DIR: dataDir, AUTH_SECRET: 'the one secret of an installation with a sample' },
    'ledger',
    ...words,
  );

/**
 * What the sandbox has charged and returned, by its invoice: amount, currency, refunded, and the standing of a dispute.
 */
async function chargedAtSandbox(): Promise<ReadonlyMap<string, readonly (string | number)[]>> {
  const folder = await openEmbeddedFolder({ dataDir, clock: { now: () => Date.now() } });
  const { items } = await (await SandboxSales.open(folder.documents())).latest(1_000);
  await folder.close();
  return new Map(
    items.flatMap(({ stage }) => {
      const charged =
        stage.kind === 'bought'
          ? [stage.purchase]
          : stage.kind === 'subscribed'
            ? stage.subscription.invoices
                .filter(({ isPaid }) => isPaid)
                .map((invoice) => ({ ...invoice, currency: stage.subscription.currency }))
            : [];
      return charged.map(
        ({ invoiceId, amount, currency, refunded, dispute }) =>
          [invoiceId, [amount, currency, refunded, dispute]] as const,
      );
    }),
  );
}

async function exported(name: string) {
  const path = join(root, `${name}.csv`);
  expect(await ledger('export', '--name', name, '--out', path)).toMatchObject({ code: 0 });
  return readCsv(path);
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'kinora-sample-'));
  dataDir = join(root, 'data');
  const clock = { now: 0 };
  const folder = await openEmbeddedFolder({ dataDir, clock: { now: () => clock.now } });
  await writeYear(folder.events(), clock, { accounts: 130, seed: 5, ...SPAN }, folder.documents());
  await folder.close();
});
afterAll(() => rmSync(root, { recursive: true }));

it('is reconciled without a difference: every event of the sample has the cause that the product would store', async () => {
  const { code, said } = await ledger('reconcile');
  expect([code, said]).toEqual([
    0,
    [
      expect.stringMatching(
        /^[1-9]\d+ events in .* [1-9]\d+ grants with their payments, [1-9]\d+ events with their causes, .*: no difference\.$/,
      ),
    ],
  ]);
});

it('has a journal that agrees with the gateway at the end of every month, to the day', async () => {
  const days = Array.from({ length: SPAN.days }, (_, day) => new Date(SPAN.first + day * DAY_MS).toISOString());
  const months = [...new Set(days.map((day) => day.slice(0, 7)))].filter(
    (month) => month < new Date().toISOString().slice(0, 7),
  );
  expect(months.length).toBeGreaterThanOrEqual(2);
  // The reconciliation before has read the transactions of the sandbox.
  for (const month of months)
    expect((await ledger('close', month)).said).toEqual(expect.arrayContaining(['transactions: ok', 'journal: ok']));
});

it('has the same payments, refunds and disputes as the sandbox', async () => {
  const [payments, refunds, disputes] = [
    await exported('payments'),
    await exported('refunds'),
    await exported('disputes'),
  ];
  const refundedOf = (invoice: string | undefined): number =>
    refunds
      .filter(({ gatewayInvoiceId }) => gatewayInvoiceId === invoice)
      .reduce((sum, { amount }) => sum + Number(amount), 0);
  const disputeOf = (invoice: string | undefined): string => {
    const found = disputes.find(({ gatewayInvoiceId }) => gatewayInvoiceId === invoice);
    return found === undefined ? 'none' : found['outcome'] === '' ? 'open' : (found['outcome'] ?? '');
  };
  const recorded = new Map(
    payments.map(({ gatewayInvoiceId, amount, currency }) => [
      gatewayInvoiceId,
      [Number(amount), currency, refundedOf(gatewayInvoiceId), disputeOf(gatewayInvoiceId)],
    ]),
  );
  expect(payments.length).toBeGreaterThan(10);
  expect(recorded).toEqual(await chargedAtSandbox());
});

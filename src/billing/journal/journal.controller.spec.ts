import { expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { unzip } from '../../../test/support/files/zip.js';
import { ok } from '../../kernel/result.js';
import { DEFAULT_SETTINGS } from '../accounting/settings.shared.js';
import { JournalController } from './journal.controller.js';
import type { JournalReads } from './journal.reads.js';
import type { JournalLine } from './journal.shared.js';

/** Two lines on each of the first days of 2026. */
const lines = Array.from({ length: 200 }, (_, index): readonly JournalLine[] => {
  const day = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
  const entry = { entryId: `${day}.stripe.eur.fee`, day, gateway: 'stripe', currency: 'eur', kind: 'fee' as const };
  return [
    { ...entry, role: 'clearing', debit: 0, credit: 1 },
    { ...entry, role: 'fees', debit: 1, credit: 0 },
  ];
}).flat();

/** The file that is sent for some parameters, and how often the journal was read for it. */
async function download(more: Readonly<Record<string, string>>) {
  let reads = 0;
  const journal: JournalReads['journal'] = async () => {
    reads += 1;
    return ok({
      ledger: { lines, balances: [] },
      derived: { lines, balances: [] },
      pages: [],
      gateways: [],
      ties: [],
      accountsOf: () => DEFAULT_SETTINGS.accounts,
    });
  };
  const sent: { name?: string; content?: Buffer } = {};
  const reply = {
    header: (name: string, value: string) => {
      if (name === 'content-disposition') sent.name = /filename="(.+)"/.exec(value)?.[1] ?? '';
      return reply;
    },
    type: () => reply,
    send: (content: Buffer) => {
      sent.content = content;
      return reply;
    },
  };
  // Only what the controller calls.
  await new JournalController({ journal } as unknown as JournalReads, { now: () => 0 }).export(
    { form: 'xero', currency: 'eur', from: '2026-01-01', to: '2026-12-31', ...more },
    reply as unknown as FastifyReply,
  );
  return { ...sent, reads };
}

it('reads the journal once for all parts of a Xero import, which are in one ZIP file', async () => {
  const { name, content, reads } = await download({});
  expect([name, reads]).toEqual(['xero-eur-2026-01-01-2026-12-30.zip', 1]);
  const parts = [...unzip(content ?? Buffer.alloc(0))].map(([file, bytes]) => [
    file,
    bytes.toString().trim().split('\r\n').length - 1,
  ]);
  expect(parts).toEqual([
    ['xero-eur-2026-01-01-2026-12-30-1-of-2.csv', 300],
    ['xero-eur-2026-01-01-2026-12-30-2-of-2.csv', 100],
  ]);
  expect(await download({ part: '2' })).toMatchObject({ name: 'xero-eur-2026-01-01-2026-12-30-2-of-2.csv' });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountCommand, AccountKey } from '../../../src/credits/index.js';
import { childEnvironment } from '../../services/environment.js';
import { account } from '../../support/people/credits.js';
import { Cut, LedgerProcess } from './ledger-kill-clients.js';

/** Deaths with all other tests; a longer run is asked for more (`npm run test:nightly`). */
const KILLS = Number(process.env['KILLS'] ?? 5);
/** A bound on a machine that is stuck, not on one that is slow. */
const PATIENCE_MS = 6 * 3_600_000;
const CONNECTIONS = 6;
const CALLERS = 48;
const ACCOUNTS = Array.from({ length: 8 }, (_, n) => account(`user${n}`));
/** What every account is given, once. */
const GIVEN = 1_000_000;
const HOUR = 3_600_000;

/** A piece of work as its client remembers it. */
interface ClientHold {
  readonly who: number;
  readonly id: string;
  readonly amount: number;
  /** What it captures; 0 releases it. */
  readonly captures: number;
  readonly expiresAt: number;
  /** What was acknowledged. */
  held: boolean;
  ended: boolean;
}

/** Everything that was ever asked for, and what of it was acknowledged. */
const journal: ClientHold[] = [];
let dataDir: string;
let running: LedgerProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kinora-ledger-kill-'));
});
afterAll(async () => {
  await running?.kill9();
  await rm(dataDir, { recursive: true, force: true });
});

function command(work: ClientHold, step: 'hold' | 'end'): AccountCommand {
  const at = Date.now();
  if (step === 'hold')
    return {
      type: 'hold',
      at,
      holdId: work.id,
      amount: work.amount,
      eligibility: 'any',
      expiresAt: work.expiresAt,
      reference: 'work',
    };
  return work.captures > 0
    ? { type: 'capture', at, holdId: work.id, amount: work.captures }
    : { type: 'release', at, holdId: work.id, reason: 'failed' };
}

/** Asks for a change until there is an answer that says more than that it is to be asked for again. @throws Cut */
async function insist(process: LedgerProcess, of: AccountKey, change: () => AccountCommand): Promise<string> {
  for (;;) {
    const answer = await process.change(of, change());
    if (answer !== 'TRY_AGAIN') return answer;
  }
}

/** Sends a step until it is acknowledged; now and then twice at once. @throws Cut */
async function acknowledge(
  process: LedgerProcess,
  work: ClientHold,
  step: 'hold' | 'end',
  heard: () => void,
): Promise<void> {
  const of = ACCOUNTS[work.who] ?? account('nobody');
  const answers = await Promise.all(
    Array.from({ length: randomInt(8) === 0 ? 2 : 1 }, () => insist(process, of, () => command(work, step))),
  );
  for (const answer of answers) expect(answer).toBe('done');
  if (step === 'hold') work.held = true;
  else work.ended = true;
  heard();
}

/** A caller who does one work after another until the line is dead. */
async function caller(process: LedgerProcess, heard: () => void): Promise<void> {
  try {
    for (;;) {
      const amount = randomInt(1, 6);
      // Half of all work is one account's.
      const work: ClientHold = {
        who: randomInt(2) === 0 ? 0 : randomInt(ACCOUNTS.length),
        id: randomUUID(),
        amount,
        captures: randomInt(4) === 0 ? 0 : randomInt(1, amount + 1),
        expiresAt: Date.now() + HOUR,
        held: false,
        ended: false,
      };
      journal.push(work);
      await acknowledge(process, work, 'hold', heard);
      await acknowledge(process, work, 'end', heard);
    }
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
  }
}

/** Load from every connection, and a death after so many acknowledgements. */
async function stormUntilKilled(acknowledgements: number): Promise<void> {
  const process = (running = await LedgerProcess.start(dataDir, CONNECTIONS));
  for (const of of ACCOUNTS)
    expect(
      await insist(process, of, () => ({
        type: 'grant',
        at: Date.now(),
        grantId: 'pack',
        source: 'signup',
        amount: GIVEN,
        eligibility: 'any',
      })),
    ).toBe('done');
  let left = acknowledgements;
  let death: Promise<void> | undefined;
  const heard = (): void => {
    left -= 1;
    if (left <= 0) death ??= process.kill9();
  };
  await Promise.all(Array.from({ length: CALLERS }, () => caller(process, heard)));
  await death;
}

/** What each account's statement says against what its clients were told. */
async function compare(process: LedgerProcess): Promise<void> {
  for (const [who, of] of ACCOUNTS.entries()) {
    const { lines, available, held, spent } = await process.statement(of);
    const received = new Map(lines.filter(({ kind }) => kind === 'creation').map(({ id, steps }) => [id, steps]));
    const own = journal.filter((work) => work.who === who);
    const amounts = (id: string, what: string): number[] =>
      (received.get(id) ?? []).filter((step) => step.what === what).map((step) => step.amount);
    for (const { id, amount, captures, held: isHeld, ended } of own) {
      if (isHeld) expect([id, amounts(id, 'held')]).toEqual([id, [amount]]);
      if (ended) expect([id, amounts(id, 'captured')]).toEqual([id, captures > 0 ? [captures] : []]);
      expect(amounts(id, 'held').length).toBeLessThanOrEqual(1);
    }
    expect([...received.keys()].filter((id) => !own.some((work) => work.id === id))).toEqual([]);
    const captured = [...received.keys()]
      .flatMap((id) => amounts(id, 'captured'))
      .reduce((sum, amount) => sum + amount, 0);
    expect({ spent, all: available + held + spent }).toEqual({ spent: captured, all: GIVEN });
  }
}

/** Clients ask again for what they heard nothing of, until nothing is held any more. */
async function finish(process: LedgerProcess): Promise<void> {
  for (const work of journal) {
    if (!work.held) await acknowledge(process, work, 'hold', () => undefined);
    if (!work.ended) await acknowledge(process, work, 'end', () => undefined);
  }
}

/** `npm run ledger -- …` on the folder. @returns its exit code, and what it said */
function ledger(what: 'verify' | 'reconcile'): Promise<readonly [number, string]> {
  return new Promise((resolve) => {
    const env = childEnvironment({
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      NODE_NO_WARNINGS: '1',
    });
    const child = execFile(
      process.execPath,
      ['dist/cli.js', 'ledger', what],
      { env, maxBuffer: 64e6 },
      (_error, out, complaints) => resolve([child.exitCode ?? -1, out + complaints]),
    );
  });
}

describe('a ledger whose process is killed under load', () => {
  it.each(Array.from({ length: KILLS }, (_, n) => [n + 1]))(
    'has lost nothing that was acknowledged and done nothing twice: death %i',
    async () => {
      const before = journal.length;
      await stormUntilKilled(randomInt(1, 1_200));
      const process = (running = await LedgerProcess.start(dataDir, CONNECTIONS));
      await compare(process);
      await finish(process);
      await compare(process);
      expect(await process.stop()).toBe(0);
      expect(await ledger('verify')).toEqual([0, expect.stringContaining('every chain is intact')]);
      // These clients are no tasks of the product, so only the causes of their events are unknown.
      const [, said] = await ledger('reconcile');
      expect(said.split('\n').filter((line) => line !== '' && !line.startsWith('event-unexplained  '))).toEqual([
        expect.stringMatching(/events with their causes, .*differences\.$/),
      ]);
      expect(journal.length).toBeGreaterThan(before);
    },
    PATIENCE_MS,
  );
});

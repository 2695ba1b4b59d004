import { CommandBus } from '@nestjs/cqrs';
import type { CliCommand, CliTools } from '../../platform/cli.js';
import { Checkpoints } from '../../platform/projections/checkpoints.js';
import { isRefillable } from '../../platform/projections/follower.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { ReconcileLedger } from './reconcile.commands.js';

const READ_AT_ONCE = 5_000;

/**
 * Brings the read models up to date with the log. While this process holds the data folder, no other process does it.
 * Without this, a lag left by a killed process would be reported as differences.
 */
export async function catchUp({ parts, get }: CliTools): Promise<void> {
  const checkpoints = get(Checkpoints);
  for (const follower of get(LogRuntime).followers.filter(isRefillable)) {
    const stop = new AbortController();
    await follower.takeUp?.();
    const after = (await checkpoints.load(follower.reader)) ?? follower.begin;
    for await (const { events, checkpoint, caughtUp } of parts.events.follow({
      after,
      prefixes: [follower.prefix],
      batchSize: READ_AT_ONCE,
      signal: stop.signal,
    })) {
      await follower.apply(events);
      await checkpoints.save(new Map([[follower.reader, checkpoint]]));
      if (caughtUp) break;
    }
    stop.abort();
  }
}

/** `ledger reconcile`: compares read models with events, holds with their work, and grants with their payments. */
export const reconcileCommand: CliCommand = {
  name: 'reconcile',
  takes: [],
  does: 'compares every account’s events with balances, statements and books, holds with tasks, grants with payments, events with their causes, and the read models of payments, and lists each difference',
  async run(tools) {
    const { parts, get, say } = tools;
    const isAlone = !parts.documents.shared;
    if (isAlone) await catchUp(tools);
    const { events, streams, documents, works, grants, causes, models, found } = await get(CommandBus).execute(
      new ReconcileLedger(({ code, where, what }) => say(`${code}  ${where}: ${what}`), isAlone),
    );
    say(
      `${events} events in ${streams} accounts, ${documents} documents, ${works} tasks with their holds, ${grants} grants with their payments, ${causes} events with their causes${models.map(({ name, documents: count }) => `, ${name}: ${count}`).join('')}: ${found === 0 ? 'no difference.' : `${found} differences.`}`,
    );
    return found === 0 ? 0 : 1;
  },
};

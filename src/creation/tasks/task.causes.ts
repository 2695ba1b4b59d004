import type { Clock, Millis } from '../../kernel/clock.js';
import type { CausedEvent, CauseOwner } from '../../credits/index.js';
import { PAYERS } from '../../kernel/payers.shared.js';
import { payingAccount } from './ledger.js';
import type { CreationSettings } from './settings.js';
import type { TaskId } from './task.js';
import type { TaskStore } from './task.store.js';

const HOUR_MS: Millis = 3_600_000;

export interface TaskCausesDeps {
  readonly tasks: Pick<TaskStore, 'getMany'>;
  readonly clock: Clock;
  readonly settings: Pick<CreationSettings, 'purgeAfterMs'>;
}

/**
 * Tasks as causes of account events, for reconciliation. Creation sends every command with the id of its task, and only
 * about that task's own hold. A deleted task is removed some days after its last change; events older than that are
 * judged by their cause alone.
 */
export function taskCauses({ tasks, clock, settings }: TaskCausesDeps): CauseOwner {
  return {
    async explained(events) {
      const own = events.filter(
        ({ subject, causedBy, account }) =>
          subject.kind === 'work' &&
          causedBy === subject.id &&
          account.appName === 'kinora' &&
          PAYERS.some((usageType) => usageType === account.usageType),
      );
      const keptSince = clock.now() - settings.purgeAfterMs + HOUR_MS;
      const isRecent = ({ at, recordedAt }: CausedEvent): boolean => Math.max(at, recordedAt) > keptSince;
      const recent = own.filter(isRecent);
      const payers = new Map(
        (await tasks.getMany([...new Set(recent.map(({ subject }) => subject.id as TaskId))])).map(
          ({ document }) => [document.id as string, payingAccount(document)] as const,
        ),
      ); // only lookups: another id finds nothing
      const isOfPayer = ({ subject, account }: CausedEvent): boolean => {
        const payer = payers.get(subject.id);
        return payer?.userId === account.userId && payer.usageType === account.usageType;
      };
      return own.filter((event) => !isRecent(event) || isOfPayer(event));
    },
  };
}

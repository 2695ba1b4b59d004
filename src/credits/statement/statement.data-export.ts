import type { QueryBus } from '@nestjs/cqrs';
import type { UserId } from '../../kernel/ids.js';
import type { Clock } from '../../kernel/clock.js';
import type { ExportFile, ExportPart } from '../../platform/export-parts.js';
import { APP_NAMES, USAGE_TYPES, type StatementLine } from '../credits.shared.js';
import { ReadStatement } from '../queries.js';

/** All statement lines of a user's accounts, newest first, one JSON object per line. */
export function statementPart(queries: Pick<QueryBus, 'execute'>, clock: Clock): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    for (const appName of APP_NAMES) {
      for (const usageType of USAGE_TYPES) {
        const lines = (): Promise<AsyncIterable<StatementLine>> =>
          queries.execute(new ReadStatement({ userId, appName, usageType }, {}));
        if (await isEmpty(await lines())) continue;
        yield {
          path: `statement/${appName}-${usageType}.jsonl`,
          at: clock.now(),
          compress: true,
          content: async () => text(await lines()),
        };
      }
    }
  }
  return { name: 'statement', files };
}

async function isEmpty(lines: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of lines) return false;
  return true;
}

async function* text(lines: AsyncIterable<StatementLine>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`);
}

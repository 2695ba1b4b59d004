import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, router, unwrap } from '../../../platform/http/trpc/trpc.js';
import { InstallModel, RemoveModel, StopModel } from './installs.commands.js';
import { byModel } from './installs.shared.js';
import { ListInstalls, ReadModelLog, WatchInstalls } from './installs.queries.js';

/** `engines.installs.*`: models on this machine, for callers who may connect engines. */
export function createInstallsRouter({
  commands,
  queries,
}: {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}) {
  const admin = procedures.needs('connectEngines');
  return router({
    list: admin.query(() => queries.execute(new ListInstalls())),
    /** Server-sent events: the page now, then on every change. */
    watch: admin.subscription(async function* ({ signal }) {
      yield* await queries.execute(new WatchInstalls(signal ?? new AbortController().signal));
    }),
    log: admin
      .input(byModel)
      .query(async ({ input }) => ({ text: await queries.execute(new ReadModelLog(input.modelId)) })),
    install: admin.input(byModel).mutation(async ({ input }) => {
      unwrap(await commands.execute(new InstallModel(input.modelId)));
      return input;
    }),
    stop: admin.input(byModel).mutation(async ({ input }) => {
      unwrap(await commands.execute(new StopModel(input.modelId)));
      return input;
    }),
    remove: admin.input(byModel).mutation(async ({ input }) => {
      unwrap(await commands.execute(new RemoveModel(input.modelId)));
      return input;
    }),
  });
}

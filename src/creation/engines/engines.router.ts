import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { ConnectEngine, RemoveEngine, UpdateEngine } from './commands.js';
import { byEngine, connectInput, lookInput, servesInput, testInput, updateInput } from './engines.shared.js';
import { createInstallsRouter } from './installs/installs.router.js';
import { createEngineLorasRouter } from './loras/loras.router.js';
import { workflowCalls } from './workflows/workflows.router.js';
import { DiscoverEngines, FindServed, ListEngines, LookAtEngine, TryEngine } from './queries.js';

/** Dependencies of the router. */
export interface EnginesRouterDeps {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

/**
 * `engines.*`: the "Connect a real engine" page, for callers who may connect engines. Looking at and testing an engine
 * are mutations, because they have effects there.
 */
export function createEnginesRouter({ commands, queries }: EnginesRouterDeps) {
  const admin = procedures.needs('connectEngines');
  return router({
    installs: createInstallsRouter({ commands, queries }),
    loras: createEngineLorasRouter({ commands, queries }),
    list: admin.query(async () => ({ engines: await queries.execute(new ListEngines()) })),
    discover: admin.mutation(async () => ({ found: await queries.execute(new DiscoverEngines()) })),
    look: admin.input(lookInput).mutation(async ({ input }) => unwrap(await queries.execute(new LookAtEngine(input)))),
    serves: admin
      .input(servesInput)
      .mutation(async ({ input }) => ({ procedures: unwrap(await queries.execute(new FindServed(input))) })),
    test: admin.input(testInput).mutation(async ({ input }) => unwrap(await queries.execute(new TryEngine(input)))),
    connect: admin
      .input(connectInput)
      .mutation(async ({ input }) => unwrap(await commands.execute(new ConnectEngine(input)))),
    update: admin
      .input(updateInput)
      .mutation(async ({ input }) => unwrap(await commands.execute(new UpdateEngine(input)))),
    ...workflowCalls({ commands, queries }),
    remove: admin.input(byEngine).mutation(async ({ input }) => {
      unwrap(await commands.execute(new RemoveEngine(input.id)));
      return input;
    }),
  });
}

import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, router, unwrap } from '../../../platform/http/trpc/trpc.js';
import { ChangeLora, MakeLoraSample, RefreshLoras } from './loras.commands.js';
import { ListLoras, ManageLoras } from './loras.queries.js';
import { byLora, byLoraEngine, changeLoraInput, lorasInput } from './loras.shared.js';

interface LorasRouterDeps {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

/** `lora.list`: public, like the models that they belong to. */
export function createLoraRouter({ queries }: Pick<LorasRouterDeps, 'queries'>) {
  return router({
    list: procedures
      .needs('readPublic')
      .input(lorasInput)
      .query(async ({ input }) => ({ loras: await queries.execute(new ListLoras(input?.model)) })),
  });
}

/** `engines.loras.*`: what administrators see of LoRAs, and write about them. */
export function createEngineLorasRouter({ commands, queries }: LorasRouterDeps) {
  const admin = procedures.needs('connectEngines');
  return router({
    list: admin.query(async () => ({ loras: await queries.execute(new ManageLoras()) })),
    refresh: admin
      .input(byLoraEngine)
      .mutation(async ({ input }) => ({ count: unwrap(await commands.execute(new RefreshLoras(input.engineId))) })),
    change: admin
      .input(changeLoraInput)
      .mutation(async ({ input }) => unwrap(await commands.execute(new ChangeLora(input)))),
    sample: admin
      .input(byLora)
      .mutation(async ({ input }) => unwrap(await commands.execute(new MakeLoraSample(input.id)))),
  });
}

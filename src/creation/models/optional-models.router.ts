import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, router } from '../../platform/http/trpc/trpc.js';
import { InstallOptionalModel, RemoveOptionalModel, WatchOptionalModels } from './optional-models.messages.js';
import { byOptionalModel } from './optional-models.shared.js';

/** Dependencies of the router. */
export interface OptionalModelsRouterDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}

/** `optionalModels.*`: models that packages carry, for callers who may connect engines. */
export function createOptionalModelsRouter({ commands, queries }: OptionalModelsRouterDeps) {
  const admin = procedures.needs('connectEngines');
  return router({
    install: admin.input(byOptionalModel).mutation(async ({ input }) => {
      await commands.execute(new InstallOptionalModel(input.id));
      return input;
    }),
    remove: admin.input(byOptionalModel).mutation(async ({ input }) => {
      await commands.execute(new RemoveOptionalModel(input.id));
      return input;
    }),
    /** Server-sent events: the list immediately, then on every change. */
    onChange: admin.subscription(async function* ({ signal }) {
      yield* await queries.execute(new WatchOptionalModels(signal ?? new AbortController().signal));
    }),
  });
}

import type { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router } from '../platform/http/trpc/trpc.js';
import { listedModel } from './model.shared.js';
import { GetModels } from './queries.js';

export interface CatalogRouterDeps {
  readonly queries: Pick<QueryBus, 'execute'>;
}

/** `catalog.models`: public, because the price on the button is computed from it. */
export function createCatalogRouter({ queries }: CatalogRouterDeps) {
  return router({
    models: procedures
      .needs('readPublic')
      .input(z.object({ procedure: z.string().max(64).optional() }).optional())
      .query(async ({ input }) => ({
        models: (await queries.execute(new GetModels(input?.procedure))).map(listedModel),
      })),
  });
}

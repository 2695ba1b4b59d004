import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { modelsFor } from './catalog.js';
import type { ModelView } from './model.shared.js';

/** Asks for the models that serve a procedure, or for all. */
export class GetModels extends Query<readonly ModelView[]> {
  constructor(readonly procedure?: string) {
    super();
  }
}

@QueryHandler(GetModels)
export class GetModelsHandler implements IQueryHandler<GetModels> {
  async execute(query: GetModels): Promise<readonly ModelView[]> {
    return modelsFor(query.procedure);
  }
}

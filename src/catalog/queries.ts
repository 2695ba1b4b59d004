import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { findModel, modelsFor } from './catalog.js';
import type { ModelView } from './model.shared.js';
import { OfferedModels } from './offered.js';

/** Asks for the models that serve a procedure, or for all: those of connected engines first, for somebody wanted them. */
export class GetModels extends Query<readonly ModelView[]> {
  constructor(readonly procedure?: string) {
    super();
  }
}

/** Asks for one model; undefined when nothing has that id. */
export class FindModel extends Query<ModelView | undefined> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(GetModels)
export class GetModelsHandler implements IQueryHandler<GetModels> {
  constructor(private readonly offered: OfferedModels) {}

  async execute({ procedure }: GetModels): Promise<readonly ModelView[]> {
    return [...modelsFor(procedure, await this.offered.list()), ...modelsFor(procedure)];
  }
}

@QueryHandler(FindModel)
export class FindModelHandler implements IQueryHandler<FindModel> {
  constructor(private readonly offered: OfferedModels) {}

  async execute({ id }: FindModel): Promise<ModelView | undefined> {
    return findModel(id) ?? this.offered.find(id);
  }
}

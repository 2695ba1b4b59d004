import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Loras } from './loras.js';
import type { LoraView, ManagedLora } from './loras.shared.js';

/** The LoRAs that creations may use, or those that fit a model of the catalogue. */
export class ListLoras extends Query<readonly LoraView[]> {
  constructor(readonly model?: string) {
    super();
  }
}

/** All LoRAs of connected engines, for administrators. */
export class ManageLoras extends Query<readonly ManagedLora[]> {}

@QueryHandler(ListLoras)
export class ListLorasHandler implements IQueryHandler<ListLoras> {
  constructor(private readonly loras: Loras) {}

  execute({ model }: ListLoras): Promise<readonly LoraView[]> {
    return this.loras.list(model);
  }
}

@QueryHandler(ManageLoras)
export class ManageLorasHandler implements IQueryHandler<ManageLoras> {
  constructor(private readonly loras: Loras) {}

  execute(): Promise<readonly ManagedLora[]> {
    return this.loras.manage();
  }
}

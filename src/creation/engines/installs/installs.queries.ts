import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Installs } from './installs.js';
import type { InstallsView } from './installs.shared.js';

/** The installable models, and what is installed. */
export class ListInstalls extends Query<InstallsView> {}

/** The page of installable models now and after each change, until the signal aborts. */
export class WatchInstalls extends Query<AsyncGenerator<InstallsView, void, undefined>> {
  constructor(readonly signal: AbortSignal) {
    super();
  }
}

/** The end of what a model's server printed. */
export class ReadModelLog extends Query<string> {
  constructor(readonly modelId: string) {
    super();
  }
}

@QueryHandler(ListInstalls)
export class ListInstallsHandler implements IQueryHandler<ListInstalls> {
  constructor(private readonly installs: Installs) {}

  execute(): Promise<InstallsView> {
    return this.installs.list();
  }
}

@QueryHandler(WatchInstalls)
export class WatchInstallsHandler implements IQueryHandler<WatchInstalls> {
  constructor(private readonly installs: Installs) {}

  async execute({ signal }: WatchInstalls): Promise<AsyncGenerator<InstallsView, void, undefined>> {
    return this.installs.watch(signal);
  }
}

@QueryHandler(ReadModelLog)
export class ReadModelLogHandler implements IQueryHandler<ReadModelLog> {
  constructor(private readonly installs: Installs) {}

  async execute({ modelId }: ReadModelLog): Promise<string> {
    return this.installs.logOf(modelId);
  }
}

import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { RemoteAddress } from '../../engine/remote/port.js';
import type { ProcedureName } from '../procedures/registry.shared.js';
import { Engines } from './engines.js';
import type { EngineFound, EngineListed, EngineTrial, lookInput, servesInput, testInput } from './engines.shared.js';

/** Every connected engine, with its usage. */
export class ListEngines extends Query<readonly EngineListed[]> {}

/** Engines that answer at their usual addresses on this machine. */
export class DiscoverEngines extends Query<readonly EngineFound[]> {}

/** What an engine has. Errors: see `Engines.look`. */
export class LookAtEngine extends Query<Result<EngineFound, ProductError>> {
  constructor(readonly input: z.infer<typeof lookInput>) {
    super();
  }
}

/** The procedures that a model of an engine serves. Errors: see `Engines.look`. */
export class FindServed extends Query<Result<readonly ProcedureName[], ProductError>> {
  constructor(readonly input: z.infer<typeof servesInput>) {
    super();
  }
}

/** Has an engine make one test image; the engine need not be connected. See `Engines.test`. */
export class TryEngine extends Query<Result<EngineTrial, ProductError>> {
  constructor(readonly input: z.infer<typeof testInput>) {
    super();
  }
}

const addressOf = ({ kind, address, key }: z.infer<typeof lookInput>): RemoteAddress => ({
  kind,
  address,
  ...defined({ key }),
});

@QueryHandler(ListEngines)
export class ListEnginesHandler implements IQueryHandler<ListEngines> {
  constructor(private readonly engines: Engines) {}

  execute(): Promise<readonly EngineListed[]> {
    return this.engines.list();
  }
}

@QueryHandler(DiscoverEngines)
export class DiscoverEnginesHandler implements IQueryHandler<DiscoverEngines> {
  constructor(private readonly engines: Engines) {}

  execute(): Promise<readonly EngineFound[]> {
    return this.engines.discover();
  }
}

@QueryHandler(LookAtEngine)
export class LookAtEngineHandler implements IQueryHandler<LookAtEngine> {
  constructor(private readonly engines: Engines) {}

  execute({ input }: LookAtEngine): Promise<Result<EngineFound, ProductError>> {
    return this.engines.look(addressOf(input));
  }
}

@QueryHandler(FindServed)
export class FindServedHandler implements IQueryHandler<FindServed> {
  constructor(private readonly engines: Engines) {}

  execute({ input }: FindServed): Promise<Result<readonly ProcedureName[], ProductError>> {
    return this.engines.serves(addressOf(input), input.model);
  }
}

@QueryHandler(TryEngine)
export class TryEngineHandler implements IQueryHandler<TryEngine> {
  constructor(private readonly engines: Engines) {}

  async execute({ input }: TryEngine): Promise<Result<EngineTrial, ProductError>> {
    if (!('id' in input)) return this.engines.test(addressOf(input), input.model, input.makes);
    const at = await this.engines.addressOf(input.id);
    return at.ok ? this.engines.test(at.value, input.model, input.makes, undefined, input.version) : at;
  }
}

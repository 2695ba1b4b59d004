import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OperatorRole } from '../../platform/http/security/session-user.js';
import { Notify } from '../notices/notices.commands.js';
import type { NewNotice } from '../notices/notices.js';
import { Operators } from './operators.js';

/** Notifies every operator with a role, once per cause. */
export class NotifyOperators extends Command<void> {
  constructor(
    readonly role: OperatorRole,
    readonly notice: Omit<NewNotice, 'userId'>,
  ) {
    super();
  }
}

@CommandHandler(NotifyOperators)
export class NotifyOperatorsHandler implements ICommandHandler<NotifyOperators> {
  constructor(
    private readonly operators: Operators,
    private readonly commands: CommandBus,
  ) {}

  /** @throws StoreUnavailable */
  async execute({ role, notice }: NotifyOperators): Promise<void> {
    for (const { id, roles } of await this.operators.list())
      if (roles.includes(role)) await this.commands.execute(new Notify({ ...notice, userId: id }));
  }
}

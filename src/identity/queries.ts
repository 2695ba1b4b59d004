import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { UserId } from '../platform/http/session-user.js';
import { userView, type UserView } from './user.js';
import { Users } from './users.js';

/** What a user may see of their own record; undefined for a user that is gone. */
export class FindUser extends Query<UserView | undefined> {
  constructor(readonly userId: UserId) {
    super();
  }
}

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(private readonly users: Users) {}

  async execute({ userId }: FindUser): Promise<UserView | undefined> {
    const user = await this.users.find(userId);
    return user === undefined ? undefined : userView(user);
  }
}

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import { RANDOM } from '../../platform/tokens.js';
import { userRenamed } from '../messages.js';
import { Sessions } from '../sessions/sessions.js';
import { userView, type UserDocument, type UserView } from '../accounts/user.js';
import { Users } from '../accounts/users.js';
import { Avatars } from './avatars.js';
import type { ProfileInput } from './profile.shared.js';

/** Changes a user's names. Returns the user's own view; undefined for a user who does not exist. */
export class UpdateProfile extends Command<UserView | undefined> {
  constructor(
    readonly userId: UserId,
    readonly profile: ProfileInput,
  ) {
    super();
  }
}

/**
 * Sets a user's profile image (WebP, `AVATAR_SIDE` pixels square), or removes it when `bytes` is undefined. Returns the
 * same as `UpdateProfile`.
 */
export class SetAvatar extends Command<UserView | undefined> {
  constructor(
    readonly userId: UserId,
    readonly bytes: Uint8Array | undefined,
  ) {
    super();
  }
}

/** Turns emails about moderators' decisions on or off. Returns the same as `UpdateProfile`. */
export class SetDecisionLetters extends Command<UserView | undefined> {
  constructor(
    readonly userId: UserId,
    readonly isOn: boolean,
  ) {
    super();
  }
}

/** Replaces the user's names; empty ones are left out. */
function withNames(
  { name: _name, names: _names, ...rest }: UserDocument,
  { name, firstName, lastName }: ProfileInput,
): UserDocument {
  return {
    ...rest,
    ...(name === '' ? {} : { name }),
    ...(firstName === '' && lastName === '' ? {} : { names: { firstName, lastName } }),
  };
}

@CommandHandler(UpdateProfile)
export class UpdateProfileHandler implements ICommandHandler<UpdateProfile> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    @Inject(RANDOM) private readonly random: Random,
  ) {}

  async execute({ userId, profile }: UpdateProfile): Promise<UserView | undefined> {
    const changed = await this.users.change(userId, (stored) => {
      if (stored.purgedAt !== undefined) return 'unchanged';
      const document = withNames(stored, profile);
      const outbox = document.name === stored.name ? [] : [userRenamed({ userId }, this.random.uuid())];
      return { document, outbox };
    });
    this.sessions.forget(userId);
    return changed && userView(changed);
  }
}

@CommandHandler(SetAvatar)
export class SetAvatarHandler implements ICommandHandler<SetAvatar> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly avatars: Avatars,
  ) {}

  async execute({ userId, bytes }: SetAvatar): Promise<UserView | undefined> {
    const publish = (shown: string | undefined) =>
      this.users.change(userId, ({ image, ...rest }) =>
        rest.purgedAt !== undefined || image === shown
          ? 'unchanged'
          : { document: { ...rest, ...defined({ image: shown }) } },
      );
    const changed = await (bytes === undefined
      ? this.avatars.remove(userId, publish)
      : this.avatars.set(userId, bytes, publish));
    this.sessions.forget(userId);
    return changed && userView(changed);
  }
}

@CommandHandler(SetDecisionLetters)
export class SetDecisionLettersHandler implements ICommandHandler<SetDecisionLetters> {
  constructor(private readonly users: Users) {}

  async execute({ userId, isOn }: SetDecisionLetters): Promise<UserView | undefined> {
    const changed = await this.users.change(userId, ({ noDecisionLetters, ...rest }) =>
      rest.purgedAt !== undefined || isOn === (noDecisionLetters === undefined)
        ? 'unchanged'
        : { document: { ...rest, ...(isOn ? {} : { noDecisionLetters: true }) } },
    );
    return changed && userView(changed);
  }
}

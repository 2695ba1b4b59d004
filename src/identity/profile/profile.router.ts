import type { CommandBus } from '@nestjs/cqrs';
import { productError } from '../../kernel/errors.shared.js';
import { procedures, router, toTrpcError } from '../../platform/http/trpc/trpc.js';
import { SetAvatar, UpdateProfile } from './profile.commands.js';
import { profileInput } from './profile.shared.js';
import type { UserView } from '../accounts/user.js';

function found(user: UserView | undefined): UserView {
  if (user === undefined) throw toTrpcError(productError('NOT_SIGNED_IN'));
  return user;
}

/** `profile.*`: names and profile image of the account. Answers as `user.find`. `avatar.choose` sets an image. */
export function createProfileRouter({ commands }: { readonly commands: Pick<CommandBus, 'execute'> }) {
  return router({
    update: procedures
      .needs('ownAccount')
      .input(profileInput)
      .mutation(async ({ ctx, input }) => found(await commands.execute(new UpdateProfile(ctx.user.id, input)))),
    removeImage: procedures
      .needs('ownAccount')
      .mutation(async ({ ctx }) => found(await commands.execute(new SetAvatar(ctx.user.id, undefined)))),
  });
}

import type { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { productError } from '../../kernel/errors.shared.js';
import { procedures, router, toTrpcError } from '../../platform/http/trpc/trpc.js';
import { SetAvatar, SetDecisionLetters, UpdateProfile } from './profile.commands.js';
import { profileInput } from './profile.shared.js';
import type { UserView } from '../accounts/user.js';

function found(user: UserView | undefined): UserView {
  if (user === undefined) throw toTrpcError(productError('NOT_SIGNED_IN'));
  return user;
}

/**
 * `profile.*`: names, profile image and emails of the account. Answers as `user.find`. `avatar.choose` sets an image.
 */
export function createProfileRouter({ commands }: { readonly commands: Pick<CommandBus, 'execute'> }) {
  return router({
    update: procedures
      .needs('ownAccount')
      .input(profileInput)
      .mutation(async ({ ctx, input }) => found(await commands.execute(new UpdateProfile(ctx.user.id, input)))),
    /** Turns emails about moderators' decisions on or off. */
    setDecisionLetters: procedures
      .needs('ownAccount')
      .input(z.object({ isOn: z.boolean() }))
      .mutation(async ({ ctx, input }) =>
        found(await commands.execute(new SetDecisionLetters(ctx.user.id, input.isOn))),
      ),
    removeImage: procedures
      .needs('ownAccount')
      .mutation(async ({ ctx }) => found(await commands.execute(new SetAvatar(ctx.user.id, undefined)))),
  });
}

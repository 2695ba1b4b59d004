import type { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { ChooseAvatar } from './avatar.js';
import { sourceRef } from '../procedures/schema.shared.js';

/** `avatar.*`: the user's avatar, from their uploads and creations. */
export function createAvatarRouter({ commands }: { readonly commands: Pick<CommandBus, 'execute'> }) {
  return router({
    /** Uses the central square of an image. Answers its address, which `user.find` returns from then on. */
    choose: procedures
      .needs('ownAccount')
      .input(z.object({ image: sourceRef }))
      .mutation(async ({ ctx, input }) => unwrap(await commands.execute(new ChooseAvatar(ctx.user.id, input.image)))),
  });
}

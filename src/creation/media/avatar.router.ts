import type { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { ChooseAvatar } from './avatar.js';
import { sourceRef } from '../procedures/schema.shared.js';

/** `avatar.*`: the image that represents oneself, from one's uploads and creations. */
export function createAvatarRouter({ commands }: { readonly commands: Pick<CommandBus, 'execute'> }) {
  return router({
    /** Its middle, square. Answers its address, which `user.find` has from then on. */
    choose: procedures.needs('ownAccount').input(z.object({ image: sourceRef })).mutation(async ({ ctx, input }) => unwrap(await commands.execute(new ChooseAvatar(ctx.user.id, input.image)))),
  });
}

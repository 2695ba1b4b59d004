import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { AnswerContact, GetContact, ListContacts, SendContact, SetContactState } from './contact.commands.js';
import { CONTACT_STATES, contactAnswer, contactInput } from './contact.shared.js';

const byId = z.object({ id: z.uuid() });
const page = z.object({
  state: z.enum(CONTACT_STATES).optional(),
  cursor: z.string().max(1_000).nullish(),
  limit: z.int().min(1).max(100).default(30),
});

/** `contact.*`: anybody can write to the operator; administrators read and answer. */
export function createContactRouter({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  return router({
    send: procedures
      .needs('contact')
      .input(contactInput)
      .mutation(async ({ ctx: { request, user }, input }) => {
        unwrap(
          await commands.execute(
            new SendContact(input, { ip: request.ip, language: request.language, ...defined({ user }) }),
          ),
        );
        return { sent: true } as const;
      }),
    list: procedures
      .needs('answerMessages')
      .input(page)
      .query(async ({ input: { state, limit, cursor } }) =>
        unwrap(await queries.execute(new ListContacts(state, limit, cursor ?? undefined))),
      ),
    get: procedures
      .needs('answerMessages')
      .input(byId)
      .query(({ input }) => queries.execute(new GetContact(input.id))),
    answer: procedures
      .needs('answerMessages')
      .input(contactAnswer)
      .mutation(async ({ input }) => unwrap(await commands.execute(new AnswerContact(input)))),
    setState: procedures
      .needs('answerMessages')
      .input(byId.extend({ state: z.enum(['open', 'closed']) }))
      .mutation(async ({ input }) => unwrap(await commands.execute(new SetContactState(input.id, input.state)))),
  });
}

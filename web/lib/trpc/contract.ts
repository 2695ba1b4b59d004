import { initTRPC } from '@trpc/server';
import type { ModelView } from '@src/catalog/model.shared';
import type { TaskView, TextToImageInput } from '@src/creation/task.shared';
import type { BalanceView, StatementLine } from '@src/credits/credits.shared';
import type { ErrorData } from '@src/platform/http/trpc';

const t = initTRPC.create({ errorFormatter: ({ shape }) => ({ ...shape, data: shape.data as unknown as ErrorData }) });
const p = t.procedure;
interface Token { readonly stream: string; readonly revision: number }
const input = <T>() => (value: unknown): T => value as T;

function contract() {
  return t.router({
    user: t.router({ getReqInfo: p.query((): { country: string | null } => ({ country: null })) }),
    catalog: t.router({ models: p.input(input<{ procedure?: string } | undefined>()).query((): { models: readonly ModelView[] } => ({ models: [] })) }),
    credits: t.router({
      balance: p.input(input<{ after?: Token } | undefined>()).query((): BalanceView => { throw new Error(); }),
      statement: p.input(input<{ cursor?: string; limit?: number; after?: Token }>()).query((): { lines: readonly StatementLine[]; next?: string } => ({ lines: [] })),
      line: p.input(input<{ id: string }>()).query((): StatementLine | null => null),
      onChange: p.input(input<Record<string, never> | undefined>()).subscription(async function* (): AsyncGenerator<BalanceView> { yield* []; }),
    }),
    text2Image: t.router({ create: p.input(input<TextToImageInput>()).mutation((): { id: string; data: TaskView; token: Token } => { throw new Error(); }) }),
    task: t.router({
      get: p.input(input<{ id: string }>()).query((): TaskView => { throw new Error(); }),
      list: p.input(input<{ cursor?: string | null; limit?: number }>()).query((): { tasks: readonly TaskView[]; next?: string } => ({ tasks: [] })),
      cancel: p.input(input<{ id: string }>()).mutation((): TaskView => { throw new Error(); }),
      delete: p.input(input<{ id: string }>()).mutation((): { id: string } => ({ id: '' })),
      onChange: p.input(input<{ lastEventId?: string | null } | undefined>()).subscription(async function* (): AsyncGenerator<{ id: string; data: TaskView }> { yield* []; }),
    }),
  });
}
export type AppRouter = ReturnType<typeof contract>;

import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/lib/trpc/contract';

/** The answer of `user.find`. */
export type OwnUser = inferRouterOutputs<AppRouter>['user']['find'];

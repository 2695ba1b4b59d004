import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  isNonJsonSerializable,
  splitLink,
} from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { DEFAULT_LOCALE, languageOf } from '@/i18n/locales';
import { keepNewest } from '@/lib/data/keep-newest';
import { reportError } from '@/lib/errors/bus';
import { PAGE_BUILD } from '@/lib/env';
import { fetchJson } from './fetch-json';
import { shouldRetry } from './retry';
import type { AppRouter } from './contract';

const URL = '/api/trpc';
/** Longer query strings are split into several calls. Well below common proxy limits. */
const MAX_URL_LENGTH = 2_048;
const MAX_BATCH = 20;

/** Sent with every call. Subscriptions send it in the address, because EventSource supports no headers. */
const headers = (): Record<string, string> => ({
  'user-language': languageOf(document.documentElement.dataset['locale'] ?? DEFAULT_LOCALE).header,
  ...(PAGE_BUILD === '' ? {} : { 'page-build': PAGE_BUILD }),
});

/**
 * The typed client. Subscriptions use server-sent events. Form data and calls with `skipBatch` are sent alone, all
 * others in batches.
 */
export const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: (op) => op.type === 'subscription',
      true: httpSubscriptionLink({ url: URL, connectionParams: headers }),
      false: splitLink({
        condition: (op) => isNonJsonSerializable(op.input) || op.context['skipBatch'] === true,
        true: httpLink({ url: URL, headers, fetch: fetchJson }),
        false: httpBatchLink({
          url: URL,
          headers,
          fetch: fetchJson,
          maxURLLength: MAX_URL_LENGTH,
          maxItems: MAX_BATCH,
        }),
      }),
    }),
  ],
});

/** Two retries, no refetch on focus, refetch on mount. All failures go to the error chain. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => reportError(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _result, mutation) => reportError(error, mutation.meta),
  }),
  defaultOptions: {
    queries: { retry: shouldRetry, refetchOnWindowFocus: false, refetchOnMount: true, staleTime: 5_000 },
  },
});

/** Query and mutation options by procedure: `trpc.credits.balance.queryOptions()`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

keepNewest(queryClient, {
  balance: trpc.credits.balance.pathKey(),
  task: trpc.task.get.pathKey(),
  tasks: trpc.task.list.pathKey(),
});

import type { getFetch } from '@trpc/client';

type FetchEsque = ReturnType<typeof getFetch>;

/** An HTML page came where JSON was expected: a proxy or a newer website answered. */
export class HtmlResponse extends Error {
  constructor(readonly status: number) {
    super(`HTML with status ${status}`);
    this.name = 'HtmlResponse';
  }
}

/** `fetch` that does not take a page of HTML for an answer. @throws HtmlResponse */
export const fetchJson: FetchEsque = async (input, init) => {
  // tRPC's own names for the same two arguments, loose enough for every runtime's fetch.
  const response = await fetch(input as RequestInfo, init as RequestInit);
  if (response.headers.get('content-type')?.includes('text/html') === true) throw new HtmlResponse(response.status);
  return response;
};

import type { getFetch } from '@trpc/client';
import { readProductTime } from '@/lib/product-time';

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
  const response = await fetch(input, init);
  readProductTime(response.headers);
  if (response.headers.get('content-type')?.includes('text/html') === true) throw new HtmlResponse(response.status);
  return response;
};

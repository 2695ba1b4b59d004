import type { getFetch } from '@trpc/client';
import { readProductTime } from '@/lib/product-time';

type FetchEsque = ReturnType<typeof getFetch>;

/** The response was HTML instead of JSON, from a proxy or a newer version of the website. */
export class HtmlResponse extends Error {
  constructor(readonly status: number) {
    super(`HTML with status ${status}`);
    this.name = 'HtmlResponse';
  }
}

/** A `fetch` that rejects HTML responses. @throws HtmlResponse */
export const fetchJson: FetchEsque = async (input, init) => {
  const response = await fetch(input, init);
  readProductTime(response.headers);
  if (response.headers.get('content-type')?.includes('text/html') === true) throw new HtmlResponse(response.status);
  return response;
};

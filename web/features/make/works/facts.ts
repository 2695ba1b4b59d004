import { headers } from 'next/headers';
import { cache } from 'react';
import type { WorkPage } from '@src/creation/publishing/work.view.shared';

/** What the page of a work is drawn with, as the server tells it for this request; nothing where there is no work to be seen. */
export const workFacts = cache(async (): Promise<WorkPage | undefined> => {
  const header = (await headers()).get('kinora-facts');
  // Our own server wrote it: the answer of `GET /api/works/<id>`.
  return header === null ? undefined : (JSON.parse(decodeURIComponent(header)) as WorkPage);
});

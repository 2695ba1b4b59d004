import { headers } from 'next/headers';
import { cache } from 'react';
import type { WorkPage } from '@src/creation/publishing/work.view.shared';

/** The data of a published work's page, sent by the server for this request; undefined if there is no visible work. */
export const workFacts = cache(async (): Promise<WorkPage | undefined> => {
  const header = (await headers()).get('kinora-facts');
  // Our own server wrote the header, with the answer of `GET /api/works/<id>`.
  return header === null ? undefined : (JSON.parse(decodeURIComponent(header)) as WorkPage);
});

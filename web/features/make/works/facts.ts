import { headers } from 'next/headers';
import { cache } from 'react';
import type { AuthorFacts, ExploreFacts, TagFacts } from '@src/creation/explore/explore.shared';
import type { WorkPage } from '@src/creation/publishing/work.view.shared';

/** What the server sent for the rendering of this request, or undefined: the answer of the page's own call. */
const facts = cache(async (): Promise<unknown> => {
  const header = (await headers()).get('kinora-facts');
  return header === null ? undefined : JSON.parse(decodeURIComponent(header));
});

// Our own server writes the header, so its shape is that of the call for each page.
/** The data of a published work's page; undefined if there is no visible work. */
export const workFacts = async () => (await facts()) as WorkPage | undefined;
/** The first works of Explore; undefined if the server could not read them. */
export const exploreFacts = async () => (await facts()) as ExploreFacts | undefined;
/** The first works with a tag; undefined if the server could not read them. */
export const tagFacts = async () => (await facts()) as TagFacts | undefined;
/** The data of an author's page; undefined if there is no such author. */
export const authorFacts = async () => (await facts()) as AuthorFacts | undefined;

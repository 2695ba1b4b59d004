import { explorePage } from '@/app/explore-page';

/** A cached page would carry the nonce of an earlier request (adr/0025), and could show a withdrawn work. */
export const dynamic = 'force-dynamic';

const { Page, generateMetadata } = explorePage('/explore', {
  title: 'explore.title',
  description: 'explore.description',
});

export { generateMetadata, Page as default };

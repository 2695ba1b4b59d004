import { notFound } from 'next/navigation';
import { localePage } from '@/app/locale-page';
import { UNBUILT_ROUTES, unbuiltAt } from '@/features/shell/unbuilt/unbuilt';
import { UnbuiltPage } from '@/features/shell/unbuilt/unbuilt-page';

interface RestParams {
  readonly rest: readonly string[];
}

export function generateStaticParams(): { rest: string[] }[] {
  return Object.keys(UNBUILT_ROUTES).map((path) => ({ rest: path.slice(1).split('/') }));
}

const areaOf = ({ rest }: RestParams) => unbuiltAt(`/${rest.join('/')}`);

/**
 * Pages of areas that do not exist yet. Unknown addresses arrive here only in development; in production the server
 * answers them with `_missing`.
 */
const { Page, generateMetadata } = localePage<RestParams>(
  (params) => {
    const id = areaOf(params);
    return id === undefined ? undefined : { title: `unbuilt.${id}.title`, noIndex: true };
  },
  (params) => {
    const id = areaOf(params);
    if (id === undefined) notFound();
    return <UnbuiltPage id={id} />;
  },
);

export { generateMetadata, Page as default };

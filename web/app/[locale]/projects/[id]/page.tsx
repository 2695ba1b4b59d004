import { dataPage } from '@/app/data-page';
import { ProjectPage } from '@/features/make/projects/project-page';

/** One kept from an earlier request would carry that request's nonce (adr/0025). */
export const dynamic = 'force-dynamic';

const { Page, generateMetadata } = dataPage({ title: 'projects.title', noIndex: true }, () => <ProjectPage />);

export { generateMetadata, Page as default };

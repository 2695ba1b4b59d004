import { dataPage } from '@/app/data-page';
import { ProjectPage } from '@/features/make/projects/project-page';

/** A cached page would carry the nonce of an earlier request (adr/0025). */
export const dynamic = 'force-dynamic';

const { Page, generateMetadata } = dataPage({ title: 'projects.title', noIndex: true }, () => <ProjectPage />);

export { generateMetadata, Page as default };

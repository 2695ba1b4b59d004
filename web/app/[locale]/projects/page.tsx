import { dataPage } from '@/app/data-page';
import { ProjectsPage } from '@/features/make/projects/projects-page';

const { Page, generateMetadata } = dataPage({ title: 'projects.title', description: 'projects.description' }, () => (
  <ProjectsPage />
));

export { generateMetadata, Page as default };

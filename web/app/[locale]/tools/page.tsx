import { localePage } from '@/app/locale-page';
import { ToolsPage } from '@/features/make/tools/page/tools-page';

const { Page, generateMetadata } = localePage({ title: 'tools.title', description: 'tools.lede' }, () => <ToolsPage />);

export { generateMetadata, Page as default };

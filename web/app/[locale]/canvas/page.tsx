import { dataPage } from '@/app/data-page';
import { CanvasPage } from '@/features/make/canvas/canvas-page';

const { Page, generateMetadata } = dataPage({ title: 'canvas.title', description: 'canvas.description' }, () => (
  <CanvasPage />
));

export { generateMetadata, Page as default };

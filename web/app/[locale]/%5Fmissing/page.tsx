import { localePage } from '@/app/locale-page';
import { NotFound } from '@/features/shell/errors/not-found';
import { everyLanguage } from '@/i18n/every-language';

export const generateStaticParams = everyLanguage;

/** The server's answer for every unknown address, with status 404 (adr/0055). */
const { Page, generateMetadata } = localePage({ title: 'faults.notFoundPage.title', noIndex: true }, () => (
  <NotFound />
));

export { generateMetadata, Page as default };

import { pageWords } from '@/i18n/page-words';

export default pageWords('/admin/moderation');

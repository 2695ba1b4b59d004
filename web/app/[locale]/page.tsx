import { setRequestLocale } from 'next-intl/server';
import { Home } from '@/features/make/home/home';
import { PageWords } from '@/i18n/page-words';

export default async function HomePage({ params }: { readonly params: Promise<{ readonly locale: string }> }) {
  const { locale } = await params;
  setRequestLocale(locale);
  return (
    <PageWords path="/" locale={locale}>
      <Home />
    </PageWords>
  );
}

import { setRequestLocale } from 'next-intl/server';
import { Home } from '@/features/home/home';

export default async function HomePage({ params }: { readonly params: Promise<{ readonly locale: string }> }) {
  setRequestLocale((await params).locale);
  return <Home />;
}

import { setRequestLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';

/** Of published works there is none. */
export default async function Page({ params }: { readonly params: Promise<{ readonly locale: string }> }) {
  setRequestLocale((await params).locale);
  notFound();
}

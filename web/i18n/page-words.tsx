import { getMessages, setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { promptUseOf } from './messages';
import { MoreWords } from './more-words';
import { areasOf } from './page-areas';

/** Sends a page its messages besides the shell's. @param path of the page, without language */
export async function PageWords({
  path,
  locale,
  children,
}: {
  readonly path: string;
  readonly locale: string;
  readonly children: ReactNode;
}) {
  return <MoreWords words={promptUseOf(await getMessages({ locale }), areasOf(path))}>{children}</MoreWords>;
}

interface LayoutProps {
  readonly params: Promise<{ readonly locale: string }>;
  readonly children: ReactNode;
}

/** Makes a layout that sends messages to the pages in its folder. @param path of the folder, without language */
export const pageWords = (path: string) =>
  async function Words({ params, children }: LayoutProps) {
    const { locale } = await params;
    setRequestLocale(locale);
    return (
      <PageWords path={path} locale={locale}>
        {children}
      </PageWords>
    );
  };

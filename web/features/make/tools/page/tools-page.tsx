import { useTranslations } from 'next-intl';
import { TOOL_GROUPS } from '@/features/make/create/form/tools';
import { ToolRow } from './tool-row';

/** All tools, each with an image, a description and a price. */
export function ToolsPage() {
  const t = useTranslations('tools');
  return (
    <div className="grid gap-6 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
      <div className="grid gap-2">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="max-w-[60ch] text-ink-2">{t('lede')}</p>
      </div>
      {TOOL_GROUPS.map((group) => (
        <section key={group} aria-labelledby={`tools-${group}`} className="grid gap-4 pt-2">
          <h2 id={`tools-${group}`} className="text-lg font-strong tracking-title">
            {t(`groups.${group}`)}
          </h2>
          <ToolRow of={group} line className="grid grid-cols-3 gap-x-4 gap-y-7 max-lg:grid-cols-2 max-md:gap-x-3" />
        </section>
      ))}
    </div>
  );
}

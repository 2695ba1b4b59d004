import { THEME_SCRIPT } from '@/lib/theme/theme';
import { buttonStyle } from '@/ui/button';
import { Logo } from '../logo';

interface BarePageProps {
  readonly figure: string;
  readonly title: string;
  readonly text: string;
  /** Text of the button. */
  readonly label: string;
  readonly home?: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
}

/** A whole document outside the shell. */
export function BarePage({ figure, title, text, label, home = '/', lang = 'en', dir = 'ltr' }: BarePageProps) {
  return (
    <html lang={lang} dir={dir} data-theme="dark" suppressHydrationWarning>
      <body>
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <main className="grid min-h-dvh place-items-center p-6">
          <div className="grid max-w-[46ch] justify-items-start gap-4">
            <Logo />
            <p className="num text-4xl leading-none font-strong tracking-display text-ink-3">{figure}</p>
            <h1 className="text-2xl leading-title font-strong tracking-title">{title}</h1>
            <p className="text-ink-2">{text}</p>
            {/* A plain link, because nothing of the shell can be relied on here, including routing. */}
            <a href={home} className={buttonStyle({ tone: 'invert' })}>
              {label}
            </a>
          </div>
        </main>
      </body>
    </html>
  );
}

import { THEME_SCRIPT } from '@/lib/theme/theme';
import { buttonStyle } from '@/ui/button';
import { Logo } from './logo';

/** A whole document without the frame. */
export function BarePage({ figure, title, text, home }: { readonly figure: string; readonly title: string; readonly text: string; readonly home: string }) {
  return (
    <html lang="en" dir="ltr" data-theme="dark" suppressHydrationWarning>
      <body>
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <main className="grid min-h-dvh place-items-center p-6">
          <div className="grid max-w-[46ch] justify-items-start gap-4">
            <Logo />
            <p className="num text-4xl leading-none font-strong tracking-display text-ink-3">{figure}</p>
            <h1 className="text-2xl leading-title font-strong tracking-title">{title}</h1>
            <p className="text-ink-2">{text}</p>
            {/* A plain link: nothing of the frame, routing included, can be counted on here. */}
            <a href="/" className={buttonStyle({ tone: 'invert' })}>
              {home}
            </a>
          </div>
        </main>
      </body>
    </html>
  );
}

'use client';

import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Component, type ReactNode } from 'react';
import { usePathname } from '@/i18n/navigation';
import { reportError } from '@/lib/errors/bus';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { ErrorState } from '@/ui/content/states';

interface BoundaryProps {
  readonly path: string;
  readonly fallback: (retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failedAt?: string | undefined;
}

/** React knows error boundaries only as classes. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failedAt: '' };
  }

  override componentDidCatch(error: Error): void {
    this.setState({ failedAt: this.props.path });
    // The chunk is no longer on the server, because a new version was deployed. The error chain explains this.
    if (error.name === 'ChunkLoadError') reportError(error);
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.path !== this.props.path && this.state.failedAt !== undefined) this.setState({ failedAt: undefined });
  }

  override render(): ReactNode {
    if (this.state.failedAt !== undefined) return this.props.fallback(() => this.setState({ failedAt: undefined }));
    return this.props.children;
  }
}

/** Shown when a page fails to render. A retry or another route resets it. */
export function Fallback({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('faults');
  const path = usePathname();
  return (
    <Boundary
      path={path}
      fallback={(retry) => (
        <div className="grid min-h-[60vh] place-items-center p-6">
          <ErrorState
            level={1}
            title={t('fallback')}
            actions={
              <Button icon={<Icon of={RotateCcw} size="s" />} onClick={retry}>
                {t('tryAgain')}
              </Button>
            }
          >
            {t('fallbackSafe')}
          </ErrorState>
        </div>
      )}
    >
      {children}
    </Boundary>
  );
}

'use client';

import { Component, type ReactNode } from 'react';
import { reportError } from '@/lib/errors/bus';

interface TroubleProps {
  readonly onFailed: () => void;
  readonly children: ReactNode;
}

/**
 * Reports a popup that cannot be loaded or rendered, and closes it; the page stays. React supports error boundaries
 * only as classes.
 */
export class PopupErrorBoundary extends Component<TroubleProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.props.onFailed();
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

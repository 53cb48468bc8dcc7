import { Component, type ReactNode } from 'react';

import { ErrorState } from './ErrorState.tsx';

type Props = { children: ReactNode };

/** Replaces a screen that crashes or whose chunk is missing. Give it a `key` per screen. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    // React caches a failed lazy import for good: only a reload requests it again.
    return <ErrorState onRetry={() => location.reload()}>Se cortó la señal.</ErrorState>;
  }
}

import { Component, type ReactNode } from 'react';

import { ErrorState } from './ErrorState.tsx';

type Props = { children: ReactNode };

/** What is shown when a screen breaks or its program does not arrive. Give it a `key` that changes with the screen. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    // React keeps the failed import of a screen for good: only a new page asks for it again.
    return <ErrorState onRetry={() => location.reload()}>Se cortó la señal.</ErrorState>;
  }
}

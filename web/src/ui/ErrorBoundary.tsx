import { Component, type ReactNode } from 'react';

import { isMissingChunk } from './browser/chunks.ts';
import { ErrorState } from './ErrorState.tsx';

type Props = { children: ReactNode };

const seenErrors = new WeakSet<object>();
const reload = () => location.reload();

/**
 * Give it a `key` per screen. React and the browser cache a failed import for good, so the page reloads when
 * the network returns or the user comes back to the screen.
 */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error) {
    if (!isMissingChunk(error)) return;
    if (seenErrors.has(error) && navigator.onLine) reload();
    seenErrors.add(error);
    addEventListener('online', reload);
  }

  override componentWillUnmount() {
    removeEventListener('online', reload);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorState onRetry={reload}>Se cortó la señal.</ErrorState>;
  }
}

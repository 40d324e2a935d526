import { Component, type ReactNode } from 'react';

type RenderBoundaryProps = { fallback: ReactNode; children: ReactNode };

/**
 * Renders the fallback when its children throw, until its `key` changes. For what surrounds a page, where no route's error boundary
 * can catch: React Router's own one would show the stack.
 */
export class RenderBoundary extends Component<RenderBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

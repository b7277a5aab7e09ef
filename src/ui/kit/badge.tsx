import type { ComponentChildren } from 'preact';
import './badge.css';

/** A small label: the side of an order, a state. */
export function Badge({ tone = 'plain', children }: { tone?: 'plain' | 'up' | 'down' | 'warn'; children: ComponentChildren }) {
  return (
    <span class="badge" data-kind={tone}>
      {children}
    </span>
  );
}

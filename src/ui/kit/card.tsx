import type { ComponentChildren } from 'preact';
import './card.css';

/** A raised box on the page. With a `label` it is a region that can be jumped to. */
export function Card({ label, children }: { label?: string; children: ComponentChildren }) {
  return label === undefined ? (
    <div class="card">{children}</div>
  ) : (
    <section class="card" aria-label={label}>
      {children}
    </section>
  );
}

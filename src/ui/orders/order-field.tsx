import type { ComponentChildren } from 'preact';
import './order-field.css';

/** A line of a sheet inside a `dl`: a name and its value. */
export const OrderField = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd class="num">{children}</dd>
  </div>
);

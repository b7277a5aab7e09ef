import type { ComponentChildren } from 'preact';

/** A name and its value; what finds no room beside the other stands below it. */
export const ReceiptField = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd class="num">{children}</dd>
  </div>
);

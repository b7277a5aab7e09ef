import type { ComponentChildren } from 'preact';

/** A name and its value at the line's other end, whichever way its text runs; what finds no room beside the other stands below it. */
export const ReceiptField = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <span dir="auto">{children}</span>
    </dd>
  </div>
);

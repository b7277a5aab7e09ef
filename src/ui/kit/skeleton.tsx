import './skeleton.css';

/** Grey rows of the height of what is to come. `label` is what a screen reader hears. */
export function Skeleton({ rows = 10, label, kind = 'row' }: { rows?: number; label: string; kind?: 'row' | 'card' | 'line' }) {
  return (
    <div class="skeleton" aria-busy="true" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class="skeleton-row" data-kind={kind} data-skeleton-row />
      ))}
    </div>
  );
}

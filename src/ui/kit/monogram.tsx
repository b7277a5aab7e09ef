import './monogram.css';

/** A round picture of 36 px, or the first two letters of `text` where there is none. Decoration: the name is beside it. */
export function Monogram({ text, src = '', large = false }: { text: string; src?: string; large?: boolean }) {
  return (
    <span class="monogram" data-large={large ? '' : undefined} aria-hidden="true">
      {src === '' ? text.slice(0, 2).toUpperCase() : <img src={src} alt="" loading="lazy" />}
    </span>
  );
}

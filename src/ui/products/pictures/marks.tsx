/** Flags and coins: one sprite of all of them, put into the page once, and the marks that use it. */
import type { ComponentChildren } from 'preact';
import { drawMarksBy } from '../product-mark.tsx';
import { frameByFrame } from './frame-by-frame.ts';
import { markIds } from './mark-ids.ts';
import spriteUrl from './product-marks.svg?no-inline';

/** What an id in the sprite begins with, so that it is no other element's. */
const PREFIX = 'mark-';

let showing: Promise<void> | undefined;

/** Resolves when the marks show. Rejects when the sprite cannot be had; the next call tries again. */
export function showMarks(): Promise<void> {
  showing ??= show().catch((error: unknown) => {
    showing = undefined;
    throw error;
  });
  return showing;
}

async function show(): Promise<void> {
  const sprite = document.importNode(await readSprite(), true);
  const names = new Set([...sprite.querySelectorAll('symbol')].map((symbol) => symbol.id.slice(PREFIX.length)));
  sprite.setAttribute('hidden', '');
  document.body.append(sprite);
  await frameByFrame(drawMarksBy((code) => pictureOf(markIds(code, (name) => names.has(name)))));
}

/** The parsed sprite. By a request for a document: the policy of the page lets no text become markup. */
function readSprite(): Promise<SVGSVGElement> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('GET', spriteUrl);
    call.responseType = 'document';
    call.overrideMimeType('image/svg+xml');
    call.onload = () => {
      const root = call.responseXML?.documentElement;
      if (root instanceof SVGSVGElement) resolve(root);
      else reject(new Error(`${spriteUrl}: ${call.status}, no pictures`));
    };
    call.onerror = () => reject(new Error(`${spriteUrl}: no answer`));
    call.send();
  });
}

function pictureOf(names: readonly string[] | undefined): ComponentChildren {
  const [front, back] = names ?? [];
  if (front === undefined) return undefined;
  if (back === undefined) return <Picture name={front} />;
  return (
    <span class="mark-pair">
      <Picture name={back} />
      <Picture name={front} />
    </span>
  );
}

function Picture({ name }: { name: string }) {
  return (
    <svg aria-hidden="true">
      <use href={`#${PREFIX}${name}`} />
    </svg>
  );
}

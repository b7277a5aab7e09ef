import { correction, generate } from 'lean-qr/nano';
import { useEffect, useRef } from 'preact/hooks';
import './qr-picture.css';

/** Modules of quiet around the picture, as readers need them. */
const QUIET = 4;

/** A text as a picture that another device reads; it stands beside the text itself. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const picture = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Dark on light in either theme: many readers take nothing else.
    if (picture.current)
      generate(text, { minCorrectionLevel: correction.M }).toCanvas(picture.current, { off: [255, 255, 255], pad: QUIET });
  }, [text]);
  return <canvas ref={picture} class="qr-picture" role="img" aria-label={label} />;
}

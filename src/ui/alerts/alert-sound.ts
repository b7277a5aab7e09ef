/**
 * The sound of a price alert: two short tones of an oscillator, no file to fetch. A browser lets a page sound only after its person has done
 * something on it; until then an alert is silent, and nothing is kept to sound later.
 */
import { alertSound } from '../state/alert-habits.ts';

/** Hertz, one after the other. */
const TONES = [880, 1_175];
const TONE_S = 0.12;
/** Of full loudness. */
const VOLUME = 0.12;
/** Fades this fast, so that a tone neither clicks nor rings on. */
const FADE_S = 0.02;

let context: AudioContext | undefined;

/** Call it in the press of a button: some browsers let a page sound only if it was made ready in one. */
export function readySound(): void {
  if (alertSound.isOn.peek() && mayBegin())
    void opened()
      ?.resume()
      .catch(() => undefined);
}

/** Sounds once, where the person wants it and the browser lets it. True when it did. */
export async function soundAlert(): Promise<boolean> {
  if (!alertSound.isOn.peek() || !mayBegin()) return false;
  const audio = opened();
  if (!audio) return false;
  await audio.resume().catch(() => undefined);
  if (audio.state !== 'running') return false;
  for (const [at, hertz] of TONES.entries()) tone(audio, hertz, audio.currentTime + at * TONE_S);
  return true;
}

/** Browsers that do not say whether somebody has touched the page are asked by trying. */
const mayBegin = (): boolean => (navigator as { userActivation?: UserActivation }).userActivation?.hasBeenActive ?? true;

function opened(): AudioContext | undefined {
  if ('AudioContext' in globalThis) context ??= new AudioContext();
  return context;
}

function tone(audio: AudioContext, hertz: number, fromS: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, fromS);
  gain.gain.linearRampToValueAtTime(VOLUME, fromS + FADE_S);
  gain.gain.setValueAtTime(VOLUME, fromS + TONE_S - FADE_S);
  gain.gain.linearRampToValueAtTime(0, fromS + TONE_S);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(fromS);
  oscillator.stop(fromS + TONE_S);
}

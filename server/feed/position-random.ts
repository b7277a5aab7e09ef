/**
 * Randomness by position, not by history: a stream of numbers is named by a level and an index, so any bar of the synthetic market can
 * be made without the bars before it. Streams of neighbouring names are unrelated.
 */
export abstract class PositionRandom {
  /** Points the stream at a level and an index (integers); the same name always gives the same numbers. */
  abstract at(level: number, index: number): this;

  /** The next 32 bits, unsigned. */
  abstract word(): number;

  /** Uniform in (0, 1), never 0 or 1. */
  uniform(): number {
    return (this.word() + 0.5) / 4294967296;
  }

  /** Standard normal, cut at three and a half, so that no single bar can be absurd (Box and Muller 1958, one of the pair). */
  normal(): number {
    const value = Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
    return Math.max(-3.5, Math.min(3.5, value));
  }
}

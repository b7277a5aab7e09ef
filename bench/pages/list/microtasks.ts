/** Microtasks that a write may take to reach the text: signals write in a second one, React renders in one of its own. */
const ROUNDS = 8;

/** Lets them run; no task and no frame comes in between. */
export async function microtasks(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await undefined;
}

import axe from 'axe-core';

/** Colours are those of a picture at rest: what moves by the clock and has an end has come to it. */
async function atRest(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getTiming().iterations !== Infinity);
  // One that is taken away before its end has none.
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** What axe finds wrong in an element: rule, and where. */
export async function problemsOf(element: Element): Promise<string[]> {
  await atRest();
  const { violations } = await axe.run(element, { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`),
  );
}

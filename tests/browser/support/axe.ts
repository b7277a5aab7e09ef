import axe from 'axe-core';

/** What axe finds wrong in an element: rule, and where. */
export async function problemsOf(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`),
  );
}

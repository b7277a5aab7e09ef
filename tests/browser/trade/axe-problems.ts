/** What axe finds wrong with the page as it stands: rule and place. Landmarks are the frame's business, not a screen's. */
import axe from 'axe-core';

export async function axeProblems(root: Element = document.body): Promise<string[]> {
  const { violations } = await axe.run(root, { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`));
}

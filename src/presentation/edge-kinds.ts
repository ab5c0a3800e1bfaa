import type { EdgeView, GridBoardView } from '../rules/view.ts';

/** What an edge between two squares does, in a word or two: the same in picture, characters and alt text. */
const edgeKinds = ['wall', 'blocks the way', 'slows and hides', 'slows', 'hides', 'closed door', 'open door'] as const;
export type EdgeKind = (typeof edgeKinds)[number];

export const edgeKind = ({ kinds }: EdgeView): EdgeKind | undefined => {
  const blocking = kinds.includes('blocking');
  if (kinds.includes('door')) return blocking ? 'closed door' : 'open door';
  if (blocking) return kinds.includes('obscuring') ? 'wall' : 'blocks the way';
  if (kinds.includes('impeding')) return kinds.includes('obscuring') ? 'slows and hides' : 'slows';
  return kinds.includes('obscuring') ? 'hides' : undefined;
};

/** The kinds of edges on a board, in their fixed order, with how many there are. */
export const edgesByKind = ({
  edges,
}: GridBoardView): readonly { readonly kind: EdgeKind; readonly count: number }[] => {
  const counts = new Map<EdgeKind, number>();
  for (const edge of edges) {
    const kind = edgeKind(edge);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return edgeKinds.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [{ kind, count }];
  });
};

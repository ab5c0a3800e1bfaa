import { type MapPlan, mapEdges, objectSquares } from '../rules/grid/map-plan.ts';
import { type BackdropView, type BattleView, type EdgeView, oneSpaceScale } from '../rules/view.ts';
import { altText } from './alt-text.ts';
import { boardScene } from './board-scene.ts';
import type { Card } from './card.ts';

const edgeIn = ({ a, b, blocks, hides, impedes, door }: ReturnType<typeof mapEdges>[number]): EdgeView => ({
  a,
  b,
  kinds: [
    ...(door ? (['door'] as const) : []),
    ...(blocks ? (['blocking'] as const) : []),
    ...(impedes ? (['impeding'] as const) : []),
    ...(hides ? (['obscuring'] as const) : []),
  ],
});

/** A map on which nobody stands, as a battle would show it. */
const mapView = (name: string, plan: MapPlan, backdrop: BackdropView | undefined): BattleView => {
  const objects = objectSquares(plan);
  return {
    ...{ status: 'setup', phase: name, round: 0, combatants: [], order: [], timeline: undefined },
    ...{ notes: [], outcome: undefined, ...(backdrop && { backdrop }) },
    board: {
      ...{
        kind: 'grid',
        width: plan.columns,
        height: plan.rows,
        scale: oneSpaceScale,
        blocked: plan.filled,
        figures: [],
      },
      ...{ edges: mapEdges(plan).map(edgeIn), objects: [], strokes: [] },
      zones: objects.length === 0 ? [] : [{ label: 'objects', squares: objects }],
    },
  };
};

/** The picture of a map that is kept, with what lies behind it. */
export const mapPicture = (name: string, plan: MapPlan, backdrop?: BackdropView): Card['picture'] => {
  const view = mapView(name, plan, backdrop);
  const scene = boardScene(view);
  return scene && { scene, alt: altText(view) };
};

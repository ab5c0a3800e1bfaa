import { scenePng } from '../../src/discord/png.ts';
import { boardScene } from '../../src/presentation/board-scene.ts';
import { type BattleView, compass } from '../../src/rules/view.ts';
import { type Measured, median, quantile, timed } from './measure.ts';

const figures = Array.from({ length: 20 }, (_, n) => ({
  id: `Fighter ${n + 1}`,
  x: (n * 7) % 24,
  y: (n * 11) % 24,
  facing: compass[n % 8],
}));

const crowded: BattleView = {
  status: 'active',
  phase: 'Round 3',
  round: 3,
  combatants: figures.map(({ id }, n) => ({
    id,
    actor: id,
    side: n % 2 === 0 ? 'red' : 'blue',
    life: 'up',
    gauges: [{ label: 'HP', text: '30/45', share: 0.66 }],
    marks: n % 5 === 0 ? ['stunned'] : [],
    place: undefined,
    sheet: [],
  })),
  order: figures.map(({ id }, n) => ({ id, note: '', state: n === 0 ? 'now' : 'next' })),
  board: {
    kind: 'grid',
    width: 24,
    height: 24,
    scale: '1 space',
    blocked: [],
    figures,
    edges: [],
    objects: [],
    zones: [],
    strokes: [],
  },
  timeline: undefined,
  notes: [],
  outcome: undefined,
};

/** A board of 24 × 24 with 20 figures, from view to PNG; its floor is the drawing alone. */
export const benchPictures = async (): Promise<readonly Measured[]> => {
  const scene = boardScene(crowded);
  if (scene === undefined) throw new Error('no scene');
  const floor = await timed(() => scenePng(scene), 30, 5);
  const whole = await timed(
    () => {
      const drawn = boardScene(crowded);
      return drawn && scenePng(drawn);
    },
    30,
    5,
  );
  return [
    {
      what: 'board picture, 24 × 24, 20 figures',
      unit: 'ms',
      median: median(whole),
      worst: quantile(whole, 0.99),
      floor: median(floor),
      budget: '40 ms',
      holds: median(whole) < 40,
    },
  ];
};

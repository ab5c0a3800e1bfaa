import sharp from 'sharp';
import { createRenderThread } from '../../src/discord/render-thread.ts';
import { boardScene } from '../../src/presentation/board-scene.ts';
import { sceneSvg } from '../../src/presentation/svg.ts';
import { type BattleView, compassDirections } from '../../src/rules/view.ts';
import { type Measured, median, quantile, timed } from './measure.ts';

/** A view with the given number of figures on a board, in alternating sides. */
const viewOf = (width: number, height: number, count: number): BattleView => {
  const figures = Array.from({ length: count }, (_, n) => ({
    id: `Fighter ${n + 1}`,
    x: (n * 7) % width,
    y: (n * 11) % height,
    facing: compassDirections[n % 8],
  }));
  return {
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
      width,
      height,
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
};

const cases = [
  { what: '24 × 24, 20 figures', view: viewOf(24, 24, 20), milliseconds: 30, kilobytes: 45 },
  { what: '9 × 8, 5 figures', view: viewOf(9, 8, 5), milliseconds: 18, kilobytes: 28 },
] as const;

/** Board pictures from view to PNG file through the thread that draws them, and the size of the files. */
export const benchPictures = async (): Promise<readonly Measured[]> => {
  const draw = createRenderThread();
  const rows: Measured[] = [];
  for (const { what, view, milliseconds, kilobytes } of cases) {
    let size = 0;
    // The same view drawn by a third-party encoder, with as few colors.
    const floor = await timed(
      async () => {
        const scene = boardScene({ ...view });
        if (scene === undefined) throw new Error('no scene');
        await sharp(Buffer.from(sceneSvg(scene)))
          .png({ palette: true })
          .toBuffer();
      },
      40,
      10,
    );
    const samples = await timed(
      async () => {
        // A new view each time, since a picture is drawn only once.
        const scene = boardScene({ ...view });
        if (scene === undefined) throw new Error('no scene');
        size = (await draw(sceneSvg(scene))).length / 1000;
      },
      40,
      10,
    );
    rows.push(
      {
        what: `board picture, ${what}; floor: sharp`,
        unit: 'ms',
        median: median(samples),
        worst: quantile(samples, 0.99),
        floor: median(floor),
        budget: `${milliseconds} ms`,
        holds: median(samples) <= milliseconds,
      },
      {
        what: `board picture, ${what}, its file`,
        unit: 'KB',
        median: size,
        worst: size,
        budget: `${kilobytes} KB`,
        holds: size <= kilobytes,
      },
    );
  }
  return rows;
};

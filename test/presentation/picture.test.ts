import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scenePng } from '../../src/discord/png.ts';
import { altText } from '../../src/presentation/alt-text.ts';
import { boardScene, timelineScene } from '../../src/presentation/board-scene.ts';
import { moveShape, textWidth } from '../../src/presentation/drawing/draw.ts';
import type { Scene, Shape } from '../../src/presentation/scene.ts';
import { sceneSvg } from '../../src/presentation/svg.ts';
import type { BattleView } from '../../src/rules/view.ts';
import { runs } from '../budget.ts';
import { anyView } from './any-view.ts';
import { allViews, crowd, duel, frontline, hostile, plain, road, ruins, scripts, segments } from './views.ts';

type Text = Extract<Shape, { kind: 'text' }>;

const drawn = (view: BattleView): Scene => {
  const scene = boardScene(view);
  if (scene === undefined) throw new Error('nothing was drawn');
  return scene;
};
/** All shapes, with those of groups at their final position. */
const flat = (shapes: readonly Shape[]): readonly Shape[] =>
  shapes.flatMap((shape) =>
    shape.kind === 'group' ? flat(shape.shapes.map((each) => moveShape(each, shape.at))) : [shape],
  );
const texts = ({ shapes }: Scene): readonly Text[] => flat(shapes).filter((shape) => shape.kind === 'text');
const written = (view: BattleView): readonly string[] => texts(drawn(view)).map(({ text }) => text);

/** The boxes of the names on a board: the only texts with a halo. */
const names = (scene: Scene) =>
  texts(scene)
    .filter(({ halo, bold }) => halo !== undefined && bold)
    .map(({ at: [x, y], text, size }) => {
      const half = textWidth(text, size, 'bold') / 2;
      return { text, left: x - half, right: x + half, top: y - size * 0.75, bottom: y };
    });

const sizeOf = (png: Uint8Array): { width: number; height: number } => {
  const bytes = Buffer.from(png);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
};

describe('grid boards', () => {
  test('a board has letters at the top and numbers on the left', () => {
    expect(written(duel)).toEqual(expect.arrayContaining(['A', 'H', '1', '8']));
  });

  test('a board writes each name if there is room', () => {
    expect(written(duel)).toEqual(
      expect.arrayContaining(['Ann', 'Bob the Bold', 'Grim', 'Zombie 1', 'badly wounded · burning']),
    );
  });

  test.each(Object.entries(allViews))('a board never writes one name over another: %s', (_, view) => {
    const boxes = names(drawn(view));
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        const apart =
          one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
        expect(apart, `${one.text} / ${other.text}`).toBe(true);
      }
  });

  test('a board that is crowded shows tags with a legend, and far figures by their squares', () => {
    const says = written(crowd);
    for (const tag of ['An', 'BT', 'GT', 'Wi', 'Mo', 'Z1', 'Z9', '10', '12', 'Wo', 'We', 'OB'])
      expect(says).toContain(tag);
    expect(says).toEqual(
      expect.arrayContaining(['Wilhelmina', 'Bob the Bold', 'Mo', 'Zombie 1 to 12', 'Werewolf', 'X1']),
    );
  });

  test('a board that is crowded is drawn whole on request', () => {
    const scene = boardScene(crowd, undefined, { whole: true });
    const says = scene === undefined ? [] : texts(scene).map(({ text }) => text);
    expect(says).toEqual(expect.arrayContaining(['A', 'W', '1', '23', 'Werewolf']));
    expect(says.join()).not.toContain('shown:');
  });

  test('a board that is huge is drawn to its edges on request, in a picture of bearable size', () => {
    for (const side of [120, 200]) {
      const board = plain.board?.kind === 'grid' ? { ...plain.board, width: side, height: side } : undefined;
      const scene = boardScene({ ...plain, board }, undefined, { whole: true });
      expect(scene?.cropped).toBe(false);
      expect(
        scene === undefined
          ? ''
          : texts(scene)
              .map(({ text }) => text)
              .join(),
      ).not.toContain('shown:');
      expect(Math.max(scene?.width ?? 0, scene?.height ?? 0)).toBeLessThan(2700);
    }
  });

  test.each(Object.entries(allViews))('a board draws figures at least 22 pixels wide on a phone: %s', (_, view) => {
    const { shapes, width, height } = drawn(view);
    expect(width).toBe(760);
    expect(height).toBeLessThanOrEqual(800);
    const bodies = shapes.flatMap((shape) => (shape.kind === 'group' ? [shape.shapes[0]] : []));
    for (const body of bodies) if (body?.kind === 'circle') expect(2 * body.radius).toBeGreaterThanOrEqual(44);
  });

  test('a board that is huge is cut to the figures’ area, with a note', () => {
    const says = written(plain);
    expect(says).toContain('shown: BI39 to BU47 of a 120 × 90 board');
    expect(says).toEqual(expect.arrayContaining(['Ann', 'Grim', 'Zombie 1']));
    expect(says).not.toContain('1');
  });

  test('a board explains only the edges, zones and strokes that it shows', () => {
    expect(written(ruins)).toEqual(
      expect.arrayContaining([
        'wall',
        'closed door',
        'open door',
        'threatened',
        'in sight',
        'sight blocked',
        '1 square = 2 inches',
      ]),
    );
    expect(written(duel)).not.toContain('wall');
    expect(written(duel)).toEqual(expect.arrayContaining(['moved', 'attacked']));
  });

  test('a board lists combatants that are not on it', () => {
    const board = duel.board?.kind === 'grid' ? { ...duel.board, figures: duel.board.figures.slice(1) } : undefined;
    expect(written({ ...duel, board })).toContain('not on the board: Ann');
    expect(written(duel).join()).not.toContain('not on the board');
  });

  test('a board does not repeat whose turn it is if the phase names them', () => {
    expect(written(duel)).toContain('Now: Grim');
    expect(written({ ...duel, phase: 'Round 3: Grim’s turn', phaseNames: 'Grim' }).join()).not.toContain('Now:');
  });

  test('a board adds the lines and zones of an answer to its own', () => {
    const scene = boardScene(duel, {
      zones: [{ label: 'in reach', squares: [{ x: 0, y: 0 }] }],
      strokes: [
        {
          kind: 'sight',
          points: [
            { x: 0, y: 0 },
            { x: 2, y: 2 },
          ],
        },
      ],
    });
    expect(scene && texts(scene).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['in reach', 'in sight', 'moved']),
    );
  });

  test('a board gives sides different shapes, not only colors', () => {
    const shapes = flat(drawn(duel).shapes);
    expect(shapes.some((shape) => shape.kind === 'circle' && shape.look.fill === 'blue')).toBe(true);
    expect(
      shapes.some((shape) => shape.kind === 'polygon' && shape.points.length === 4 && shape.look.fill === 'orange'),
    ).toBe(true);
  });
});

describe('other pictures', () => {
  test('a line board shows ticks, units, skirmishes and objects', () => {
    expect(written(road)).toEqual(
      expect.arrayContaining(['−10 m', '0 m', '40 m', 'Lina', 'Goblin 2', 'skirmish 1, ±3 m: Do G1 G2', 'short sword']),
    );
  });

  test('areas are below each other, and an empty one says “nobody”', () => {
    expect(written(frontline)).toEqual(expect.arrayContaining(['Frontline', 'Enemies’ Rearguard: nobody', 'Doran']));
  });

  test('a battle without a board shows the order and the timeline', () => {
    expect(written(segments)).toEqual(
      expect.arrayContaining(['Tess', 'segment 12', '7', 'axe at Brother Oswin', '−2 to −5', 'Now: Orc 1']),
    );
  });

  test('a long or crowded timeline is a separate picture', () => {
    expect(timelineScene(segments)).toBeUndefined();
    const many = Array.from({ length: 9 }, (_, at) =>
      segments.combatants.map((each) => ({ ...each, id: `${each.id} ${at}` })),
    );
    const crowded = { ...segments, combatants: many.flat().slice(0, 14) };
    const scene = timelineScene(crowded);
    expect(scene && texts(scene).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['7', 'axe at Brother Oswin']),
    );
    expect(written(crowded)).not.toContain('axe at Brother Oswin');
    expect(drawn(crowded).height).toBeLessThan(780);
  });

  test('a battle without combatants has no picture', () => {
    expect(boardScene({ ...duel, combatants: [], board: undefined })).toBeUndefined();
  });

  test('forty units at one position make a picture of bounded height', () => {
    const many = Array.from({ length: 40 }, (_, index) => `Goblin ${index + 1}`);
    const scene = drawn({
      ...road,
      combatants: many.map((id) => ({
        id,
        actor: id,
        side: 'Foes',
        life: 'up',
        gauges: [],
        marks: [],
        place: undefined,
        sheet: [],
      })),
      board: { kind: 'line', from: 0, to: 30, units: many.map((id) => ({ id, at: 12 })), brackets: [], objects: [] },
    });
    expect(scene.height).toBeLessThan(800);
    expect(
      texts(scene)
        .map(({ text }) => text)
        .join(),
    ).toMatch(/and \d+ more/);
  });

  test('names keep each script that the fonts have', () => {
    expect(written(scripts)).toEqual(
      expect.arrayContaining(['ヴォルフ', '山田太郎', '홍길동', '龙骑士 2', '🔥', '1', 'ヴ', '山', '홍', '龙2']),
    );
  });

  test('a name that no font can draw becomes a unique number', () => {
    expect(written(scripts)).toContain('no. 6');
    expect(written({ ...scripts, combatants: scripts.combatants.slice(5, 7) })).toContain('no. 2');
    expect(written(scripts).join('')).not.toContain('ส');
  });
});

describe('SVG and PNG', () => {
  test.each(Object.entries(allViews))('%s: readable text, bounded size, no active content', (_, view) => {
    const scene = drawn(view);
    for (const { size, bold, halo } of texts(scene))
      if (bold && halo !== undefined) expect(size).toBeGreaterThanOrEqual(22);
    expect(sceneSvg(scene)).not.toMatch(/<script|<style|href|url\(|<image|<foreignObject|on\w+=/i);
  });

  test('characters that no font has are dropped without a gap', () => {
    const [first, ...others] = duel.combatants;
    if (first === undefined) throw new Error('nobody is there');
    const view = { ...duel, combatants: [{ ...first, marks: ['🔥 Grim ส 💀'] }, ...others] };
    expect(written(view)).toContain('🔥 Grim 💀');
  });

  test.each(Object.entries(allViews))('%s: the dark picture differs only in colors', (_, view) => {
    const [light, dark] = (['light', 'dark'] as const).map((theme) => boardScene(view, undefined, { theme }));
    if (light === undefined || dark === undefined) throw new Error('nothing was drawn');
    const bare = (scene: Scene) => sceneSvg(scene).replace(/#[0-9a-f]{6}/g, '#');
    expect(bare(dark)).toBe(bare(light));
    expect(sceneSvg(dark)).not.toBe(sceneSvg(light));
    expect(dark.text).toEqual(light.text);
  });

  test('a PNG has the size of its scene', async () => {
    const scene = drawn(hostile);
    const png = await scenePng(scene);
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(sizeOf(png)).toEqual({ width: scene.width, height: scene.height });
  });

  test('any view becomes a valid picture, text drawing and alt text', async () => {
    await fc.assert(
      fc.asyncProperty(anyView, async (view) => {
        const scene = boardScene(view);
        const alt = altText(view);
        expect(alt.length).toBeLessThanOrEqual(1000);
        if (scene === undefined) return;
        const svg = sceneSvg(scene);
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
        expect(scene.height).toBeLessThan(4000);
        expect(scene.text.join('')).not.toMatch(/\p{Cc}|\p{Cf}/u);
        expect(sizeOf(await scenePng(scene))).toEqual({
          width: Math.ceil(scene.width),
          height: Math.ceil(scene.height),
        });
      }),
      runs(30),
    );
  });
});

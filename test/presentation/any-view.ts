import fc from 'fast-check';
import { type BattleView, type BoardView, compassDirections } from '../../src/rules/view.ts';

const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    'Ann',
    'Zombie 1',
    'Zombie 2',
    '<script>',
    ']]>',
    '&amp;',
    'a'.repeat(400),
    '𝔘𝔫𝔦',
    '\u202e\u0000',
    '\ud800',
  ),
);

const side = fc.option(fc.constantFrom('Brothers', 'The Dead', '<b>&"'), { nil: undefined });

const combatant = (id: string) =>
  fc.record({
    id: fc.constant(id),
    actor: fc.constant(id),
    side,
    life: fc.constantFrom('up', 'down', 'out'),
    gauges: fc.array(
      fc.record({
        label: fc.constant('HP'),
        text: name,
        share: fc.option(fc.double({ min: -1, max: 2, noNaN: true }), { nil: undefined }),
      }),
      { maxLength: 2 },
    ),
    marks: fc.array(name, { maxLength: 5 }),
    place: fc.option(name, { nil: undefined }),
    sheet: fc.constant([]),
  });

const square = (width: number, height: number) =>
  fc.record({ x: fc.integer({ min: 0, max: width - 1 }), y: fc.integer({ min: 0, max: height - 1 }) });

const kinds = fc.subarray(['blocking', 'impeding', 'obscuring', 'door'] as const);

const grid = (ids: readonly string[]): fc.Arbitrary<BoardView> =>
  fc.tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 70 })).chain(([width, height]) => {
    const somewhere = square(width, height);
    return fc.record({
      kind: fc.constant('grid' as const),
      width: fc.constant(width),
      height: fc.constant(height),
      scale: name,
      blocked: fc.array(somewhere, { maxLength: 20 }),
      figures: fc
        .array(fc.tuple(somewhere, fc.option(fc.constantFrom(...compassDirections), { nil: undefined })), {
          maxLength: ids.length,
          minLength: ids.length,
        })
        .map((spots) => spots.map(([spot, facing], index) => ({ ...spot, facing, id: ids[index] ?? 'Nobody' }))),
      edges: fc
        .array(fc.tuple(somewhere, kinds, fc.boolean()), { maxLength: 20 })
        .map((each) =>
          each.map(([a, of, east]) => ({ a, b: east ? { x: a.x + 1, y: a.y } : { x: a.x, y: a.y + 1 }, kinds: of })),
        ),
      objects: fc.array(
        fc.tuple(somewhere, name).map(([spot, label]) => ({ ...spot, label })),
        { maxLength: 4 },
      ),
      zones: fc.array(fc.record({ label: name, squares: fc.array(somewhere, { maxLength: 9 }) }), { maxLength: 3 }),
      strokes: fc.array(
        fc.record({
          kind: fc.constantFrom('move', 'attack', 'sight', 'blocked-sight'),
          points: fc.array(somewhere, { maxLength: 4 }),
        }),
        { maxLength: 4 },
      ),
    });
  });

const metres = fc.integer({ min: -200, max: 500 });

const line = (ids: readonly string[]): fc.Arbitrary<BoardView> =>
  fc.record({
    kind: fc.constant('line' as const),
    from: metres,
    to: metres,
    units: fc
      .array(metres, { minLength: ids.length, maxLength: ids.length })
      .map((spots) => spots.map((at, index) => ({ at, id: ids[index] ?? 'Nobody' }))),
    brackets: fc.array(
      fc.record({ at: metres, radius: fc.integer({ min: 0, max: 30 }), label: name, ids: fc.constant(ids) }),
      { maxLength: 3 },
    ),
    objects: fc.array(fc.record({ at: metres, label: name }), { maxLength: 4 }),
  });

const areas = (ids: readonly string[]): fc.Arbitrary<BoardView> =>
  fc
    .array(fc.record({ name, ids: fc.subarray([...ids]) }), { maxLength: 4 })
    .map((each) => ({ kind: 'areas', areas: each }));

/** A random battle: any names, any positions, any board. */
export const anyView: fc.Arbitrary<BattleView> = fc.uniqueArray(name, { maxLength: 25 }).chain((ids) =>
  fc.record({
    status: fc.constantFrom('setup', 'active', 'ended'),
    phase: name,
    round: fc.nat(),
    combatants: fc.tuple(...ids.map(combatant)),
    order: fc
      .subarray([...ids])
      .chain((some) =>
        fc.tuple(
          ...some.map((id) =>
            fc.record({ id: fc.constant(id), note: name, state: fc.constantFrom('done', 'now', 'next') }),
          ),
        ),
      ),
    board: fc.oneof(fc.constant(undefined), grid(ids), line(ids), areas(ids)),
    timeline: fc.option(
      fc.record({
        label: name,
        slots: fc.array(
          fc.record({
            label: name,
            now: fc.boolean(),
            entries: fc.array(fc.record({ id: fc.constantFrom('Nobody', ...ids), what: name, done: fc.boolean() }), {
              maxLength: 4,
            }),
          }),
          { maxLength: 20 },
        ),
      }),
      { nil: undefined },
    ),
    notes: fc.array(name, { maxLength: 3 }),
    outcome: fc.option(name, { nil: undefined }),
  }),
);

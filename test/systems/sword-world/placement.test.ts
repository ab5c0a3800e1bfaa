import { expect, test } from 'vitest';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { sentenceIn } from '../../sentence.ts';
import {
  ann,
  asGm,
  type Cast,
  d6,
  does,
  duel,
  fighting,
  gathered,
  gm,
  hides,
  refusal,
  startNextRound,
  stateOf,
  stranger,
  texts,
  unitIn,
  verb,
} from './table.ts';

/** A battle whose initiative the allies won: Wolf rolls for them. */
const wonByAllies = (cast: Cast) => does(gathered(cast), verb('initiative', { rollers: 'Wolf' }), gm, [6, 6]).game;

/** Three visible allies and a hidden one. */
const withHiddenAlly: Cast = [
  ...duel,
  ['Mira', 'allies', 'mira'],
  ['Ilse', 'allies', 'ilse'],
  ['Shade', 'allies', 'wolf'],
];

test('SW-PLACE-8: deploy places both sides at the default positions and starts round 1', () => {
  const game = gathered(duel);
  expect(refusal(game, verb('deploy'))).toBe('E_NOT_NOW');
  const caught = does(game, verb('ambush')).game;
  expect(refusal(caught, verb('deploy'), ann('Wolf'))).toBe('E_GM_ONLY');
  const front = does(caught, verb('place', { side: 'enemies', placement: 'Grim: front' })).game;
  for (const before of [caught, front]) {
    const { round, units, stage } = stateOf(does(before, verb('deploy')).game);
    expect({ round, areas: units.map(({ area }) => area), stage: stage === 'placement' }).toEqual({
      round: 1,
      areas: units.map(() => 'front'),
      stage: false,
    });
  }
});

test('SW-PLACE-8: in Standard the two sides start apart', () => {
  const caught = does(gathered(duel, { mode: 'standard' }), verb('ambush')).game;
  const after = does(caught, verb('deploy')).game;
  expect([unitIn(after, 'Wolf').pos, unitIn(after, 'Grim').pos]).toEqual([0, 10]);
});

test('SW-PLACE-6: a side may be placed at any coordinate', () => {
  expect(unitIn(fighting(duel, { mode: 'standard' }, 'Wolf: 0; Grim: 200'), 'Grim').pos).toBe(200);
});

test('SW-PLACE-1: a player places the side of a hidden unit only by an order of that unit', () => {
  const won = does(
    gathered([...duel, ['Shade', 'enemies', 'goblin']]),
    verb('initiative', { rollers: 'Wolf' }),
    gm,
    [6, 5],
  );
  const spoken = (actor: string): string =>
    refusal(
      won.game,
      verb('place', { side: 'enemies', placement: 'all: front' }),
      hides(ann(actor, ['Wolf', 'Shade']), 'Shade'),
    );
  expect(spoken('Wolf')).toBe('E_NOT_YOURS');
  expect(spoken('Shade')).not.toBe('E_NOT_YOURS');
});

test('SW-PLACE-1: a side may be placed again until the other side is placed', () => {
  const won = wonByAllies([...duel, ['Mira', 'allies', 'mira']]);
  const wolf = ann('Wolf', ['Wolf', 'Mira']);
  const first = does(won, verb('place', { placement: 'Wolf: front; Mira: rear' }), wolf).game;
  const anew = does(first, verb('place', { placement: 'Mira: front' }), ann('Mira')).game;
  expect(unitIn(anew, 'Mira').area).toBe('front');
  const all = does(anew, verb('place', { placement: 'all: rear' }), wolf).game;
  expect(unitIn(all, 'Wolf').area).toBe('alliesRear');
  expect(refusal(all, verb('place', { placement: 'Grim: front' }), wolf)).toBe('E_NOT_YOURS');
  const begun = does(all, verb('place', { placement: 'Grim: front' }), asGm('Grim')).game;
  expect(stateOf(begun)).toMatchObject({ stage: 'combat', round: 1 });
  expect(refusal(begun, verb('place', { placement: 'Mira: front' }), ann('Mira'))).toBe('E_NOT_NOW');
});

test('SW-PLACE-9: a player places only their own, and the last order of a side its hidden units', () => {
  const won = wonByAllies(withHiddenAlly);
  const party = ['Wolf', 'Mira', 'Ilse'];
  const plays = (who: string) => hides({ ...ann(who), others: party.filter((each) => each !== who) }, 'Shade');
  const areas = (game: typeof won) =>
    Object.fromEntries(stateOf(game).units.flatMap(({ id, area }) => (area === undefined ? [] : [[id, area]])));
  expect(refusal(won, verb('place', { placement: 'Mira: front' }), plays('Wolf'))).toBe('E_NOT_YOURS');
  const usual = verb('place', { placement: 'unplaced allies: usual' });
  const first = does(won, usual, plays('Ilse')).game;
  expect(areas(first)).toEqual({ Ilse: 'alliesRear' });
  expect(first.expectedActions().map(({ actor }) => actor)).toEqual(['Wolf', 'Mira', 'Shade']);
  const second = does(first, verb('place', { placement: 'all: rear' }), plays('Wolf')).game;
  const last = does(second, usual, plays('Mira')).game;
  expect(areas(last)).toEqual({ Ilse: 'alliesRear', Wolf: 'alliesRear', Mira: 'alliesRear', Shade: 'alliesRear' });
  expect(refusal(last, usual, plays('Mira'))).toBe('E_NOT_NOW');
});

test('SW-PLACE-3: a hidden unit does not count for a player who places the others', () => {
  const won = wonByAllies(withHiddenAlly);
  const order = verb('place', { placement: 'Wolf: front; Mira: rear; Ilse: rear' });
  expect(refusal(won, order, hides(ann('Wolf', ['Wolf', 'Mira', 'Ilse']), 'Shade'))).toBe('E_PLACEMENT_FRONT_TOO_FEW');
  const alone = wonByAllies(withHiddenAlly.slice(0, -1));
  expect(refusal(alone, order, ann('Wolf', ['Wolf', 'Mira', 'Ilse']))).toBe('E_PLACEMENT_FRONT_TOO_FEW');
});

test('SW-PLACE-9: if too many stand in the Rearguard, the usual place is the Rearguard', () => {
  const won = wonByAllies([...duel, ['Mira', 'allies', 'mira'], ['Tess', 'allies', 'wolf']]);
  const behind = does(won, verb('place', { placement: 'Wolf: rear; Mira: rear' })).game;
  const usual = does(behind, verb('place', { placement: 'unplaced allies: usual' })).game;
  expect(unitIn(usual, 'Tess').area).toBe('alliesRear');
});

test('SW-PLACE-8: a hidden fighter moves no visible caster to the Rearguard', () => {
  const party = [['Grim', 'enemies', 'goblin'] as const, ['Wolf', 'allies', 'wolf'] as const];
  const casters = [['Ilse', 'allies', 'ilse'] as const, ['Sela', 'allies', 'sela'] as const];
  const areas = (cast: Parameters<typeof gathered>[0], hidden: readonly string[]) => {
    const caught = does(gathered(cast), verb('ambush')).game;
    const deployed = does(caught, verb('deploy'), { ...gm, hiddenFrom: () => hidden }).game;
    return ['Wolf', 'Ilse', 'Sela'].map((id) => unitIn(deployed, id).area);
  };
  const bare = areas([...party, ...casters], []);
  expect(bare).toContain('alliesRear');
  expect(areas([...party, ['Shade', 'allies', 'wolf'], ...casters], ['Shade'])).toEqual(bare);
});

test('SW-PLACE-5 refusals, marks and the log explain the restriction, and no spell is offered in round 1', () => {
  const game = fighting([...duel, ['Ilse', 'allies', 'ilse']]);
  const says = (doing: object): string | undefined => {
    const outcome = game.act({ do: 'verb', ...doing } as ReturnType<typeof verb>, ann('Ilse'), [], d6([]));
    return outcome.ok ? undefined : sentenceIn(swordWorld, outcome.error);
  };
  for (const doing of [verb('cast', { spell: 'Energy Bolt', target: 'Grim' }), verb('move', { to: 'rear' })])
    expect(says(doing)).toMatch(/^Ilse starts in the Frontline on the side that won initiative, so it cannot /);
  const verbs = game.expectedActions().find(({ actor }) => actor === 'Ilse')?.verbs;
  expect(verbs).not.toContain('cast');
  const marks = game.view(stranger()).combatants.find(({ id }) => id === 'Ilse');
  expect(JSON.stringify(marks)).toContain('no move, spell or shot in round 1');
  const placing = does(gathered(duel), verb('ambush')).game;
  const { events } = does(placing, verb('deploy'));
  expect(texts(placing.narrate(events, stranger()))).toContain(
    'In round 1, no move, spell or shot for Grim: their side won initiative.',
  );
  expect(placing.narrate(events, stranger(['Grim'])).map(({ text }) => text)).not.toContainEqual(
    expect.stringMatching(/no move/),
  );
});

test('SW-PLACE-5: round 1 offers an archer in the Frontline no attack, since it could only shoot', () => {
  const game = fighting([...duel, ['Tess', 'allies', 'tess']]);
  const offered = (now: typeof game) => now.expectedActions().find(({ actor }) => actor === 'Tess')?.verbs;
  expect(offered(game)).not.toContain('attack');
  const second = startNextRound(game);
  expect(offered(second)).toContain('attack');
});

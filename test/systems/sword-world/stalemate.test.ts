import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { blank, does, entering, gm, gmViewer, stateOf, stranger, verb } from './table.ts';

const says =
  'No one here can hit anyone: all use fixed values, and every Accuracy is too low. Let one of them roll dice with /sword-world method, or end the battle with /battle end.';

/** Two monsters face to face; the enemy differs as given. */
const facing = (more: object = {}, preset = 'goblin'): Game => {
  let game = blank();
  for (const entrant of [entering('Grub', 'allies', 'goblin'), entering('Snag', 'enemies', preset, more)])
    ({ game } = does(game, entrant));
  return does(game, { do: 'start' }).game;
};

/** Plays until the round, and returns the log lines of the last step. */
const untilRound = (game: Game, round: number, initiative: readonly number[] = []) => {
  let now = { game, events: [] as ReturnType<typeof does>['events'], before: game };
  for (let n = 0; n < 60 && stateOf(now.game).round < round; n++) {
    const [due] = now.game.expectedActions();
    const suggested = due?.idle ?? due?.auto;
    if (due === undefined || suggested === undefined) throw new Error('Nobody is awaited.');
    now = {
      ...does(
        now.game,
        verb(suggested.verb, suggested.params),
        { ...gm, actor: due.actor },
        due.kind === 'initiative' ? initiative : [],
      ),
      before: now.game,
    };
  }
  return now;
};

const noted = (game: Game, viewer = gmViewer): boolean => game.view(viewer).notes.includes(says);

test('SW-END-3: only the GM reads that fixed values never hit, in round 2 and every tenth after', () => {
  const toldIn = (round: number) => {
    const { before, events, game } = untilRound(facing(), round);
    expect(noted(game)).toBe(true);
    expect(noted(game, stranger())).toBe(false);
    expect(JSON.stringify(before.narrate(events, stranger([], ['Grub'])))).not.toContain('No one here');
    return before.narrate(events, gmViewer).flatMap(({ text, atDesk }) => (atDesk ? [text] : []));
  };
  expect(toldIn(2)).toEqual([says]);
  expect(toldIn(3)).toEqual([]);
  expect(toldIn(12)).toEqual([says]);
});

test.each([
  { says: 'one that is hit by the same number is safe', more: { evasion: { mod: 3, fixed: 10 } }, want: true },
  { says: 'one below that can be hit', more: { evasion: { mod: 3, fixed: 9 } }, want: false },
  { says: 'one with dice may roll 6+6', more: { useFixed: false }, want: false },
  { says: 'so may a character', preset: 'wolf', more: {}, initiative: [4, 4], want: false },
  { says: 'and breath needs no Accuracy', preset: 'mire-drake', more: {}, want: false },
])('SW-END-3: $says', ({ more, preset = 'goblin', initiative = [], want }) => {
  const { game } = untilRound(facing(more, preset), 1, initiative);
  expect(noted(game)).toBe(want);
});

test('SW-END-3: dice for one monster end the stalemate', () => {
  const { game } = untilRound(facing(), 1);
  const rolling = does(game, verb('method', { use: 'dice', override: true }), { ...gm, actor: 'Snag' }).game;
  expect(noted(rolling)).toBe(false);
});

const winnersOf = (game: Game): readonly string[] | undefined => swordWorld.createPlayout(game.save()).winners();

test.each([
  { says: 'two sides that never hit each other both fail to win', want: [] },
  { says: 'with one point less of Evasion it goes on', more: { evasion: { mod: 3, fixed: 9 } } },
  { says: 'with dice it goes on', more: { useFixed: false } },
  { says: 'with a feat to declare it goes on', more: { feats: ['Aimed Attack'] } },
  { says: 'with a feat that is always there it does not', more: { feats: ['Armor Proficiency/**'] }, want: [] },
  { says: 'with a potion it goes on', more: { potions: [{ id: 'healing', power: 20, left: 1 }] } },
  { says: 'with an attack of its own dice it goes on', more: { attack: { damage: { x: 2 }, check: 3 } } },
  { says: 'with an Evasion of dice, which may fail, it goes on', more: { evasion: 12 } },
  { says: 'under water, where breath runs out, it goes on', field: { env: 'underwater' } },
])('SW-END-3: in a simulation, $says', ({ more = {}, field, want }: Case) => {
  const { game } = untilRound(facing(more), 1);
  const here = field === undefined ? game : does(game, verb('field', field), gm).game;
  expect(winnersOf(here)).toEqual(want);
});

interface Case {
  readonly more?: object;
  readonly field?: object;
  readonly want?: readonly string[];
}

test('SW-END-3: a simulated stalemate ends only between turns, in one place and without effects', () => {
  const { game } = untilRound(facing(), 1);
  expect(winnersOf(game)).toEqual([]);
  expect(winnersOf(does(game, verb('begin'), { ...gm, actor: 'Grub' }).game)).toBeUndefined();
  const effect = { name: 'Hex', who: 'Grub', modifiers: { accuracy: -1 }, remaining: 2, ticks: { at: 'end' as const } };
  expect(winnersOf(does(game, { do: 'hang', who: 'Grub', name: 'Hex', effect }).game)).toBeUndefined();
  const away = does(game, { do: 'correct', field: 'place', who: 'Snag', value: 'enemiesRear' }).game;
  expect(winnersOf(away)).toBeUndefined();
  const prone = does(game, { do: 'correct', field: 'statuses', who: 'Snag', value: 'prone' }).game;
  expect(winnersOf(prone)).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { Line } from '../../src/rules/event.ts';
import { defaultNumberWords, type Viewer } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { seededDice } from '../chance.ts';
import * as skull from './dskull/stage.ts';
import { ann, bow, closed, grim, olaf, run, sword, tableOf } from './segment/table.ts';
import * as world from './sword-world/table.ts';

/** A viewer who sees everything except the shade. */
const reader: Viewer = {
  gm: false,
  user: undefined,
  controls: [],
  knows: [],
  unseen: ['Shade'],
  foes: { mode: 'exact', words: defaultNumberWords },
};

const texts = (lines: readonly Line[]): string =>
  lines.flatMap(({ text, rows }) => [text, ...rows.map((row) => row.map(({ says }) => says).join(' · '))]).join('\n');

const told = (system: string, from: unknown, events: readonly unknown[], viewer: Viewer = reader): string =>
  texts(
    rulesets
      .find(({ id }) => id === system)
      ?.openGame(JSON.parse(JSON.stringify(from)))
      .narrate(events, viewer) ?? [],
  );

const shade = (given: object) => grim({ name: 'Shade', pos: [0, 1], ...given });
const struck = (
  them: Parameters<typeof tableOf>[0],
  declared: Parameters<typeof closed>[1],
  dice: readonly number[],
) => {
  const stage = tableOf(them, dice);
  const from = stage.state();
  run(closed(stage, declared));
  return told('segment', from, stage.events());
};
const skullTold = (from: unknown, done: ReturnType<ReturnType<typeof skull.stage>['order']>): string => {
  if (done.kind !== 'done') throw new Error(JSON.stringify(done));
  return told('dskull', from, done.events);
};
const shotBy = (who: string, more: readonly skull.Written[]): string => {
  const table = skull.stage(
    {
      board: skull.plain,
      warriors: [skull.warrior(who, 'A', [2, 2], { weapons: [skull.bow] }), skull.warrior('b', 'B', [6, 3]), ...more],
      activation: { warrior: who, active: ['bow'] },
    },
    Array.from({ length: 40 }, () => 3),
  );
  return skullTold(table.state(), table.order('attack', { target: 'b' }, 'A'));
};
/** A fireball on at most five of six, one of them hidden, with the first dice for which the condition holds. */
const fireballWhere = (wanted: (cast: { readonly affected: readonly string[] }) => boolean): string => {
  const others = ['Grim', 'Snag', 'Snap', 'Snot'].map((id) => [id, 'enemies', 'goblin'] as const);
  const from = world.fighting(
    [...world.duel.slice(0, 1), ['Mira', 'allies', 'ilse'], ...others, ['Shade', 'enemies', 'goblin']],
    {},
    'Wolf: front; Mira: rear',
  );
  for (let seed = 1; ; seed++) {
    const cast = { do: 'verb', verb: 'cast', params: { spell: 'Fireball', target: 'Grim' } } as const;
    const outcome = from.act(cast, world.asGm('Mira'), [], seededDice(seed));
    if (!outcome.ok || outcome.value.kind !== 'decided') throw new Error(JSON.stringify(outcome));
    const { events } = outcome.value;
    if (wanted({ affected: [], ...events.find(({ type }) => type === 'cast') }))
      return told('sword-world', from.save(), events);
  }
};
const shot = { action: 'attack', target: 'Grim', weapon: 'bow' };
const nothing = { action: 'none' };

test.each([
  {
    rule: 'SEG-RANGED-7',
    what: 'a bow used in melee with a hidden foe',
    says: 'SC 110 bow · −30 something hidden · = 80',
    lines: () =>
      struck(
        [ann({ hand: 'bow', weapons: [sword, bow] }), grim({ pos: [8, 0] }), shade({ pos: [1, 0] })],
        { Ann: shot, Grim: nothing, Shade: nothing },
        [8, 99],
      ),
  },
  {
    rule: 'SEG-MELEE-2',
    what: 'one more attacker, who is hidden,',
    says: 'SC 100 sword · +10 something hidden · = 110',
    lines: () =>
      struck(
        [ann(), grim(), olaf({ name: 'Shade', team: 'us', pos: [2, 0] })],
        { Ann: { action: 'attack', target: 'Grim' }, Grim: nothing, Shade: { action: 'attack', target: 'Grim' } },
        [8, 2, 99, 99],
      ),
  },
  {
    rule: 'SEG-INTOMELEE-3',
    what: 'a shot into a melee with a hidden combatant',
    says: 'a friend on 30 −10 something hidden = 20 or less',
    lines: () =>
      struck(
        [
          ann({ hand: 'bow', weapons: [sword, bow], pos: [9, 0] }),
          grim(),
          olaf({ name: 'Bo', team: 'us', pos: [0, 0] }),
          shade({ pos: [0, 1] }),
        ],
        { Ann: shot, Grim: nothing, Bo: nothing, Shade: nothing },
        [8, 90, 99],
      ),
  },
  {
    rule: 'DS-ENG-9',
    what: 'a shooter pressed by a hidden foe',
    says: '−1 something hidden',
    lines: () => shotBy('a', [skull.warrior('Shade', 'B', [2, 3])]),
  },
  {
    rule: 'DS-COVER-1',
    what: 'cover behind a hidden figure',
    says: 'something hidden',
    lines: () => shotBy('a', [skull.warrior('Shade', 'B', [4, 3])]),
  },
  {
    rule: 'DS-MOVE-10',
    what: 'a step out of the zone of a hidden figure',
    says: 'something hidden',
    lines: () => {
      const table = skull.stage({
        board: skull.plain,
        warriors: [
          skull.warrior('a', 'A', [2, 2]),
          skull.warrior('b', 'B', [7, 7]),
          skull.warrior('Shade', 'B', [2, 3]),
        ],
        activation: { warrior: 'a', mp: 6 },
      });
      return skullTold(table.state(), table.order('move', { path: 'C2' }, 'A'));
    },
  },
  {
    rule: 'SW-RETREAT-4',
    what: 'a retreat from a hidden foe',
    says: 'hostiles: 1 · +1 something hidden',
    lines: () => {
      const from = world.fighting([...world.duel, ['Shade', 'enemies', 'goblin']]);
      return told('sword-world', from.save(), world.does(from, world.verb('retreat'), world.asGm('Wolf')).events);
    },
  },
  {
    rule: 'SW-AREA-5',
    what: 'a place taken by a hidden unit',
    says: 'and something hidden.',
    lines: () => fireballWhere(({ affected }) => affected.includes('Shade')),
  },
  {
    rule: 'SW-AREA-4',
    what: 'a lot drawn among hidden units too',
    says: '5 drawn at random from Wolf, Grim, Snag, Snap, Snot, something hidden (die ',
    lines: () => fireballWhere(({ affected }) => !affected.includes('Shade')),
  },
  {
    rule: 'SW-INIT-2',
    what: 'a target number set by a hidden monster',
    says: '+7 something hidden',
    lines: () => {
      const from = world.gathered([
        ['Mira', 'allies', 'mira'],
        ['Grim', 'enemies', 'goblin', { initiative: 10 }],
        ['Shade', 'enemies', 'goblin', { initiative: 17 }],
      ]);
      const rolled = world.does(from, world.verb('initiative', { rollers: 'Mira' }), world.gm, [3, 3]);
      return told('sword-world', from.save(), rolled.events);
    },
  },
])('$rule: $what is shown as something hidden, with its number', ({ says, lines }) => {
  const all = lines();
  expect(all).toContain(says);
  expect(all).not.toContain('Shade');
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { verbControls } from '../../src/app/replies/battle-panel.ts';
import { answerControls } from '../../src/app/replies/order-outcome.ts';
import { type Control, changedBattleOf } from '../../src/app/replies/reply.ts';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { findControl, panelControls, pressed } from './pressing.ts';

/** How a newcomer gets to their first attack in one rulebook. */
interface Way {
  readonly opens?: Readonly<Record<string, string>>;
  readonly plays: string;
  readonly meets: string;
  /** Button labels, the preferred first. */
  readonly presses: readonly string[];
  /** Preferred list values. Default: the first value. */
  readonly picks?: readonly string[];
  /** The first dice, if they decide who acts first. */
  readonly dice?: readonly number[];
  readonly blow: (event: { readonly type: string; readonly attacker?: unknown }) => boolean;
}

const ways: Readonly<Record<string, Way>> = {
  skure: {
    opens: { size: '8x8' },
    plays: 'Osric Fenn, longbowman',
    meets: 'Zombie',
    presses: ['Attack', 'Move'],
    picks: ['S'],
    blow: ({ type }) => type === 'attacked',
  },
  dskull: {
    plays: 'Silverbough Wardens: elven archers and blades',
    meets: 'Thornwake Raiders: orcs and their goblins',
    presses: ['Attack', 'Activate'],
    blow: ({ type }) => type === 'attacked',
  },
  straalara: {
    plays: 'Tobin Reed, ranger',
    meets: 'Pell, raw recruit',
    presses: ['Initiative', 'Take', 'Declare'],
    picks: ['archery'],
    dice: [10, 1],
    blow: ({ type }) => type === 'attacked',
  },
  segment: {
    plays: 'Orrin Vale, archer with longbow and hand crossbow',
    meets: 'Grummoth, ogre-like brute with a tree club and boulders',
    presses: ['Declare', 'Resolve'],
    picks: ['attack'],
    blow: ({ type, attacker }) => type === 'attacked' && attacker === 'nova',
  },
  'sword-world': {
    plays: 'Wolf: Fighter 3, Ranger 1',
    meets: 'Goblin',
    presses: ['Initiative', 'Place', 'Attack'],
    blow: ({ type }) => type === 'attacked',
  },
};

const eventSchema = z.looseObject({ type: z.string(), attacker: z.unknown().optional() });

const mostOrders = 40;

/** Plays with shown buttons and lists until the newcomer attacks. Counts the presses of newcomer and GM. */
const playToFirstAttack = async (table: House, system: string, way: Way) => {
  const counted = { nova: 0, gm: 1 };
  type User = keyof typeof counted;
  const by = (user: User, control: Control, value?: string) => {
    counted[user]++;
    return pressed(table, user, control, value);
  };
  const enter = async (user: User, door: string, preset: string) => {
    let reply = await by(user, findControl(await panelControls(table), door));
    const sides = reply.controls.flat().find(({ label }) => label === 'Your side');
    if (sides?.kind === 'select') reply = await by(user, sides, sides.options[0]?.value);
    const { entrantNoun } = (await opened(table)).ruleset;
    await by(user, findControl(reply.controls.flat(), `A preset ${entrantNoun}`), preset);
  };
  const placeAll = async () => {
    const door = (await panelControls(table)).find(({ label }) => label === 'Place everyone');
    if (door !== undefined) await by('gm', door);
  };
  await must(table, 'gm', 'battle create', { system, name: 'The first fight', ...way.opens });
  await enter('nova', 'Join', way.plays);
  await enter('gm', 'Add foes', way.meets);
  await placeAll();
  await by('gm', findControl(await panelControls(table), 'Start'));
  await placeAll();
  const prepared = counted.gm;
  for (let n = 0; n < mostOrders; n++) {
    const battle = await opened(table);
    const { game, saved } = battle;
    const due =
      saved.pending === undefined ? game.expectedActions().map(({ actor }) => actor) : [saved.pending.question.to];
    const user = due.some((actor) => saved.table.control[actor] === 'nova') ? 'nova' : 'gm';
    const shown = (saved.pending === undefined ? verbControls(battle, user) : answerControls(battle, user)).flat();
    const dear = way.presses.flatMap((label) => shown.find((each) => each.label === label) ?? []);
    let next = dear[0] ?? (user === 'gm' ? shown.find(({ label }) => label === 'End') : undefined) ?? shown[0];
    if (next === undefined) throw new Error(`${user} has nothing to press`);
    while (next !== undefined) {
      const values = next.kind === 'select' ? next.options.map(({ value }) => value) : [];
      const reply = await by(user, next, way.picks?.find((pick) => values.includes(pick)) ?? values[0]);
      next = changedBattleOf(reply) === undefined ? reply.controls[0]?.[0] : undefined;
    }
    const entries = await table.stores.battles.log(saved);
    const [last] = entries.slice(-1);
    const own = last?.user === 'nova' || system === 'segment';
    if (own && last?.events.some((event) => way.blow(eventSchema.parse(event))))
      return { nova: counted.nova, prepared };
  }
  throw new Error('No blow fell.');
};

test.each(Object.entries(ways))(
  '%s: a newcomer attacks within eight orders, and the GM starts within eight',
  async (system, way) => {
    const { nova, prepared } = await playToFirstAttack(house({}, way.dice && createPresetDice(way.dice)), system, way);
    expect(nova).toBeLessThanOrEqual(8);
    expect(prepared).toBeLessThanOrEqual(8);
  },
);

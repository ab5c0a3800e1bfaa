import { expect, test } from 'vitest';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { suggestionFor } from '../../src/battle/views/expected-actions.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { someOf } from '../budget.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { readable } from './readable.ts';

/** Name of a hidden combatant. With or without it, players must read the same. */
const hidden = 'Xyzzy';
const steps = 16;

const sidesOf = (system: string) => (system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue']);

/** Two warbands, the second with one more warrior, which is hidden. Undefined in other rulebooks. */
const twinWarbands = (sheet: unknown): readonly [small: unknown, larger: unknown] | undefined => {
  const { warriors, ...band } = Object(sheet);
  if (!Array.isArray(warriors)) return undefined;
  const few = warriors.slice(-2);
  return [
    { ...band, warriors: few },
    { ...band, warriors: [...few, { ...few[0], name: hidden }] },
  ];
};

/** Ada against the GM, in one of two battles with a hidden combatant. All dice show 1; in dSkull the first shows 2. */
const table = async (system: string, withHidden: boolean, chosen: object = {}): Promise<House> => {
  const there = house(
    {},
    createPresetDice(Array.from({ length: 20_000 }, (_, at) => (at === 0 && system === 'dskull' ? 2 : 1))),
  );
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(system);
  const settings = system === 'skure' ? { 'board.width': 12, 'board.height': 12 } : chosen;
  const [own, foe] = sidesOf(system);
  const sheets = Object.values(ruleset.presets).map((preset) => preset.sheet);
  const [sheet] = sheets;
  const monster = sheets.find((each) => JSON.stringify(each).includes('"kind":"monster"')) ?? sheet;
  const { battles } = there.services;
  const band = twinWarbands(monster);
  const foes = band === undefined ? monster : band[withHidden ? 1 : 0];
  const done = [
    await battles.create(there.asker('gm'), { system, name: 'Twin', settings }),
    await battles.join(there.asker('ada'), { id: 'Ada', side: own, sheet }),
    ...(withHidden && band !== undefined
      ? [
          await battles.changeSession(there.asker('gm'), 'hide', 'hide', () => ({
            ok: true,
            value: [{ type: 'hidden', who: hidden, until: 'until-revealed' }],
          })),
        ]
      : []),
    await battles.addEntrants(there.asker('gm'), [{ id: 'Grim', side: foe, sheet: foes }]),
    ...(withHidden && band === undefined
      ? [
          await battles.addEntrants(there.asker('gm'), [{ id: hidden, side: foe, sheet: monster }], {
            hidden: 'until-revealed',
          }),
        ]
      : []),
  ];
  for (const each of done) if (!each.ok) throw new Error(JSON.stringify(each.error));
  // Away from all ways: a way through a hidden combatant waits for the GM.
  if (withHidden && system === 'skure')
    await must(there, 'gm', 'skure place', { target: hidden, to: 'A1', facing: 'S' });
  return there;
};

/** An order without effect, where the default order would have one. */
const idleOrders: Readonly<Record<string, { readonly verb: string; readonly params: object }>> = {
  segment: { verb: 'declare', params: { action: 'none' } },
  'sword-world': { verb: 'end', params: {} },
};

/** Carries out the default of the expected combatant, as far as others can see it. */
const stepBattle = async (there: House): Promise<'told' | 'untold' | 'stuck'> => {
  const battle = await opened(there);
  const { battles } = there.services;
  const due = battle.game.expectedActions().find(({ auto }) => auto !== undefined);
  const asked = battle.saved.pending;
  const still = due?.actor === hidden ? (idleOrders[battle.ruleset.id] ?? due.idle) : undefined;
  const auto = still ?? (due && suggestionFor(battle, due.actor, due.kind));
  const report = asked
    ? await battles.answer(there.asker(battle.saved.table.control[asked.question.to] ?? 'gm'), asked.question.auto)
    : due && auto
      ? await battles.order(there.asker(battle.saved.table.control[due.actor] ?? 'gm'), { ...auto, actor: due.actor })
      : battle.game.status === 'setup'
        ? await battles.start(there.asker('gm'))
        : undefined;
  if (report === undefined || !report.ok) return 'stuck';
  return report.value.lines().length === 0 ? 'untold' : 'told';
};

/** Continues until everyone can see that something happened. */
const stepUntilVisible = async (there: House): Promise<boolean> => {
  for (let n = 0; n < 12; n++) {
    const outcome = await stepBattle(there);
    if (outcome !== 'untold') return outcome === 'told';
  }
  return false;
};

/** True if the battle waits for a hidden combatant, or for the GM besides. */
const hiddenIsDue = async (there: House): Promise<boolean> => {
  const battle = await opened(there);
  const due = battle.game.expectedActions();
  const { hidden: who } = battle.saved.table;
  const actors = new Set(battle.game.roster().flatMap(({ actor }) => (who[actor] ? [actor] : [])));
  // One warrior of a visible warband may be hidden, and be the next to act.
  const inBand = actors.size === 0 && JSON.stringify([due, Object(battle.game.save()).activation]).includes(hidden);
  return (
    inBand ||
    (due.some(({ actor }) => actors.has(actor)) && due.every(({ actor }) => actor === 'gm' || actors.has(actor)))
  );
};

/** The first visible combatant in the order. */
const firstInOrder = async (there: House): Promise<string | undefined> =>
  (await opened(there)).game.view(gmViewer).order.find(({ id }) => id !== hidden)?.id;

const twins = [
  { system: 'skure', settings: {} },
  { system: 'straalara', settings: {} },
  { system: 'straalara', settings: { declarations: 'private' } },
  { system: 'segment', settings: {} },
  { system: 'segment', settings: { useMap: false } },
  { system: 'sword-world', settings: {} },
  { system: 'sword-world', settings: { mode: 'standard' } },
  { system: 'dskull', settings: {} },
];

test.each(someOf(twins, 4))(
  '$system $settings: players read the same with or without a hidden combatant',
  async ({ system, settings }) => {
    const [bare, secret] = [await table(system, false, settings), await table(system, true, settings)];
    let compared = 0;
    for (let n = 0; n < steps; n++) {
      // The rules themselves depend on whether a foe is left.
      if ((await opened(bare)).game.view(gmViewer).combatants.some(({ life }) => life !== 'up')) break;
      // They also depend on the initiative, if each warrior rolls for it.
      if ((await firstInOrder(bare)) !== (await firstInOrder(secret))) break;
      for (const user of ['ada', 'eve']) {
        const [without, with_] = [await readable(bare, user, hidden), await readable(secret, user, hidden)];
        expect(with_, `${system}, step ${n}, read by ${user}`).toEqual(without);
        compared++;
      }
      const went = await stepUntilVisible(bare);
      if (!(await stepUntilVisible(secret)) || !went) break;
      for (let waits = 0; waits < 6 && (await hiddenIsDue(secret)); waits++) await stepBattle(secret);
    }
    expect(compared).toBeGreaterThan(6);
  },
  60_000,
);

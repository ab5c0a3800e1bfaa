import { expect, test } from 'vitest';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { foeNumbers } from './foe-numbers.ts';
import { type House, house, opened } from './house.ts';
import { readable } from './readable.ts';

const withNumbers = (sheet: unknown, numbers: Readonly<Record<string, unknown>>): unknown =>
  JSON.parse(JSON.stringify(sheet), (key, value: unknown) => {
    const other = numbers[key];
    return other === undefined || typeof other !== typeof value ? value : other;
  });

const table = async (system: string, numbers: Readonly<Record<string, unknown>>): Promise<House> => {
  const there = house({}, createPresetDice(Array.from({ length: 20_000 }, (_, at) => (at === 0 ? 2 : 1))));
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(system);
  const sheets = Object.values(ruleset.presets).map(({ sheet }) => sheet);
  const monster = sheets.find((each) => JSON.stringify(each).includes('"kind":"monster"')) ?? sheets[0];
  const [own, foe] = system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];
  const { battles } = there.services;
  for (const done of [
    await battles.create(there.asker('gm'), { system, name: 'Numbers' }),
    await battles.join(there.asker('ada'), { id: 'Ada', side: own, sheet: sheets[0] }),
    await battles.addEntrants(there.asker('gm'), [{ id: 'Grim', side: foe, sheet: withNumbers(monster, numbers) }]),
  ])
    if (!done.ok) throw new Error(JSON.stringify(done.error));
  await must(there, 'gm', 'gm foe-info', { mode: 'off', numbers: Object.keys(ruleset.numberTerms).join(', ') });
  return there;
};

/** Ada takes the best action, the foe its rulebook's default, until an attack is possible. */
const stepBattle = async (there: House): Promise<boolean> => {
  const battle = await opened(there);
  const due = battle.game.expectedActions().find(({ auto }) => auto !== undefined);
  const { battles } = there.services;
  const order = due?.actor === 'Ada' ? due.auto : (due?.fallback ?? due?.auto);
  const done =
    due === undefined || order === undefined
      ? await battles.start(there.asker('gm'))
      : await battles.order(there.asker('gm'), { ...order, actor: due.actor });
  return done.ok && !JSON.stringify(done.value.entry.events).includes('damage');
};

test.each(rulesets.map(({ id }) => id))(
  '%s: a player who sees no numbers of a foe reads the same whatever they are',
  async (system) => {
    const numbers = foeNumbers[system] ?? {};
    const [plain, other] = [await table(system, {}), await table(system, numbers)];
    expect((await opened(other)).game.save()).not.toEqual((await opened(plain)).game.save());
    let compared = 0;
    for (let n = 0; n < 10; n++) {
      for (const user of ['ada', 'eve']) {
        expect(await readable(other, user, 'Nobody'), `${system}, step ${n}, read by ${user}`).toEqual(
          await readable(plain, user, 'Nobody'),
        );
        compared++;
      }
      const went = await stepBattle(plain);
      if (!(await stepBattle(other)) || !went) break;
    }
    expect(compared).toBeGreaterThan(3);
  },
  60_000,
);

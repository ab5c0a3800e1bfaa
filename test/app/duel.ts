import { type House, house } from './house.ts';

/** Name of a hidden combatant. No text for players may contain it. */
export const secret = 'Xyzzy';

export const must = async (table: House, user: string, path: string, input = {}) => {
  const answer = await table.run(user, path, input);
  if (!answer.ok) throw new Error(`/${path}: ${await table.sentence(answer.error, 'table')}`);
  return answer.value;
};

/** Ann (Ada's, red) beside Grim (Bob's, blue) and a hidden combatant far away, after some rounds. */
export const fought = async (rounds = 3, table = house()): Promise<House> => {
  await must(table, 'gm', 'battle create', { system: 'skure', name: 'The <Old> Bridge & *more*', size: '8x8' });
  await must(table, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(table, 'bob', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Grim' });
  await must(table, 'gm', 'npc add', {
    preset: 'Zombie',
    name: secret,
    side: 'blue',
    hidden: 'until-revealed',
  });
  await must(table, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'E' });
  await must(table, 'gm', 'skure place', { target: 'Grim', to: 'D4', facing: 'W' });
  await must(table, 'gm', 'skure place', { target: secret, to: 'H8', facing: 'N' });
  // Enough hit points to survive any dice.
  await must(table, 'gm', 'gm set', { field: 'hp', who: 'Ann, Grim', value: '900', reason: 'long breath' });
  await must(table, 'gm', 'battle start');
  for (let n = 0; n < 3 * rounds; n++) {
    const battle = await table.services.battles.open('table');
    if (!battle.ok || battle.value.game.status === 'ended') break;
    const actor = battle.value.game.expectedActions()[0]?.actor;
    if (actor === 'Ann') await must(table, 'ada', 'attack', { target: 'Grim' });
    else if (actor === 'Grim')
      await must(table, 'bob', 'attack', { target: 'Ann', ...(n > 3 && { rolls: 'private' }) });
    else await must(table, 'gm', 'end', { as: secret });
  }
  await must(table, 'gm', 'roll', { dice: '3d6', rolls: 'blind' });
  return table;
};

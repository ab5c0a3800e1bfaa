import { expect, test } from 'vitest';
import { selectTargets } from '../../src/app/input/target-selector.ts';
import { hiddenCombatants, viewerOf } from '../../src/battle/views/viewer.ts';
import { rulesets } from '../../src/systems/index.ts';
import { sidesOf } from '../systems/any-battle.ts';
import { house, opened } from './house.ts';

/** A battle to which the GM adds foes and Ada her combatants, and the names of all of them. */
const createBattle = async (system: string) => {
  const there = house();
  await there.run('gm', 'battle create', { system, name: 'The ford' });
  const { ruleset } = await opened(there);
  const [preset] = Object.keys(ruleset.presets);
  const [own, foe] = sidesOf(ruleset);
  const add = (more: object) => there.run('gm', 'npc add', { preset, name: 'Zombie', side: foe, ...more });
  const join = (name: string) => there.run('ada', 'battle join', { preset, name, side: own });
  const names = async () => [...new Set((await opened(there)).game.roster().map(({ actor }) => actor))];
  return { there, add, join, names };
};

const systems = rulesets.map(({ id }) => id);

// A game of dSkull has at most four players.
test.each(systems.filter((id) => id !== 'dskull'))(
  '%s: automatic numbers of open foes do not count hidden ones',
  async (system) => {
    const { there, add, names } = await createBattle(system);
    await add({ count: 2 });
    await add({ count: 2, hidden: 'until-revealed' });
    await add({ count: 2 });
    const hidden = new Set(hiddenCombatants(await opened(there)).map(({ actor }) => actor));
    expect((await names()).filter((name) => !hidden.has(name))).toEqual([
      'Zombie 1',
      'Zombie 2',
      'Zombie 3',
      'Zombie 4',
    ]);
    for (const name of hidden) expect(name).toMatch(/^Zombie [A-Z]$/);
    expect(hidden.size).toBe(2);
  },
);

test.each(systems)('%s: a player may join under the name of a hidden combatant', async (system) => {
  const { there, add, join, names } = await createBattle(system);
  await add({ name: 'Grim', hidden: 'until-revealed' });
  const joined = await join('grim');
  if (!joined.ok) throw new Error(joined.error.code);
  expect(JSON.stringify(joined.value)).not.toMatch(/Grim/);
  const { table } = (await opened(there)).saved;
  expect(await names()).toEqual(expect.arrayContaining(['grim', expect.stringMatching(/^Grim [A-Z]$/)]));
  expect(Object.keys(table.hidden)).toEqual([expect.stringMatching(/^Grim [A-Z]$/)]);
  expect(table.control).toEqual({ grim: 'ada' });
  expect(await join('GRIM')).toMatchObject({ ok: false, error: { code: 'name-taken' } });
});

test.each(systems)('%s: an open foe gets the name of a hidden one, and both keep their own sheet', async (system) => {
  const { there, add, names } = await createBattle(system);
  await add({ hidden: 'until-revealed' });
  expect((await add({})).ok).toBe(true);
  expect((await add({ hidden: 'until-acts' })).ok).toBe(true);
  expect(new Set(await names()).size).toBe(3);
  expect(await names()).toContain('Zombie');
  expect((await there.run('gm', 'npc add', { preset: (await names())[0] ?? '', count: 1 })).ok).toBe(false);
});

test('a name that looks like a selector means its bearer', async () => {
  const { there, add } = await createBattle('skure');
  for (const name of ['Ann, Bob', 'Ann', 'Bob', 'Zom*', 'Zombie', 'side:blue', 'near:D4', 'D4'])
    expect((await add({ name })).ok, name).toBe(true);
  const battle = await opened(there);
  for (const name of ['Ann, Bob', 'Zom*', 'side:blue', 'near:D4', 'D4'])
    expect(selectTargets(battle, name.toUpperCase())).toEqual({ ok: true, value: [name] });
  expect(selectTargets(battle, 'Bob, Zom*')).toEqual({ ok: true, value: ['Bob', 'Zom*'] });
  expect(selectTargets(battle, 'near:Ann:three')).toMatchObject({ ok: false });
});

/** A warband of two warriors of these names. */
const bandJson = (name: string, ...warriors: readonly string[]) => {
  const [preset] = Object.values(rulesets.find(({ id }) => id === 'dskull')?.presets ?? {});
  const sheet = Object(preset?.sheet);
  return JSON.stringify({ ...sheet, name, warriors: warriors.map((each) => ({ ...sheet.warriors[0], name: each })) });
};

test('dskull: a hidden warband takes no seat, name or number from open ones', async () => {
  const play = async (isThere: boolean) => {
    const there = house();
    const read: string[] = [];
    await there.run('gm', 'battle create', { system: 'dskull', name: 'The ford' });
    const hidden = {
      name: 'Mob',
      side: 'blue',
      hidden: 'until-revealed',
      json: bandJson('Mob', 'Grub', 'Bert', 'Skit'),
    };
    if (isThere) expect(await there.run('gm', 'npc import', hidden)).toMatchObject({ ok: true });
    for (const [user, warriors] of Object.entries({
      ada: ['Grub', 'Mob'],
      bob: ['grub', 'Bert'],
      cid: ['Ann, Bob'],
      dan: ['Grub'],
      eve: ['Skit'],
    })) {
      const sheet = JSON.parse(bandJson(user, ...warriors));
      const joined = await there.services.battles.join(there.asker(user), { id: user, side: undefined, sheet });
      read.push(joined.ok ? 'joined' : await there.sentence(joined.error, 'table'));
    }
    read.push(JSON.stringify(await there.run('zoe', 'battle log')));
    const battle = await opened(there);
    return { read, view: JSON.stringify(battle.game.view(viewerOf(battle, 'ada')).combatants), battle };
  };
  const [bare, secret] = [await play(false), await play(true)];
  const neutral = ({ read, battle }: typeof bare) =>
    read.map((text) => text.replaceAll(battle.saved.id, 'battle').replaceAll(/\d{10,}|[0-9a-f]{16}…/g, ''));
  expect(bare.view).toContain('Ann, Bob');
  expect(secret.view).toBe(bare.view);
  expect(neutral(secret)).toEqual(neutral(bare));
  expect(hiddenCombatants(secret.battle).map(({ id }) => id)).toHaveLength(3);
});

import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): string =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]).join('\n');

const fill = (there: House, user: string, at: string, value?: string, more: Readonly<Record<string, string>> = {}) =>
  there.run(user, 'npc form', {
    ...{ who: 'Grub', ...(at !== '' && { at }), ...more },
    ...(value !== undefined && { value }),
  });

const createFoe = async (system: string, preset: string, more: Readonly<Record<string, string>> = {}) => {
  const there = house();
  await must(there, 'gm', 'npc create', { system, name: 'Grub', preset, ...more });
  return there;
};

/** For each rulebook: a field of a foe, the typed value and the text the sheet then contains. */
const fields: Readonly<Record<string, readonly [preset: string, at: string, value: string, says: string]>> = {
  skure: ['Zombie', 'maxHp', '77', 'maxHp":77'],
  dskull: ['Greyford Watch', 'warriors.1.weapons.0.name', 'pike', '"name":"pike"'],
  'sword-world': ['Ogre', 'hp', '51', '"hp":51'],
  straalara: ['ysolde', 'armor', '3', '"armor":3'],
  segment: ['Hedda Stane', 'maxHp', '44', '"maxHp":44'],
};

test.each(rulesets.map(({ id }) => id))('%s: the foe form saves each change at once', async (id) => {
  const [preset = '', at = '', value, says = ''] = fields[id] ?? [];
  const there = await createFoe(id, preset);
  const done = await fill(there, 'gm', at, value);
  expect(done.ok, JSON.stringify(done)).toBe(true);
  const [item] = await there.stores.library.listByUser('gm');
  expect(item).toMatchObject({ kind: 'foe', name: 'Grub', system: id, version: 2 });
  expect(JSON.stringify(item?.thing)).toContain(says);
  const again = await must(there, 'gm', 'npc edit', { name: 'Grub' });
  const title = rulesets.find((each) => each.id === id)?.title;
  expect(again.cards[0]?.title).toBe(`Grub (${title})`);
  expect(again.controls.flat()[0]?.press.path).toEqual(['npc', 'form']);
});

test('/npc create asks for a preset and saves to the chosen library', async () => {
  const there = house();
  const asked = await must(there, 'gm', 'npc create', { system: 'skure', name: 'Grub', shelf: 'server' });
  const [choice] = asked.controls.flat();
  expect(choice).toMatchObject({ kind: 'select', option: 'preset' });
  await must(there, 'gm', 'npc create', { ...choice?.press.input, preset: 'Zombie' });
  expect(textOf(await must(there, 'ada', 'library list', { kind: 'foe' }))).toContain(
    'The library of this server, Skure: Grub.',
  );
});

test('players cannot change a foe in the server’s library', async () => {
  const there = await createFoe('skure', 'Zombie', { shelf: 'server' });
  const refused = { ok: false, error: { code: 'not-yours-on-shelf' } };
  expect(await fill(there, 'ada', 'maxHp', '12')).toMatchObject(refused);
  expect(await there.run('ada', 'npc edit', { name: 'Grub' })).toMatchObject(refused);
  expect((await fill(there, 'gm', 'maxHp', '12')).ok).toBe(true);
});

test('a copy starts from the saved foe, and /npc create does not replace an existing foe', async () => {
  const there = await createFoe('skure', 'Zombie');
  await fill(there, 'gm', 'maxHp', '77');
  await must(there, 'gm', 'npc create', { system: 'skure', name: 'Twin', preset: 'Grub' });
  expect(textOf(await must(there, 'gm', 'library show', { name: 'Twin' }))).toContain('77');
  await must(there, 'gm', 'npc create', { system: 'skure', name: 'Grub', preset: 'Swordsman' });
  expect(textOf(await must(there, 'gm', 'library show', { name: 'Grub' }))).toContain('77');
});

test('a foe’s note survives the form, and a taken name is refused', async () => {
  const there = await createFoe('skure', 'Zombie');
  await must(there, 'gm', 'npc edit', { name: 'Grub', note: 'Hates fire' });
  await fill(there, 'gm', 'maxHp', '77');
  expect(textOf(await must(there, 'gm', 'library show', { name: 'Grub' }))).toContain('Hates fire');
  await must(there, 'gm', 'npc create', { system: 'skure', name: 'Twin', preset: 'Zombie' });
  expect(await fill(there, 'gm', '', 'Twin', { does: 'name' })).toMatchObject({ error: { code: 'name-on-shelf' } });
  const renamed = await fill(there, 'gm', '', 'Marsh', { does: 'name' });
  expect(renamed.ok && renamed.value.cards[0]?.title).toBe('Marsh (Skure)');
  expect(await fill(there, 'gm', 'maxHp', '9')).toMatchObject({ error: { code: 'nothing-saved' } });
});

test('a change the rulebook forbids names the field and saves nothing', async () => {
  const there = await createFoe('dskull', 'Greyford Watch');
  const refused = await fill(there, 'gm', 'warriors.0.weapons.0.hands', '3');
  expect(refused.ok).toBe(false);
  if (!refused.ok) expect(await there.sentence(refused.error, 'table')).toMatch(/sword must be for 1 or 2 hands/);
  const [item] = await there.stores.library.listByUser('gm');
  expect(item?.version).toBe(1);
});

test('a button for a missing field refers to /npc create', async () => {
  const there = await createFoe('skure', 'Zombie');
  const gone = await fill(there, 'gm', 'nothing.here', '1');
  expect(gone.ok ? '' : await there.sentence(gone.error, 'table')).toBe(
    'That is no longer on the sheet. Open its form again with /npc create.',
  );
});

test.each([
  ['opened', {}, undefined],
  ['set', {}, 'Bo'],
  ['removed', { does: 'drop' }, undefined],
])('an entry that another press removed is not %s', async (_, more, value) => {
  const there = await createFoe('dskull', 'Greyford Watch');
  const version = async () => {
    const [item] = await there.stores.library.listByUser('gm');
    return item?.version;
  };
  const before = await version();
  for (const at of ['warriors.4', 'warriors.99.name', 'warriors.0.weapons.7.name']) {
    const gone = await fill(there, 'gm', at, value, more);
    expect([at, gone.ok ? '' : gone.error.code]).toEqual([at, 'form-gone']);
  }
  expect(await version()).toBe(before);
  expect((await fill(there, 'gm', 'warriors.3.name', 'Bo')).ok).toBe(true);
});

test('each field of a sheet is suggested by its first letters', async () => {
  const there = await createFoe('dskull', 'Greyford Watch');
  const soFar = { who: 'Grub', of: 'dskull', shelf: 'mine' };
  const offered = await there.complete('gm', 'npc form', 'at', 'warriors.3.w', soFar);
  expect(offered.map(({ value }) => value)).toContain('warriors.3.weapons.0.hands');
});

import { expect, test } from 'vitest';
import { encodeControlInput } from '../../src/app/command-kit/command.ts';
import type { CommandAnswer, Control, Reply } from '../../src/app/replies/reply.ts';
import { createMemoryCharacters } from '../../src/campaign/memory-tables.ts';
import { toComponents } from '../../src/discord/controls.ts';
import { discordLimits } from '../../src/discord/limits.ts';
import { dskull } from '../../src/systems/dskull/index.ts';
import { type House, house } from './house.ts';
import { draftWarband } from './warband-draft.ts';

const replyOf = (answer: CommandAnswer): Reply => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
};
const codeOf = (answer: CommandAnswer): string | undefined => (answer.ok ? undefined : answer.error.code);

/** Title, lines and rows as one list of texts. */
const textOf = ({ cards }: Reply): readonly string[] =>
  cards.flatMap(({ title, lines }) => [
    title,
    ...lines.flatMap(({ text, rows }) => [text, ...rows.map((row) => row.map(({ says }) => says).join(' · '))]),
  ]);

const controlsOf = ({ controls }: Reply): readonly Control[] => controls.flat();

/** Presses the button or chooses from the list with this label. */
const press = async (table: House, user: string, shown: Reply, label: string, choice?: string): Promise<Reply> => {
  const control = controlsOf(shown).find((each) => each.label.startsWith(label));
  if (control === undefined) throw new Error(`${label} is not among ${controlsOf(shown).map((each) => each.label)}`);
  const { path, input } = control.press;
  const chosen =
    control.kind === 'select'
      ? control.options.find((each) => each.label === choice || each.value === choice)
      : undefined;
  if (control.kind === 'select' && chosen === undefined)
    throw new Error(`${choice} is not among ${control.options.map((each) => each.label)}`);
  const more = control.kind === 'select' && chosen !== undefined ? { [control.option]: chosen.value } : {};
  return replyOf(await table.run(user, path.join(' '), encodeControlInput({ path, input: { ...input, ...more } })));
};

const keep = (table: House, user: string) => table.run(user, 'warband make', { page: 'all', act: 'keep' });

test('a warband can be built with lists and buttons, with its points counted', async () => {
  const table = house();
  let shown = replyOf(await table.run('ada', 'character create', { system: 'dskull', name: 'Raiders' }));
  expect(shown.to).toBe('asker');
  expect(textOf(shown)[0]).toBe('Raiders (0/40)');
  shown = await press(table, 'ada', shown, 'Add a warrior', 'goblin');
  expect(shown.kind === 'private' && shown.replaces).toBe(true);
  expect(textOf(shown)[0]).toBe('Grub of Raiders (3/40)');
  shown = await press(table, 'ada', shown, 'Armour', 'heavy+shield');
  shown = await press(table, 'ada', shown, 'Add a weapon', 'sword');
  shown = await press(table, 'ada', shown, 'Buy or remove a trait', 'brave');
  expect(textOf(shown)[0]).toBe('Grub of Raiders (9/40)');
  expect(textOf(shown)).toContain('goblin · heavy armour · shield · sword 1h melee · brave');
  expect(textOf(shown)).toContain('body 6 · race −3 · armour 2 · shield 1 · weapons 2 · traits 1 · = 9');
  shown = await press(table, 'ada', shown, 'Buy or remove a trait', 'tactics 1');
  expect(textOf(shown)[0]).toBe('Grub of Raiders (11/40)');
  shown = await press(table, 'ada', shown, 'Buy or remove a trait', 'tactics 0');
  expect(textOf(shown)).toContain('goblin · heavy armour · shield · sword 1h melee · brave · tactics 0');
  shown = await press(table, 'ada', shown, 'Buy or remove a trait', 'without tactics');
  expect(textOf(shown)[0]).toBe('Grub of Raiders (9/40)');
  shown = await press(table, 'ada', shown, 'Change or remove', 'sword 1h melee');
  shown = await press(table, 'ada', shown, 'Type of sword', '1h melee reach');
  expect(textOf(shown)[0]).toBe('Grub: sword 1h melee reach (10/40)');
  shown = await press(table, 'ada', shown, 'Charges', '3');
  expect(textOf(shown)[0]).toBe('Grub: sword 1h melee reach 3 charges (9/40)');
  shown = await press(table, 'ada', shown, 'Back');
  shown = await press(table, 'ada', shown, 'Name and race');
  shown = await press(table, 'ada', shown, 'Name', 'Snig');
  shown = replyOf(await table.run('ada', 'warband make', { page: 'looks', who: 'Snig', act: 'name', value: 'Grug' }));
  shown = replyOf(await table.run('ada', 'warband make', { page: 'looks', who: 'Grug', act: 'name', value: 'Snig' }));
  shown = await press(table, 'ada', shown, 'Race', 'elf');
  shown = await press(table, 'ada', shown, 'Back');
  expect(textOf(shown)[0]).toBe('Snig of Raiders (13/40)');
  shown = await press(table, 'ada', shown, 'Buy or remove a trait', 'brave');
  shown = await press(table, 'ada', shown, 'Copy');
  expect(textOf(shown)[0]).toBe('Raiders (24/40)');
  shown = await press(table, 'ada', shown, 'Add a warrior', 'orc');
  shown = await press(table, 'ada', shown, 'Back');
  expect(textOf(shown)).toContain('Primary race: elf.');
  shown = await press(table, 'ada', shown, 'Primary race', 'orc');
  expect(textOf(shown)).toContain('Primary race: orc.');
  shown = await press(table, 'ada', shown, 'Change a warrior', 'Snig 2');
  shown = await press(table, 'ada', shown, 'Remove');
  shown = await press(table, 'ada', shown, 'Save it');
  expect(textOf(shown)[0]).toBe('Raiders saved');
  expect(textOf(replyOf(await table.run('ada', 'library list', { kind: 'warband' })))).toEqual([
    'Warbands',
    'Your characters, dSkull Skirmish: Raiders (2 warriors, 19 points).',
  ]);
});

test('a weapon can be removed, and a draft can be discarded', async () => {
  const table = house();
  await table.run('ada', 'character create', { system: 'dskull', preset: 'Greyford Watch' });
  let shown = replyOf(await table.run('ada', 'character create', { system: 'dskull' }));
  shown = await press(table, 'ada', shown, 'Change a warrior', 'Odo');
  shown = await press(table, 'ada', shown, 'Change or remove', 'longbow 2h ranged');
  shown = await press(table, 'ada', shown, 'Remove longbow');
  expect(textOf(shown)).toContain('Odo: has no weapon: it cannot attack and has no zone.');
  shown = await press(table, 'ada', shown, 'Back');
  await press(table, 'ada', shown, 'Discard the draft');
  expect(textOf(replyOf(await table.run('ada', 'character create', { system: 'dskull' })))[0]).toBe('Warband (0/40)');
});

test('every page of the warband builder fits Discord’s limits, even with 60 warriors', async () => {
  const table = house();
  const name = 'Grishnabulk the Unreasonably Long-Winded of the Nine Mires';
  const long = { name, race: 'orc', weapons: 'sword, axe, sling', traits: ['brave'] };
  await draftWarband(table, 'ada', long, { race: 'elf' });
  let shown = replyOf(await table.run('ada', 'character create', { system: 'dskull', name: 'W'.repeat(32) }));
  const pages = [shown];
  shown = await press(table, 'ada', shown, 'Change a warrior', name);
  pages.push(shown, await press(table, 'ada', shown, 'Name and race'));
  pages.push(await press(table, 'ada', shown, 'Change or remove', 'axe 1h melee'));
  await draftWarband(table, 'ada', ...Array.from({ length: 60 }, (_, n) => ({ ...long, name: `${name} ${n}` })));
  pages.push(replyOf(await table.run('ada', 'character create', { system: 'dskull' })));
  for (const { controls } of pages) {
    const { rows, leftOut } = toComponents(controls);
    expect(leftOut).toBe(0);
    expect(rows.length).toBeLessThanOrEqual(discordLimits.rows);
  }
});

test('a draft survives a restart and is private to its user', async () => {
  const characters = createMemoryCharacters();
  const before = house({ characters });
  await draftWarband(before, 'ada', { name: 'Grub', race: 'goblin', armour: 'light', weapons: 'sword, bow' });
  const after = house({ characters });
  expect(textOf(replyOf(await after.run('ada', 'character create', { system: 'dskull' })))).toContain(
    'goblin · light armour · sword 1h melee · bow 2h ranged',
  );
  expect(textOf(replyOf(await after.run('bob', 'character create', { system: 'dskull' })))[0]).toBe('Warband (0/40)');
});

test('a weapon that is not in the list can be typed', async () => {
  const table = house();
  await draftWarband(table, 'ada', { name: 'Grub', race: 'goblin' });
  const arm = (value: string) => table.run('ada', 'warband make', { page: 'warrior', who: 'Grub', act: 'arm', value });
  const shown = textOf(replyOf(await arm('trident 2h melee reach, fire pots')));
  expect(shown).toContain('goblin · trident 2h melee reach · fire pots 1h ranged area 1 3 charges');
  expect(codeOf(await arm('harpoon, sword'))).toBe('bad-input');
});

test('an invalid warband is not saved, and all its errors are listed at once', async () => {
  const table = house();
  await draftWarband(table, 'ada', {
    ...{ name: 'Grub', race: 'gnome', armour: 'plate', traits: ['fast'], weapons: 'sword' },
  });
  const refused = await keep(table, 'ada');
  expect(codeOf(refused)).toBe('E_WARBAND_INVALID');
  expect(refused.ok ? '' : refused.error.facts.problems).toBe(
    'Grub: there is no race gnome; Grub: there is no armour plate; write light or heavy; Grub: the trait fast cannot be bought',
  );
  expect(textOf(replyOf(await table.run('ada', 'library list', { kind: 'warband' })))).toEqual([
    'Warbands',
    'Your characters, dSkull Skirmish: draft (1 warrior, 8 points).',
  ]);
  expect(codeOf(await table.run('ada', 'character create', { system: 'dskull', name: 'draft' }))).toBe('reserved-name');
  expect(codeOf(await table.run('ada', 'character create', { system: 'dskull', name: '\u200b' }))).toBe('bad-name');
});

test('an exported warband can be imported unchanged', async () => {
  const table = house();
  await table.run('ada', 'character create', { system: 'dskull', preset: 'Ember and Flask', name: 'Ember' });
  await keep(table, 'ada');
  const [file] = replyOf(await table.run('ada', 'library export', { kind: 'warband', name: 'Ember' })).files;
  await table.run('bob', 'library import', { file: String(file?.content), name: 'Flames' });
  const kept = await table.stores.characters.find('bob', 'guild', 'flames', 'dskull');
  expect(kept?.sheet).toEqual(Object.assign({}, dskull.presets['ember-and-flask']?.sheet, { name: 'Ember' }));
  const json = JSON.stringify(dskull.presets['ember-and-flask']?.sheet);
  await table.run('bob', 'library import', { kind: 'warband', json, name: 'Flasks' });
  expect((await table.stores.characters.find('bob', 'guild', 'flasks', 'dskull'))?.sheet).toMatchObject({
    name: 'Flasks',
  });
  const asked = { kind: 'warband', name: 'X' };
  expect(codeOf(await table.run('bob', 'library import', { ...asked, json: '{"name":' }))).toBe('bad-json');
  expect(codeOf(await table.run('bob', 'library import', { ...asked, json: '{"warriors":7}' }))).toBe('bad-sheet');
  await table.run('bob', 'library delete', { name: 'flames' });
  expect(codeOf(await table.run('bob', 'library show', { name: 'Flames' }))).toBe('nothing-saved');
});

test('an import with errors becomes the draft, but replaces no existing draft', async () => {
  const table = house();
  const wrong = JSON.stringify({ name: 'Wrong', warriors: [{ name: 'a', race: 'gnome' }] });
  expect(textOf(replyOf(await table.run('ada', 'library import', { kind: 'warband', json: wrong })))[0]).toBe(
    'Wrong (6/40)',
  );
  expect(codeOf(await table.run('ada', 'library import', { kind: 'warband', json: wrong }))).toBe('E_WARBAND_INVALID');
});

test('a warband is checked by the settings of the channel’s battle', async () => {
  const table = house();
  await table.run('gm', 'battle create', { system: 'dskull', settings: 'points.limit=30, bodies=["grunt","scout"]' });
  const copied = replyOf(await table.run('ada', 'character create', { system: 'dskull', preset: 'Greyford Watch' }));
  expect(textOf(copied)).toContain('the warband costs more than 30 points.');
  await draftWarband(table, 'ada', { name: 'Fleet', body: 'scout', weapons: 'axe' });
  expect(textOf(replyOf(await table.run('ada', 'library show', { name: 'draft' })))).toContain(
    'human scout · axe 1h melee',
  );
});

test('a battle uses a copy of the warband', async () => {
  const table = house();
  await draftWarband(table, 'ada', { name: 'Grub', weapons: 'sword' });
  await table.run('ada', 'character create', { system: 'dskull', name: 'Mire' });
  await keep(table, 'ada');
  await table.run('gm', 'battle create', { system: 'dskull' });
  await table.run('ada', 'battle join', { character: 'Mire' });
  await table.run('ada', 'library delete', { kind: 'warband', name: 'Mire' });
  const battle = await table.services.battles.open('table');
  expect(battle.ok && battle.value.game.roster().map(({ id, actor }) => [id, actor])).toEqual([['Grub', 'ada']]);
});

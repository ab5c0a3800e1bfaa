import { expect, test } from 'vitest';
import type { Shown } from '../fake/shown.ts';
import { table } from './table.ts';

/** A choice, or a button that opens a form and the text typed into it. */
type Press = string | readonly [string, string];

/** The buttons that lead to a first own character, and what the sheet says in the end. */
const ways: Readonly<
  Record<
    string,
    { readonly preset: string; readonly presses: readonly Press[]; readonly most: number; readonly says: RegExp }
  >
> = {
  skure: {
    preset: 'Maren Ash, hedge mage',
    presses: [
      'Class and numbers',
      [/^Agility/.source, '14'],
      [/^Max HP/.source, '38'],
      'Back',
      'Traits and elements',
      '^Traits',
      'Backstabber',
    ],
    most: 7,
    says: /agility 14/,
  },
  'sword-world': {
    preset: 'Wolf: Fighter 3, Ranger 1',
    presses: [
      'Classes and abilities',
      '^Class levels',
      ['^Fighter', 'none'],
      ['Add one: name=number', 'Priest=3'],
      'Back',
      'Back',
      'Magic',
      '^Spells',
      'Cure Wounds',
    ],
    most: 9,
    says: /Priest 3[\s\S]*Cure Wounds/,
  },
  straalara: {
    preset: 'Tobin Reed, ranger',
    presses: [
      'Attributes and abilities',
      '^Attributes',
      ['^Strength', '4'],
      'Back',
      'Back',
      'Weapons and armor',
      '^Weapons',
      'maul',
    ],
    most: 8,
    says: /strength 4[\s\S]*maul/,
  },
  segment: {
    preset: 'Hedda Stane, fighter with longsword, throwing spear and shield',
    presses: [
      'Attributes',
      ['^DEX', '16'],
      'Back',
      'Weapons',
      '^Weapons',
      ['Add one of your own', 'Wolf spear'],
      ['^Damage', '1d10+2'],
    ],
    most: 7,
    says: /DEX 16[\s\S]*Wolf spear \(melee\): SC 112, 1d10\+2/,
  },
};

test.each(Object.keys(ways))(
  '%s: a player creates a character in the form, with a restart in between',
  async (system) => {
    const way = ways[system];
    if (way === undefined) throw new Error(`${system} has no way.`);
    expect(way.presses.length, 'presses to a first character').toBeLessThanOrEqual(way.most);
    const t = await table('channel');
    await t.typed(t.ann, '/character create', { system, name: { free: 'Vael' } });
    let page = await t.ann.choose(way.preset);
    for (const [at, press] of way.presses.entries()) {
      if (at === 3) await t.on.restart();
      const [label, typed] = typeof press === 'string' ? [press] : press;
      const found = labelOn(page, label);
      const isButton = page?.buttons.some((each) => 'label' in each && each.label === found);
      page = await (typed !== undefined
        ? t.ann.fills(found, typed, page)
        : isButton
          ? t.ann.press(found, page)
          : t.ann.choose(found, page));
      expect(page?.text, label).toContain('Vael');
    }
    const again = await t.typed(t.ann, '/character edit', { name: { free: 'Vael' } });
    expect(again.text).toMatch(way.says);
    expect(again.selects.length).toBe(1);
    await t.close();
  },
  60_000,
);

test('a saved warband is edited weapon by weapon, with a restart in between', async () => {
  const t = await table('channel');
  const name = 'Watch of the Long Bridge';
  const asked = await t.typed(t.ann, '/npc create', { system: 'dskull', name: { free: name }, shelf: 'server' });
  let page = await t.ann.choose(labelOn(asked, '^Greyford Watch'));
  for (const label of ['Warriors', '^Warriors', '^Tam', '^Weapons', '^long spear'])
    page = await t.ann.choose(labelOn(page, label), page);
  await t.on.restart();
  page = await t.ann.fills(labelOn(page, '^Name'), 'pike', page);
  expect(page?.text).toContain('pike');
  await t.close();
});

/** The label that matches a pattern, among buttons and options. */
const labelOn = (page: Shown | undefined, pattern: string): string => {
  const labels = [
    ...(page?.buttons ?? []).flatMap((each) => ('label' in each && each.label !== undefined ? [each.label] : [])),
    ...(page?.selects ?? []).flatMap(({ options }) => options.map(({ label }) => label)),
  ];
  const found = labels.find((label) => label === pattern) ?? labels.find((label) => new RegExp(pattern).test(label));
  if (found === undefined) throw new Error(`${pattern} is not among ${labels.join(', ')}`);
  return found;
};

test('an invalid form field is named in the refusal, and the sheet is unchanged', async () => {
  const t = await table('channel');
  await t.typed(t.ann, '/character create', { system: 'skure', name: { free: 'Vael' }, preset: 'Zombie' });
  const page = await t.ann.choose('Class and numbers');
  const refused = await t.ann.fills(labelOn(page, '^Agility'), 'very', page);
  expect(refused?.text).toContain('agility');
  expect((await t.ann.slash('/library show kind:character name:Vael')).text).toContain('Agility: 6');
  await t.close();
});

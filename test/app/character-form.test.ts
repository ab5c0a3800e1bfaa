import { expect, test } from 'vitest';
import { buildFormPage, type FormSubject } from '../../src/app/forms/form-page.ts';
import { applyFormInput, checkEntrant } from '../../src/app/forms/form-steps.ts';
import type { Control } from '../../src/app/replies/reply.ts';
import { toComponents } from '../../src/discord/controls.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';
import { findControl, pressed } from './pressing.ts';

const byForm = rulesets;

const startForm = (ruleset: Ruleset, sheet: unknown): FormSubject => {
  const came = checkEntrant(ruleset, 'A name of thirty-two characters!', sheet);
  if (!came.ok) throw new Error(JSON.stringify(came.error));
  return {
    id: 'id',
    commands: { group: 'character' },
    name: 'A name of thirty-two characters!',
    ruleset,
    ...came.value,
  };
};

/** The form inputs of a control, one for each value it offers. */
const formInputsOf = (
  control: Control,
): readonly { readonly does: string; readonly at: string; readonly value: string }[] => {
  const { does, at = '' } = control.press.input;
  const given = (chosen: Readonly<Record<string, string>>) => ({
    ...{ does: String(does ?? (control.asks === undefined && !('value' in chosen) ? 'open' : 'set')) },
    ...{ at: String(at), value: '', ...chosen },
  });
  return control.kind === 'button'
    ? [given({})]
    : control.options.map(({ value }) => given({ [control.option]: value }));
};

test.each(byForm)('$title: every form page of every preset can be shown and pressed', (ruleset) => {
  for (const { sheet } of Object.values(ruleset.presets)) {
    const there = startForm(ruleset, sheet);
    const seen = new Set<string>();
    const open = [''];
    for (let page = open.pop(); page !== undefined; page = open.pop()) {
      if (seen.has(page)) continue;
      seen.add(page);
      const { cards, controls } = buildFormPage(there, page);
      expect(cards[0]?.lines.length, page).toBeGreaterThan(0);
      const { leftOut, rows } = toComponents(controls);
      expect(leftOut, page).toBe(0);
      expect(rows.length, page).toBeLessThanOrEqual(5);
      for (const { does, at, value } of controls.flat().flatMap(formInputsOf)) {
        if (does === 'open') open.push(at);
        else if (does !== 'name') expect(() => applyFormInput(there, does as 'set', at, value)).not.toThrow();
      }
    }
    expect(seen.size).toBeGreaterThan(10);
  }
});

const fill = (there: House, at: string, value?: string, does?: string) =>
  there.run('ada', 'character form', {
    ...{ who: 'Vael', ...(at !== '' && { at }) },
    ...(value !== undefined && { value }),
    ...(does !== undefined && { does }),
  });

const sheetOf = async (there: House) => {
  const { cards } = await must(there, 'ada', 'library show', { kind: 'character', name: 'Vael' });
  return cards.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');
};

const createCharacter = async (system: string, preset: string) => {
  const there = house();
  await must(there, 'ada', 'character create', { system, name: 'Vael', preset });
  return there;
};

test('/character create asks for a preset and saves the character', async () => {
  const there = house();
  const asked = await must(there, 'ada', 'character create', { system: 'skure', name: 'Vael' });
  expect(asked.controls.flat()[0]).toMatchObject({ kind: 'select', option: 'preset' });
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Vael', preset: 'Zombie' });
  expect(await sheetOf(there)).toContain('Max HP: 55');
  const again = await must(there, 'ada', 'character edit', { name: 'Vael' });
  expect(again.cards[0]?.title).toBe('Vael (Skure)');
});

test('the form’s buttons show and delete the character', async () => {
  const there = await createCharacter('sword-world', 'wolf');
  const { controls } = await must(there, 'ada', 'character form', { who: 'Vael' });
  const shown = await pressed(there, 'ada', findControl(controls.flat(), 'Show the whole sheet'));
  expect(shown.cards[0]?.picture).toBeDefined();
  await pressed(there, 'ada', findControl(controls.flat(), 'Delete it'));
  expect((await there.run('ada', 'character form', { who: 'Vael' })).ok).toBe(false);
});

test('the form sets numbers, words, lists and tables, and saves each at once', async () => {
  const there = await createCharacter('sword-world', 'wolf');
  for (const [at, value, does] of [
    ['classes.Priest', '3'],
    ['spells', 'Cure Wounds', 'add'],
    ['hp', '28'],
    ['metalArmor', 'metal'],
    ['feats', 'Hawk Eye', 'add'],
    ['feats.0', undefined, 'drop'],
    ['classes', 'Bard=2', 'own'],
    ['canFly'],
  ] as const) {
    const done = await fill(there, at, value, does);
    expect(done.ok, `${at} ${value}`).toBe(true);
  }
  const shown = await sheetOf(there);
  for (const line of [
    'Class levels: fighter 3, ranger 1, priest 3, bard 2',
    'HP: 28',
    'Metal armor: metal',
    'Feats: Hawk Eye',
  ])
    expect(shown).toContain(line);
  expect(shown).toContain('Cure Wounds');
  expect(shown).toContain('Can fly: yes');
});

test('a custom entry is added under its name and can be edited', async () => {
  const there = await createCharacter('segment', 'Hedda Stane');
  const made = await fill(there, 'weapons', 'Wolf spear', 'own');
  expect(made.ok && made.value.cards[0]?.title).toBe('Vael (Segment Rounds): Wolf spear');
  expect((await fill(there, 'weapons.3.damage', '1d10+2')).ok).toBe(true);
  expect(await sheetOf(there)).toContain('damage 1d10+2');
});

test.each([
  ['skure', 'swordsman', 'agility', 'many', /agility/],
  ['skure', 'swordsman', 'move', 'fast', /move/],
  ['sword-world', 'wolf', 'classes.Fighter', '-2', /classes\.Fighter/],
  ['straalara', 'ysolde', 'attributes.strength', '11', /attributes\.strength/],
  ['segment', 'Hedda Stane', 'dex', '0', /dex/],
  ['segment', 'Hedda Stane', 'weapons.0.damage', 'lots', /damage of longsword/],
] as const)('%s forbids %s %s=%s, names the field and changes nothing', async (system, preset, at, value, named) => {
  const there = await createCharacter(system, preset);
  const before = await sheetOf(there);
  const refused = await fill(there, at, value);
  expect(refused.ok).toBe(false);
  if (!refused.ok) expect(await there.sentence(refused.error, 'table')).toMatch(named);
  expect(await sheetOf(there)).toBe(before);
});

test('a character cannot be renamed to a name that its owner already uses', async () => {
  const there = await createCharacter('skure', 'swordsman');
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Nix', preset: 'swordsman' });
  expect(await fill(there, '', 'Nix', 'name')).toMatchObject({ ok: false, error: { code: 'character-there' } });
  const renamed = await fill(there, '', 'Vael Orm', 'name');
  expect(renamed.ok && renamed.value.cards[0]?.title).toBe('Vael Orm (Skure)');
  const { cards } = await must(there, 'ada', 'library list', { kind: 'character' });
  expect(cards[0]?.lines.map(({ text }) => text)).toEqual(['Your characters, Skure: Nix, Vael Orm.']);
  const warband = await must(there, 'ada', 'character create', { system: 'dskull', name: 'Mine' });
  expect(warband.cards[0]?.title).toBe('Mine (0/40)');
});

test('a user cannot fill in another user’s form', async () => {
  const there = await createCharacter('skure', 'swordsman');
  expect(await there.run('bob', 'character form', { who: 'Vael', at: 'agility', value: '99' })).toMatchObject({
    error: { code: 'no-such-character' },
  });
});

test('a copy starts from the owner’s character and leaves the original unchanged', async () => {
  const there = await createCharacter('skure', 'swordsman');
  await fill(there, 'agility', '14');
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Twin', preset: 'Vael' });
  await there.run('ada', 'character form', { who: 'Twin', at: 'agility', value: '9' });
  expect(await sheetOf(there)).toContain('Agility: 14');
  const twin = await must(there, 'ada', 'library show', { kind: 'character', name: 'Twin' });
  expect(JSON.stringify(twin.cards)).toContain('Agility: 9');
  const offered = await there.complete('ada', 'character create', 'preset', 'Va', { system: 'skure' });
  expect(offered.map(({ value }) => value)).toContain('Vael');
  expect((await there.complete('bob', 'character create', 'preset', 'Va', { system: 'skure' })).length).toBe(0);
});

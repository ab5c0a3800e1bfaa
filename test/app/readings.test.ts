import { expect, test } from 'vitest';
import { formatSettingValue, settingTitle } from '../../src/app/input/setting-entries.ts';
import {
  differenceLines,
  listSettings,
  settingOffers,
  settingValueOffers,
  withSetting,
} from '../../src/app/input/setting-text.ts';
import { settingAt } from '../../src/rules/editions.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const every = rulesets.flatMap((ruleset) =>
  listSettings(ruleset, {}).map(({ key }) => ({ id: ruleset.id, key, ruleset })),
);

test.each(every)('$id: $key can be set with the words that show it', ({ ruleset, key }) => {
  for (const chosen of [{}, ruleset.literalSettings]) {
    const whole: unknown = ruleset.settings.parse(chosen);
    const value = settingAt(whole, key);
    for (const name of [key, settingTitle(ruleset, key)]) {
      const set = withSetting(ruleset, {}, name, formatSettingValue(value));
      expect(set.ok || set.error).toBe(true);
      if (set.ok) expect(settingAt(ruleset.settings.parse(set.value.settings), key)).toEqual(value);
    }
  }
});

test.each(every)('$id: every suggested value of $key is accepted', ({ ruleset, key }) => {
  const offers = settingValueOffers(ruleset, {}, key);
  expect(offers.length).toBeGreaterThan(0);
  expect(offers.some(({ label }) => label.includes('usual'))).toBe(true);
  for (const { value, label } of offers) {
    const set = withSetting(ruleset, {}, key, value);
    expect(set.ok || [label, set.error]).toBe(true);
  }
});

test.each(rulesets)('$id: settings are shown in words', (ruleset) => {
  for (const { label } of settingOffers(ruleset, {})) expect(label).toMatch(/^[A-Z][^={}[\]"]*: [^={}[\]"]+$/);
  for (const { text } of differenceLines(ruleset, ruleset.literalSettings)) expect(text).not.toMatch(/[={}[\]"]/);
});

test.each(rulesets)('$id as written lists every setting that differs from the default', async (ruleset) => {
  const there = house();
  const reply = await must(there, 'gm', 'battle create', { system: ruleset.id, variant: 'as-written' });
  const lines = reply.cards
    .flatMap((card) => card.lines.map(({ text }) => text))
    .filter((text) => / \(default: /.test(text));
  expect(lines).toEqual(differenceLines(ruleset, ruleset.literalSettings).map(({ text }) => text));
  expect(lines.length).toBeGreaterThan(0);
  const saved = await there.stores.battles.byChannel('table');
  expect(ruleset.settings.parse(saved?.table.settings)).toEqual(ruleset.settings.parse(ruleset.literalSettings));
});

test('a server can save rule variants and start battles with them', async () => {
  const there = house();
  await must(there, 'gm', 'gm server', { system: 'skure', rules: 'stun.turns=3' });
  await must(there, 'gm', 'gm server', {
    system: 'skure',
    variant: 'Grim',
    rules: 'gore damage per turn = 2, aim.cap = 7',
  });
  const began = async (given: Readonly<Record<string, string>>) => {
    await must(there, 'gm', 'battle create', { system: 'skure', ...given });
    const saved = await there.stores.battles.byChannel('table');
    await must(there, 'gm', 'battle end');
    const skure = rulesets.find(({ id }) => id === 'skure');
    return Object(skure?.settings.parse(saved?.table.settings));
  };
  expect(await began({})).toMatchObject({ 'stun.turns': 3, 'gore.damagePerTurn': 0 });
  expect(await began({ variant: 'grim' })).toMatchObject({ 'stun.turns': 1, 'gore.damagePerTurn': 2, 'aim.cap': 7 });
  expect(await began({ variant: 'usual' })).toMatchObject({ 'stun.turns': 1, 'gore.damagePerTurn': 0 });
  expect(await began({ variant: 'Grim', settings: 'aim.cap=6' })).toMatchObject({
    'gore.damagePerTurn': 2,
    'aim.cap': 6,
  });
  const offers = await there.complete('gm', 'battle create', 'variant', '', { system: 'skure' });
  expect(offers.map(({ value }) => value)).toEqual(['as-written', 'usual', 'Grim']);
  const elsewhere = await there.complete('gm', 'battle create', 'variant', '', { system: 'segment' });
  expect(elsewhere.map(({ value }) => value)).toEqual(['as-written', 'usual']);

  const refused = await there.run('gm', 'battle create', { system: 'segment', variant: 'Grim' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'no-such-reading' } });
  await must(there, 'gm', 'gm server', { system: 'skure', variant: 'grim', rules: 'none' });
  expect(await there.run('gm', 'gm server', { system: 'skure', variant: 'grim', rules: 'none' })).toMatchObject({
    ok: false,
    error: { code: 'no-such-reading' },
  });
});

test.each([
  {
    given: { system: 'skure', variant: 'Usual', rules: 'stun.turns=3' },
    says: 'the name of a variant that every rulebook already has',
  },
  { given: { system: 'skure', variant: 'Grim' }, says: 'enter the rules' },
  { given: { system: 'skure', variant: 'Grim', rules: 'stun.turns=many' }, says: 'stun.turns' },
])('$given is refused and saves nothing', async ({ given, says }) => {
  const there = house();
  const answer = await there.run('gm', 'gm server', given);
  expect(answer.ok).toBe(false);
  if (!answer.ok) expect(await there.sentence(answer.error, 'table')).toContain(says);
  expect((await there.stores.servers.settings('guild'))?.readings ?? []).toEqual([]);
});

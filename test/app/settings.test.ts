import { expect, test } from 'vitest';
import {
  findSettingGroup,
  settingDescriptions,
  settingTitle,
  splitIdentifier,
} from '../../src/app/input/setting-entries.ts';
import { changedSettings, listSettings, withSetting, withSettings } from '../../src/app/input/setting-text.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const findRuleset = (id: string): Ruleset => {
  const ruleset = rulesets.find((each) => each.id === id);
  if (ruleset === undefined) throw new Error(id);
  return ruleset;
};

const wordValue = (system: string, key: string, text: string, chosen: unknown = {}): unknown => {
  const set = withSetting(findRuleset(system), chosen, key, text);
  return set.ok ? set.value.value : set.error.code;
};

test.each([
  { system: 'sword-world', key: 'allowFixedSwitch', text: 'yes', want: true },
  { system: 'sword-world', key: 'allowFixedSwitch', text: 'No', want: false },
  { system: 'sword-world', key: 'allowFixedSwitch', text: 'true', want: true },
  { system: 'sword-world', key: 'allowFixedSwitch', text: 'perhaps', want: 'bad-setting' },
  { system: 'skure', key: 'aim.onReactions', text: 'yes', want: 'yes' },
  { system: 'skure', key: 'gore.damagePerTurn', text: '3', want: 3 },
])('$system: the setting $key accepts the text $text as $want', ({ system, key, text, want }) => {
  expect(wordValue(system, key, text)).toEqual(want);
});

test.each(rulesets.map(({ id }) => ({ id })))(
  '$id: the value `default` resets a setting to today’s default',
  ({ id }) => {
    const ruleset = findRuleset(id);
    const usual: unknown = ruleset.settings.parse({});
    for (const { key } of changedSettings(ruleset, usual)) throw new Error(`${key} is unusual by default.`);
    const whole = ruleset.completeSettings({});
    if (!whole.ok) throw new Error(whole.error.code);
    const [first] = Object.keys(Object(usual));
    const set = withSetting(ruleset, whole.value, String(first), 'default');
    expect(set.ok && ruleset.settings.parse(set.value.settings)).toEqual(usual);
  },
);

test('the value `default` resets one setting or a whole group and leaves the others', () => {
  const skure = findRuleset('skure');
  const chosen = withSettings(skure, {}, 'gore.damagePerTurn=3, aim.cap=7');
  const back = chosen.ok ? withSettings(skure, chosen.value, 'aim.cap=default') : chosen;
  expect(back.ok && changedSettings(skure, back.value)).toEqual([{ key: 'gore.damagePerTurn', value: 3 }]);
  const swords = findRuleset('sword-world');
  const prone = withSettings(swords, {}, 'prone.checks=-4, prone.noMove=no');
  expect(prone.ok && changedSettings(swords, prone.value).length).toBe(2);
  const stood = prone.ok ? withSettings(swords, prone.value, 'prone=default') : prone;
  expect(stood.ok && changedSettings(swords, stood.value)).toEqual([]);
});

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: every setting has its own title, a group and a description with its rule',
  ({ ruleset }) => {
    const all = listSettings(ruleset, {}).map(({ key }) => ({
      key,
      title: settingTitle(ruleset, key),
      group: findSettingGroup(ruleset, key),
      says: settingDescriptions(ruleset, key).at(-1) ?? '',
    }));
    const bare = (text: string): string =>
      splitIdentifier(text)
        .replaceAll(/[^\p{L}\d]/gu, '')
        .toLowerCase();
    for (const { key, title, group, says } of all) {
      expect(title, key).toMatch(/^[\p{Lu}\d]/u);
      expect(title.length, key).toBeLessThanOrEqual(60);
      expect([bare(key), key], key).not.toContain(bare(title));
      expect(group, key).toMatch(/^[A-Z][a-z]/);
      expect([key, key.split('.')[0]], key).not.toContain(group);
      expect(says, key).toMatch(/[a-z] [a-z]/);
    }
    expect(all.map(({ title }) => title)).toEqual([...new Set(all.map(({ title }) => title))]);
    const groups = Map.groupBy(all, ({ group }) => group);
    expect(groups.size).toBeGreaterThan(3);
    const ruleless = all.filter(({ says }) => !/[A-Z]{2,}-(?:[A-Z]+-)?\d/.test(says)).map(({ key }) => key);
    expect(ruleless.filter((key) => !/^board\./.test(key))).toEqual([]);
  },
);

test('/battle settings shows the possible values and lets the GM choose one before the start', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'segment' });
  const shown = await must(there, 'gm', 'battle settings', { key: 'critDoubles' });
  const text = shown.cards.flatMap(({ lines }) => lines.map((each) => each.text)).join('\n');
  expect(text).toContain('Possible values: total (now, usual) or dice.');
  const [button] = shown.controls.flat();
  expect(button?.press.input).toEqual({ key: 'critDoubles', value: 'dice' });
  await must(there, 'gm', 'battle settings', button?.press.input);
  const after = await must(there, 'ada', 'battle settings', { key: 'critDoubles' });
  expect(JSON.stringify(after.cards)).toContain('dice (now)');
  expect(after.controls.flat()).toEqual([]);
});

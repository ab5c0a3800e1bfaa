import { z } from 'zod';
import { phrase } from '../../core/language.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { refuse } from '../../core/refusal.ts';
import { settingAt } from '../../rules/editions.ts';
import { line } from '../../rules/lines.ts';
import { textParam } from '../../rules/params.ts';
import { doneVerdict, type FindParamOffers } from '../../rules/verb.ts';
import { createOffer, noOffers, requireGmInBattle } from './checks.ts';
import {
  changeSetting,
  findSetting,
  formatSettingValue,
  ruleSettings,
  settingTitle,
  similarSettings,
} from './setting-lookup.ts';
import { settingsSchema } from './settings.ts';
import { event, order, type State, warriorOrSeatId } from './state.ts';

/** DS-CMD-17, DS-GEN-10. */
export const settingsSet = event(
  'settings-set',
  { key: warriorOrSeatId, value: warriorOrSeatId, settings: settingsSchema },
  {
    apply: (state, { settings }) => ({ ...state, settings }),
    narrate: ({ key, value }) => line(phrase`The setting “${settingTitle(key)}” is now ${value}.`),
  },
);

/** Every ruling by its dotted name: `attack.shieldStep`. */
export const settingKeys = (settings: object, prefix = ''): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    isPlainObject(value) && Object.keys(value).length > 0
      ? settingKeys(value, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );

/** `attack.shieldStep = −1: step against a target with a shield`. */
const rulingOffers: FindParamOffers<State> = ({ settings }) =>
  ruleSettings().map(({ key, says }) =>
    createOffer(key, phrase`${key} = ${formatSettingValue(settingAt(settings, key))}: ${says}`),
  );

/** What is wrong with a name that no ruling has, or several have. */
const unknownRuling = (key: string): string => {
  const near = similarSettings(key);
  return near.length > 0
    ? phrase`choose one of ${near.join(', ')}`
    : 'no setting has that name; choose one from the suggestions';
};

const valueOffers: FindParamOffers<State> = ({ settings }, _call, { key }) => {
  const called = typeof key === 'string' ? findSetting(key) : undefined;
  if (called === undefined) return noOffers;
  const now = formatSettingValue(settingAt(settings, called.ruling.key));
  return [
    ...(called.entry === undefined ? [createOffer(now, phrase`${now} (current value)`)] : []),
    ...called.ruling.words.filter((word) => word !== now).map((word) => createOffer(word)),
    createOffer('default', 'default: the rulebook’s own value'),
  ];
};

/** DS-CMD-17, DS-GEN-10. */
export const setSettingOrder = order({
  summary: 'Change a setting before round 1',
  role: 'gm',
  params: z.strictObject({
    key: textParam('The setting, like attack.shieldStep, or an entry of a table, like skills.prices tactics', 100),
    value: textParam(
      'The new value: a number, yes, no, a word, a list like grunt 4, bruiser 6, none, or default',
      1000,
    ),
  }),
  offers: { key: rulingOffers, value: valueOffers },
  resolve: (draft, call, { key, value }) => {
    const state = draft.now();
    const gm = requireGmInBattle(state, call);
    if (!gm.ok) return gm;
    if (state.phase !== 'setup' && state.phase !== 'deploy') return refuse('E_SETTINGS_FROZEN');
    const called = findSetting(key);
    if (called === undefined) return refuse('setting-unknown', { key, value, problem: unknownRuling(key) });
    const changed = changeSetting(state.settings, called, value);
    if ('problem' in changed) return refuse('setting-unknown', { key, value, problem: changed.problem });
    const name = [called.ruling.key, ...(called.entry === undefined ? [] : [called.entry])].join('.');
    const { settings } = changed;
    draft.emit(settingsSet({ key: name, value: formatSettingValue(changed.value), settings }));
    return doneVerdict;
  },
});

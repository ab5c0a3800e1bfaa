import { expect, test } from 'vitest';
import { changedSettings } from '../../src/app/input/setting-text.ts';
import { settingAt } from '../../src/rules/editions.ts';
import { rulesets } from '../../src/systems/index.ts';

/** What the original text plainly says where our rulings differ, with the rule. */
const written: Readonly<Record<string, readonly (readonly [rule: string, key: string, value: unknown])[]>> = {
  skure: [
    ['SK-RUL-3', 'victory.counts', 'notDead'],
    ['SK-RUL-11', 'aim.cap', 7],
    ['SK-RUL-37', 'aim.onReactions', 'yes'],
    ['SK-RUL-28', 'charge.goreAlways', 'yes'],
    ['SK-RUL-44', 'reaction.shift', 0],
    ['SK-RUL-56', 'attack.friendly', 'yes'],
    ['SK-RUL-52', 'death.unconscious', 'no'],
    ['SK-RUL-57', 'sight.obstacles', 'no'],
  ],
  straalara: [
    ['ST-RUL-6', 'initiativeFloor', 'none'],
    ['ST-RUL-8', 'tieRating', 'unwounded'],
    ['ST-RUL-12', 'separateMelee', true],
    ['ST-RUL-20', 'blockCountsAsParry', false],
    ['ST-RUL-35', 'parryRanged', 'any'],
    ['ST-RUL-36', 'unseenBars', 'dodge'],
    ['ST-RUL-47', 'dazeLoses', 'mark'],
    ['ST-RUL-45', 'death', 'gm'],
  ],
  'sword-world': [
    ['SW-RUL-3', 'allowFixedSwitch', true],
    ['SW-RUL-6', 'initiativeTie', 'monsters'],
    ['SW-RUL-8', 'initiativeAutoSuccess', true],
    ['SW-RUL-20', 'retreatIndependents', 'all'],
    ['SW-RUL-43', 'monsterDeathCheck', true],
    ['SW-RUL-46', 'prone.checks', 0],
    ['SW-RUL-50', 'skirmishOutbreak', 'any'],
  ],
  segment: [
    ['SEG-RUL-76', 'idleIsStationary', true],
    ['SEG-RUL-84', 'aimCarries', false],
    ['SEG-RUL-92', 'friendlyFire', true],
  ],
  dskull: [
    ['RULING-3', 'dice.dropPolicy', 'ask'],
    ['RULING-13', 'skills.prices.tactics', 'not-for-sale'],
    ['RULING-13', 'skills.prices.medicine', 'not-for-sale'],
    ['RULING-10', 'test.moraleAdv', false],
    ['RULING-63', 'attack.spendAdv', false],
    ['RULING-38', 'los.corners', 'strict'],
    ['RULING-83', 'attack.perAction', 'one-chosen'],
  ],
};

/** What the text plainly says where our ruling is the same. */
const alike: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  skure: {
    'charge.countsOverrun': 'no',
    'ally.charges': 'yes',
    'ally.ownCut': 'all',
    'damage.rounding': 'up',
    'damage.hitMinimum': 1,
    'stage.frontCap': 5,
    'essence.failPer': 25,
    'aoo.squares': 2,
    'aoo.chargeTarget': 'yes',
    'defend.flank': 'no',
    'counter.speed': 'difference',
  },
  straalara: {
    woundsReducePools: true,
    defenseBonus: 4,
    partialDefense: 'subtract',
    soakOnesCancel: true,
    dazeBasis: 'net',
  },
  'sword-world': {
    areaDistance: 10,
    activeFeats: 1,
    fallDefense: true,
    unconsciousFlyer: true,
    breakthroughFromMelee: false,
    aquaticRanged: false,
  },
  segment: {
    contingency: 'one',
    initiativeDice: [10, 8, 6, 4, 2],
    maxPace: 'fast-sprint',
    multiCount: 'declared',
    sizeInMelee: false,
    freeAttackBusy: false,
    freeAttackFlyer: false,
  },
  dskull: { 'points.limit': 40, 'aoe.coverAs': 'dice', 'los.overlap': 'count-once', 'attack.armourWeakness': false },
};

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: the “as written” settings follow the original text',
  ({ id, ruleset }) => {
    const rows = written[id] ?? [];
    const told = changedSettings(ruleset, ruleset.literalSettings).map(({ key, value }) => [key, value]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(rows.map(([, key, value]) => [key, value])));
    const known = new Set(ruleset.rules().map((rule) => rule.id));
    for (const [rule] of rows) expect(known, rule).toContain(rule);
    const whole: unknown = ruleset.settings.parse(ruleset.literalSettings);
    for (const [key, value] of Object.entries(alike[id] ?? {})) expect(settingAt(whole, key), key).toEqual(value);
  },
);

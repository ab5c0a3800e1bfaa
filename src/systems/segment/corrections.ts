import { z } from 'zod';
import { isSameName, phrase, term, worded } from '../../core/message.ts';
import { bindApplyEffect } from '../../rules/effects.ts';
import { declareCorrections } from '../../rules/fields.ts';
import { findBarrier, formatSquare } from '../../rules/grid/square.ts';
import { loadTexts } from '../../rules/presets.ts';
import {
  createValueParser,
  namedNumberParser,
  nameListParser,
  oneOfParser,
  parseNumber,
  squareParser,
  textParser,
  valueOrNoneParser,
  wholeNumberParser,
  yesNoParser,
} from '../../rules/value-parsers.ts';
import { skillsOf } from './attribute-checks.ts';
import { findCastableSpell } from './casting.ts';
import { requireCombatant } from './checks.ts';
import { lifeStateAt, stuckMissile } from './damage.ts';
import { barrierChecksFor, barrierTexts } from './engagement.ts';
import type { RefusalCode } from './refusals.ts';
import { paces } from './settings.ts';
import { lightLevels, missileKinds, type Sheet } from './sheet.ts';
import {
  type Combatant,
  combatantSchema,
  findByName,
  findWeapon,
  lifeStates,
  type State,
  sightDegrees,
  stateSchema,
  update,
} from './state.ts';
import { defenseBonus, defenseRank } from './strike-chance.ts';
import { combatantView } from './view.ts';

const declared = declareCorrections<State, RefusalCode, Combatant>({
  rule: 'SEG-GEN-1',
  context: 'segment',
  schemas: {
    id: z.string(),
    combatant: combatantSchema,
    battle: stateSchema.pick({
      round: true,
      clock: true,
      lighting: true,
      ambushRound: true,
      ambushers: true,
      engagements: true,
      pending: true,
    }),
  },
  find: requireCombatant,
  update,
  combatantView,
});

/** The GM corrects a value. SEG-GEN-1. */
export const { corrected } = declared;

const { ofBattle: battle } = declared;
const { field: ofCombatant, part, cleared } = declared.ofCombatant;

/** The keys of `Thing` whose values have the type `Value`. */
type KeyOf<Thing, Value> = { [Key in keyof Thing]-?: Thing[Key] extends Value ? Key : never }[keyof Thing];

const markField = (says: string, key: KeyOf<Combatant, boolean>) => part(says, yesNoParser, key);

const sheetField = (says: string, key: KeyOf<Sheet, number>, least = 0) =>
  part<`sheet.${typeof key}`>(says, wholeNumberParser(least), `sheet.${key}`);

/** Declares the field for one part of DEF on the sheet. SEG-RUL-7. */
const defField = (says: string, key: keyof Sheet['def']) =>
  part<`sheet.def.${typeof key}`>(says, wholeNumberParser(), `sheet.def.${key}`);

/** Declares the field for one part of PROT on the sheet. */
const protField = (says: string, key: keyof Sheet['prot']) =>
  part<`sheet.prot.${typeof key}`>(says, wholeNumberParser(0), `sheet.prot.${key}`);

const heldWeaponField = (key: 'hand' | 'offHand') =>
  ofCombatant(
    'The weapon in hand, or none',
    valueOrNoneParser(textParser(100)),
    (who, given) => {
      if (given === 'none') return { [key]: undefined };
      const weapon = findWeapon(who, given);
      return weapon === undefined ? phrase`no weapon on the sheet is called ${given}` : { [key]: weapon.name };
    },
    key,
  );

/** Parses a defense: `full`, `desperate`, or the strike chance (SC) given up, like `20`. */
const parseDefense = createValueParser('write full, desperate or the number of SC given up', (text) => {
  const kind: 'full' | 'desperate' | 'partial' =
    (['full', 'desperate'] as const).find((each) => isSameName(each, text)) ?? 'partial';
  const scLoss = kind === 'partial' ? parseNumber(text) : 0;
  return scLoss === undefined || scLoss < 0 ? undefined : { kind, scLoss };
});

/** Parses `1 7` (attack 1 on segment 7) or `1 lost`. */
const parseSlot = createValueParser('write the number of the attack and its segment, like 1 7, or 1 lost', (text) => {
  const [nth = '', where = '', ...more] = text.split(/\s+/);
  const [number, segment] = [parseNumber(nth), isSameName(where, 'lost') ? ('lost' as const) : parseNumber(where)];
  return number === undefined || segment === undefined || more.length > 0 ? undefined : { number, segment };
});

const parseAim = createValueParser('write a weapon and a target, like longbow > Grim', (text) => {
  const [weapon = '', target = '', ...more] = text.split('>').map((each) => each.trim());
  return weapon === '' || target === '' || more.length > 0 ? undefined : { weapon, target };
});

/** Parses a foe and how well the combatant locates this foe, like `Grim 2x`. */
const parseSight = createValueParser('write a foe and 1x, 2x or fail, like Grim 2x', (text) => {
  const [, foe = '', word = ''] = /^(.*\S)\s+(\S+)$/.exec(text) ?? [];
  const degree = sightDegrees.find((each) => isSameName(each, word));
  return degree === undefined ? undefined : { foe, degree };
});

/** Parses two names, like `Ann, Grim`. */
const parsePair = nameListParser.refine((given) => given.length === 2, 'write two names separated by a comma');

type Pairs = State['engagements'];

/** Declares a field about a pair in melee. `change` gets the other pairs and the typed pair. */
const engagementField = (says: string, change: (others: Pairs, pair: Pairs[number]) => Pairs) =>
  battle.field(
    says,
    parsePair,
    (state, given) => {
      const [a, b] = given.map((each) => findByName(state, each)?.id);
      if (a === undefined || b === undefined) return 'one of the names is not in the battle';
      const others = state.engagements.filter((pair) => !pair.includes(a) || !pair.includes(b));
      return { engagements: change(others, [a, b]) };
    },
    'engagements',
  );

/** The fields that the GM may correct. SEG-GEN-1. */
export const corrections = {
  hp: ofCombatant(
    'Hit points',
    wholeNumberParser(),
    (who, hp, state) => ({ hp, life: lifeStateAt(state, hp, who.life === 'dead' && hp > 0 ? 'up' : who.life) }),
    'hp',
  ),
  life: part('Life: up, down or dead', oneOfParser(lifeStates), 'life'),
  'armor-loss': part('Points of armour lost to grievous hits', wholeNumberParser(0), 'armorLoss'),
  energy: part('Spell energy', wholeNumberParser(), 'energy'),
  uses: ofCombatant(
    'Prepared uses of a spell, like Hush 2',
    namedNumberParser('Hush 2', 0, 999),
    (who, { name: wanted, n }) => {
      const spell = findCastableSpell(who, wanted);
      return spell === undefined
        ? phrase`the combatant has no spell ${wanted}`
        : { uses: { ...who.uses, [spell.name]: n } };
    },
    (who, given) => (given === undefined ? who.uses : who.uses[findCastableSpell(who, given.name)?.name ?? '']),
  ),
  position: ofCombatant(
    'The combatant’s square, like D4, or none',
    valueOrNoneParser(squareParser),
    (who, to, state) => {
      if (to === 'none') return { pos: undefined };
      const by = state.settings.useMap ? findBarrier(barrierChecksFor(state, who.id), to) : undefined;
      // A combatant that is down may share a square.
      if (by === undefined || (by === 'taken' && who.life !== 'up')) return { pos: to };
      return phrase`${worded(barrierTexts[by](formatSquare(to)))}; name a free square`;
    },
    'pos',
  ),
  side: part('The combatant’s side', textParser(), 'team'),
  hand: heldWeaponField('hand'),
  'off-hand': heldWeaponField('offHand'),
  'at-feet': ofCombatant(
    'Weapons at the combatant’s feet, separated by commas; write none to clear them',
    nameListParser,
    ({ pos }, names) => ({
      atFeet: [...names],
      lying: Object.fromEntries(pos ? names.map((name) => [name, pos]) : []),
    }),
    'atFeet',
  ),
  potions: part('Potions at hand, separated by commas; write none to clear them', nameListParser, 'potions'),
  shield: markField('shield: yes or no', 'shieldReady'),
  stunned: markField('stunned: yes or no', 'stunned'),
  prone: markField('prone: yes or no', 'prone'),
  invisible: markField('invisible: yes or no', 'invisible'),
  encumbered: markField('encumbered: yes or no', 'encumbered'),
  mounted: markField('mounted: yes or no', 'mountedMoving'),
  alert: markField('alert: yes or no', 'alert'),
  'no-movement': markField('no movement: yes or no', 'noMovement'),
  dodging: markField('dodging: yes or no', 'dodging'),
  'picking-up': markField('picking up: yes or no', 'picking'),
  'free-move-used': markField('free move used: yes or no', 'freeMoveUsed'),
  pace: part('One of none, walk, run, sprint, fast-sprint', oneOfParser(paces), 'pace'),
  defending: ofCombatant(
    'Defense: full, desperate, none, or the number of SC given up',
    valueOrNoneParser(parseDefense),
    (who, given) => ({
      defending:
        given === 'none' ? undefined : { ...given, defBonus: defenseBonus(given.kind, given.scLoss, defenseRank(who)) },
    }),
    'defending.kind',
  ),
  aiming: ofCombatant(
    'Careful Aim: a weapon and a target, like longbow > Grim, or none',
    valueOrNoneParser(parseAim),
    (who, given, state) => {
      if (given === 'none') return { aiming: undefined };
      const weapon = findWeapon(who, given.weapon);
      if (weapon === undefined) return phrase`no weapon on the sheet is called ${term(given.weapon)}`;
      const target = findByName(state, given.target);
      return target === undefined
        ? 'that target is not in the battle'
        : { aiming: { weapon: weapon.name, target: target.id } };
    },
    'aiming',
  ),
  casting: cleared('Write none to break off the spell being cast', 'casting', undefined, 'casting.spell'),
  carried: ofCombatant(
    'A spell to begin on segment 10 of the next round, or none',
    valueOrNoneParser(textParser(100)),
    (who, given) => {
      if (given === 'none') return { carried: undefined };
      const spell = findCastableSpell(who, given);
      return spell === undefined ? phrase`the combatant has no spell ${given}` : { carried: { spell: spell.name } };
    },
    'carried.spell',
  ),
  declaration: cleared('Write none to remove the declaration', 'declaration', undefined, 'declaration.main'),
  initiative: ofCombatant(
    'The number of an attack and its segment, like 1 7, or 1 lost',
    parseSlot,
    ({ initiatives }, { number, segment }) => {
      const changed = segment === 'lost' ? { status: segment, lost: 'GM' } : { segment, status: 'pending' as const };
      return initiatives.some((slot) => slot.number === number)
        ? { initiatives: initiatives.map((slot) => (slot.number === number ? { ...slot, ...changed } : slot)) }
        : phrase`the combatant has no attack ${number}`;
    },
    ({ initiatives }) =>
      initiatives.map(({ number, segment, status }) => `${number} ${status === 'lost' ? 'lost' : segment}`),
  ),
  actions: ofCombatant(
    'Write lost if the rest of the combatant’s round is lost, or none if it is not',
    valueOrNoneParser(oneOfParser(['lost'])),
    (_, given) => ({ actionsLost: given === 'none' ? undefined : 'moved' }),
    'actionsLost',
  ),
  stuck: ofCombatant(
    'Missiles in it: arrow, quarrel, javelin, spear, with commas, or none',
    nameListParser,
    (_, given, { round }) => {
      const stuck = given.flatMap((word) => {
        const penetrating = missileKinds.find((each) => isSameName(each, word));
        return (penetrating && stuckMissile({ use: 'missile', penetrating }, 'critical', round)) ?? [];
      });
      return stuck.length === given.length ? { stuck } : phrase`choose from ${missileKinds.join(', ')}, or write none`;
    },
    ({ stuck }) => stuck.map(({ kind }) => kind),
  ),
  'ambush-level': ofCombatant(
    'Ambush level, 1 to 5, or 0 for none',
    wholeNumberParser(0, 5),
    (_, level) => ({ ambushLevel: level === 0 ? undefined : level }),
    'ambushLevel',
  ),
  unseen: ofCombatant(
    'How well the combatant locates an unseen foe: 1x, 2x or fail, like Grim 2x',
    parseSight,
    (who, { foe: wanted, degree }, state) => {
      const foe = findByName(state, wanted);
      return foe === undefined ? 'that foe is not in the battle' : { unseen: { ...who.unseen, [foe.id]: degree } };
    },
    'unseen',
  ),
  wound: ofCombatant(
    'A grievous wound in your own words, or none if the hit left no such wound',
    valueOrNoneParser(textParser()),
    ({ wounds }, given) => ({ grievousPending: false, wounds: given === 'none' ? wounds : [...wounds, given] }),
    'wounds',
  ),
  wounds: part('All recorded wounds, separated by commas; write none to clear them', nameListParser, 'wounds'),
  'weapon-sc': ofCombatant(
    'A weapon and its SC, like longsword 90',
    namedNumberParser('longsword 90', -9999, 9999),
    (who, { name: wanted, n }) => {
      const weapon = findWeapon(who, wanted);
      if (weapon === undefined) return phrase`no weapon on the sheet is called ${wanted}`;
      const weapons = who.sheet.weapons.map((each) => (each === weapon ? { ...each, sc: n } : each));
      return { sheet: { ...who.sheet, weapons } };
    },
    (who, given) =>
      given === undefined ? who.sheet.weapons.map(({ name, sc }) => [name, sc]) : findWeapon(who, given.name)?.sc,
  ),
  skill: ofCombatant(
    'A skill of the sheet and its percentage, like Climbing 60',
    namedNumberParser('Climbing 60', 0, 999),
    ({ sheet }, { name: wanted, n }) => {
      const { skills = [] } = sheet;
      if (isSameName(wanted, 'First Aid')) return { sheet: { ...sheet, firstAid: n } };
      const others = skills.filter(({ name: each }) => !isSameName(each, wanted));
      const known = skills.find(({ name: each }) => isSameName(each, wanted));
      return { sheet: { ...sheet, skills: [...others, { name: known?.name ?? wanted, chance: n }] } };
    },
    (who, given) =>
      given === undefined
        ? skillsOf(who).map(({ name, chance }) => [name, chance])
        : skillsOf(who).find(({ name }) => isSameName(name, given.name))?.chance,
  ),
  im: sheetField('The im on the sheet', 'im', -99),
  dex: sheetField('The dex on the sheet', 'dex', 1),
  per: sheetField('The per on the sheet', 'per', 1),
  con: sheetField('The con on the sheet', 'con', 1),
  luck: sheetField('The luck on the sheet', 'luck'),
  'max-hp': sheetField('The max hp on the sheet', 'maxHp', 1),
  tmr: sheetField('The tmr on the sheet', 'tmr'),
  attacks: sheetField('The attacks on the sheet', 'attacks', 1),
  'range-of-field': sheetField('The range of field on the sheet', 'rangeOfField'),
  'master-bowman': sheetField('The master bowman on the sheet', 'masterBowman'),
  'first-aid': sheetField('The first aid on the sheet', 'firstAid'),
  tentacles: sheetField('The tentacles on the sheet', 'tentacles'),
  'def-base': defField('The base part of DEF', 'base'),
  'def-dex': defField('The dex part of DEF', 'dex'),
  'def-skill': defField('The skill part of DEF', 'skill'),
  'def-shield': defField('The shield part of DEF', 'shield'),
  'def-magic': defField('The magic part of DEF', 'magic'),
  'prot-armor': protField('The armor part of PROT', 'armor'),
  'prot-other': protField('The other part of PROT', 'other'),
  round: battle.part('The number of the round', wholeNumberParser(1), 'round'),
  segment: battle.field(
    'The segment the round is in',
    wholeNumberParser(),
    ({ phase }, segment) => (phase === 'resolve' ? { clock: { segment, moved: false } } : 'no round is running'),
    'clock.segment',
  ),
  lighting: battle.part('One of normal, starry, cloudy, unlit, pitch-black', oneOfParser(lightLevels), 'lighting'),
  'ambush-round': battle.part('Is this an ambush round?', yesNoParser, 'ambushRound'),
  ambushers: battle.field(
    'Who springs the ambush, separated by commas; write none to clear the list',
    nameListParser,
    (state, given) => {
      const found = given.map((each) => findByName(state, each)?.id);
      return found.every((each) => each !== undefined) ? { ambushers: found } : 'one of the names is not in the battle';
    },
    'ambushers',
  ),
  engaged: engagementField('Two combatants now in melee, separated by a comma, if there is no map', (others, pair) => [
    ...others,
    pair,
  ]),
  parted: engagementField(
    'Two combatants no longer in melee, separated by a comma, if there is no map',
    (others) => others,
  ),
  question: battle.cleared('Write none to drop the open question', 'pending', undefined, 'pending.kind'),
};

/** The numbers that an effect of the GM can change, with descriptions. */
export const modifiers = loadTexts(new URL('./modifiers.json', import.meta.url));

export const applyEffect = bindApplyEffect<State, RefusalCode>({ find: requireCombatant, modifiers });

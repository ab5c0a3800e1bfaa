import { barrierAt, barrierInWords } from '../../../rules/grid/driven.ts';
import { squareFrom, squareName } from '../../../rules/grid/square.ts';
import { isNone, oneOf, whole, words } from '../../../rules/values.ts';
import { castable } from '../casting.ts';
import { lifeAt } from '../damage.ts';
import { footingOf } from '../engagement.ts';
import { paces } from '../settings.ts';
import { missiles } from '../sheet.ts';
import { battleCorrections } from './battle.ts';
import { defPart, listOf, onSheet, own, protPart, truthOf } from './kinds.ts';
import { aiming, defending, hand, initiative, preparedUses, stuck, unseen, weaponSc } from './phrases.ts';

/** SEG-GEN-1: what the GM may put right by hand. */
export const corrections = {
  hp: own(
    'hp',
    'Hit points',
    whole(),
    (who, hp, state) => ({ hp, life: lifeAt(state, hp, who.life === 'dead' && hp > 0 ? 'up' : who.life) }),
    ({ hp }) => hp,
  ),
  life: own(
    'life',
    'up, down or dead',
    oneOf(['up', 'down', 'dead']),
    (_who, life) => ({ life }),
    ({ life }) => life,
  ),
  'armor-loss': own(
    'armor-loss',
    'Points of armour lost to grievous hits',
    whole(),
    (_who, armorLoss) => (armorLoss < 0 ? 'it cannot be negative' : { armorLoss }),
    ({ armorLoss }) => armorLoss,
  ),
  energy: own(
    'energy',
    'Spell energy',
    whole(),
    (_who, energy) => ({ energy }),
    ({ energy }) => energy,
  ),
  uses: own('uses', 'Prepared uses of a spell, like Hush 2', words(), preparedUses, (who) => who.uses),
  position: own(
    'position',
    'A square like D4, or none',
    words(),
    (who, text, state) => {
      if (isNone(text)) return { pos: undefined };
      const pos = squareFrom(text);
      if (pos === undefined) return 'a square is written like D4';
      const by = state.settings.useMap ? barrierAt(footingOf(state, who.id), pos) : undefined;
      // The fallen lie where others stand.
      if (by === undefined || (by === 'taken' && who.life !== 'up')) return { pos };
      return `${squareName(pos)} ${barrierInWords(by)}; name a free square`;
    },
    ({ pos }) => pos && squareName(pos),
  ),
  team: own(
    'team',
    'The side it is on',
    words(),
    (_who, team) => (team.trim() === '' ? 'a name is wanted' : { team: team.trim() }),
    ({ team }) => team,
  ),
  hand: hand('hand', 'hand'),
  'off-hand': hand('off-hand', 'offHand'),
  'at-feet': own(
    'at-feet',
    'Weapons at its feet, with commas',
    words(),
    (_who, text) => ({ atFeet: listOf(text) }),
    ({ atFeet }) => atFeet.join(', '),
  ),
  potions: own(
    'potions',
    'Potions at hand, with commas',
    words(),
    (_who, text) => ({ potions: listOf(text) }),
    ({ potions }) => potions.join(', '),
  ),
  shield: truthOf('shield', 'shieldReady'),
  stunned: truthOf('stunned', 'stunned'),
  prone: truthOf('prone', 'prone'),
  invisible: truthOf('invisible', 'invisible'),
  encumbered: truthOf('encumbered', 'encumbered'),
  mounted: truthOf('mounted', 'mountedMoving'),
  alert: truthOf('alert', 'alert'),
  'no-movement': truthOf('no-movement', 'noMovement'),
  dodging: truthOf('dodging', 'dodging'),
  'picking-up': truthOf('picking-up', 'picking'),
  'free-move-used': truthOf('free-move-used', 'freeMoveUsed'),
  pace: own(
    'pace',
    `One of ${paces.join(', ')}`,
    oneOf(paces),
    (_who, pace) => ({ pace }),
    ({ pace }) => pace,
  ),
  defending: own(
    'defending',
    'full, desperate, none, or the SC given up',
    words(),
    defending,
    (who) => who.defending?.kind,
  ),
  aiming: own(
    'aiming',
    'A weapon > a target, or none',
    words(),
    aiming,
    ({ aiming }) => aiming && `${aiming.weapon} > ${aiming.target}`,
  ),
  casting: own(
    'casting',
    'none: the spell being cast is broken off',
    words(),
    (_who, text) => (isNone(text) ? { casting: undefined } : 'only none can be set'),
    ({ casting }) => casting?.spell,
  ),
  carried: own(
    'carried',
    'A spell to begin on segment 10 of the next round, or none',
    words(),
    (who, text) => {
      if (isNone(text)) return { carried: undefined };
      const spell = castable(who, text);
      return spell === undefined ? `${who.id} has no spell ${text}` : { carried: { spell: spell.name } };
    },
    ({ carried }) => carried?.spell,
  ),
  declaration: own(
    'declaration',
    'none: it has not declared',
    words(),
    (_who, text) => (isNone(text) ? { declaration: undefined } : 'only none can be set; declare for it instead'),
    ({ declaration }) => declaration?.main,
  ),
  initiative: own(
    'initiative',
    'An attack and its segment, like 1 7, or 1 lost',
    words(),
    initiative,
    ({ initiatives }) =>
      initiatives.map(({ number, segment, status }) => `${number} ${status === 'lost' ? 'lost' : segment}`).join(', '),
  ),
  actions: own(
    'actions',
    'lost: the rest of its round is gone; none: it is not',
    words(),
    (_who, text) => ({ actionsLost: isNone(text) ? undefined : 'moved' }),
    ({ actionsLost }) => actionsLost,
  ),
  stuck: own('stuck', `Missiles in it: ${missiles.join(', ')}, with commas, or none`, words(), stuck, (who) =>
    who.stuck.map(({ kind }) => kind).join(', '),
  ),
  'ambush-level': own(
    'ambush-level',
    '1 to 5, or 0 for none',
    whole(),
    (_who, level) =>
      level < 0 || level > 5 ? 'a level is 1 to 5, or 0' : { ambushLevel: level === 0 ? undefined : level },
    ({ ambushLevel }) => ambushLevel,
  ),
  unseen: own('unseen', 'How well it locates an unseen foe, like Grim 2x', words(), unseen, (who) => who.unseen),
  wound: own(
    'wound',
    'A grievous wound in your words, or none if there is none after all',
    words(),
    ({ wounds }, text) => ({ grievousPending: false, wounds: isNone(text) ? wounds : [...wounds, text.trim()] }),
    ({ wounds }) => wounds.join(', '),
  ),
  wounds: own(
    'wounds',
    'All its recorded wounds, with commas, or none',
    words(),
    (_who, text) => ({ wounds: listOf(text) }),
    ({ wounds }) => wounds.join(', '),
  ),
  'weapon-sc': own('weapon-sc', 'A weapon and its SC, like longsword 90', words(), weaponSc, ({ sheet }) =>
    sheet.weapons.map(({ name, sc }) => `${name} ${sc}`).join(', '),
  ),
  im: onSheet('im', 'im'),
  dex: onSheet('dex', 'dex'),
  per: onSheet('per', 'per'),
  con: onSheet('con', 'con'),
  luck: onSheet('luck', 'luck'),
  'max-hp': onSheet('max-hp', 'maxHp'),
  tmr: onSheet('tmr', 'tmr'),
  attacks: onSheet('attacks', 'attacks'),
  'range-of-field': onSheet('range-of-field', 'rangeOfField'),
  'master-bowman': onSheet('master-bowman', 'masterBowman'),
  'first-aid': onSheet('first-aid', 'firstAid'),
  tentacles: onSheet('tentacles', 'tentacles'),
  'def-base': defPart('base'),
  'def-dex': defPart('dex'),
  'def-skill': defPart('skill'),
  'def-shield': defPart('shield'),
  'def-magic': defPart('magic'),
  'prot-armor': protPart('armor'),
  'prot-other': protPart('other'),
  ...battleCorrections,
} as const;

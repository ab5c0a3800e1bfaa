import { z } from 'zod';
import { phrase, ref, say, term } from '../../../core/message.ts';
import {
  combatantOffer,
  combatantParam,
  createOffer,
  type FindParamOffers,
  needsApprovalWhenGiven,
  oneOfParam,
  textParam,
  wholeNumberParam,
} from '../../../rules/verb.ts';
import { opponentsOf, otherTargets } from '../checks.ts';
import { findAttackSpell, isArmedManeuver, requireWeapon } from '../maneuvers.ts';
import { actionTimings } from '../sheet.ts';
import { type ActionName, actionNames, type Combatant, findByName, isAble, type State } from '../state.ts';
import { parseAction, requireAction } from './action.ts';

/** A parameter like `strength + athletics`. */
const poolText = (says: string) =>
  z
    .string()
    .max(100)
    .transform((written) => {
      const [attribute = '', ability = ''] = written.split('+').map((part) => part.trim());
      return { attribute, ability };
    })
    .meta({ description: says });

/** A parameter like `3`, `strength` or `3 + strength`. */
const damageText = (says: string) =>
  z
    .string()
    .max(40)
    .transform((written, context) => {
      const parts = written.split('+').map((part) => part.trim().toLowerCase());
      const addStrength = parts.includes('strength');
      const [figure = '0', ...more] = parts.filter((part) => part !== 'strength');
      if (/^\d{1,2}$/.test(figure) && Number(figure) <= 20 && more.length === 0)
        return { base: Number(figure), addStrength };
      context.addIssue({ code: 'custom', message: 'write damage like 3 or 3 + strength, at most 20' });
      return z.NEVER;
    })
    .meta({ description: says });

/** Parameters of every order that nominates an action. ST-NOM-3. */
export const nominationParams = {
  action: textParam('brawl, melee, archery, thrown, spell, act, trivial, continue, recover or none', 40),
  target: combatantParam('Who the action is aimed at').optional(),
  weapon: textParam('The weapon; default: the first that fits', 100).optional(),
  spell: textParam('The spell', 100).optional(),
  label: textParam('For an act or trivial action: what it is, in your own words', 100).optional(),
  attribute: textParam('For an act: the attribute to roll', 100).optional(),
  ability: textParam('For an act: the ability to roll', 100).optional(),
  difficulty: z.int().meta({ description: 'For an act: the difficulty; default: 6' }).optional(),
  opposed: poolText('For an act: the target’s pool against it, like strength + athletics').optional(),
  damage: damageText('For a harmful act: the damage, like 3 or 3 + strength').optional(),
  timing: oneOfParam('For an act: when it takes effect', actionTimings).optional(),
  goal: wholeNumberParam('For an extended act: the successes needed', 1, 1000).optional(),
  ready: textParam('For a trivial action: the weapon to ready', 100).optional(),
  stow: textParam('For a trivial action: the weapon to put away', 100).optional(),
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Offers the actions for which the combatant has a possible target, spell or attribute. */
const actions: FindParamOffers<State> = (state, { actor }, soFar) => {
  const me = findByName(state, actor);
  if (me === undefined) return [];
  const stance = asText(soFar.stance) === 'defense' ? ('defense' as const) : me.stance;
  const other = otherTargets(state, me.id)[0]?.id;
  const attribute = Object.keys(me.sheet.attributes)[0];
  return actionNames
    .filter((action) =>
      action === 'spell'
        ? me.sheet.spells.some(
            ({ kind, name }) =>
              kind !== 'defense' && requireAction(state, me, stance, { action, spell: name, target: other }).ok,
          )
        : requireAction(state, me, stance, { action, target: other, attribute }).ok,
    )
    .map((action) => createOffer(action));
};

/** Offers opponents, and allies too for actions that are no attacks. */
const targets: FindParamOffers<State> = (state, { actor }, soFar) => {
  const me = findByName(state, actor);
  const foes = opponentsOf(state, me?.id);
  const action = parseAction(asText(soFar.action));
  const spares = action === 'spell' ? me && !findAttackSpell(me, asText(soFar.spell)) : action === 'act';
  const allies = spares ? otherTargets(state, me?.id).filter((each) => !foes.includes(each)) : [];
  return [...foes, ...allies].map((each) => ({
    ...combatantOffer(each),
    ...(!isAble(each) && { label: say`${ref(each.id)} (${term(each.life)})` }),
  }));
};

const weapons: FindParamOffers<State> = (state, { actor }, soFar) => {
  const me = findByName(state, actor);
  const action = parseAction(asText(soFar.action));
  return (me?.sheet.weapons ?? [])
    .filter(({ name }) =>
      me === undefined || action === undefined || !isArmedManeuver(action)
        ? action === undefined
        : requireWeapon(me, action, name).ok,
    )
    .map(({ name }) => createOffer(name));
};

const spells: FindParamOffers<State> = (state, { actor }, soFar) => {
  const me = findByName(state, actor);
  const harmless = asText(soFar.stance) === 'defense' || me?.stance === 'defense';
  return (me?.sheet.spells ?? [])
    .filter(({ kind }) => kind !== 'defense')
    .filter(({ name }) => !harmless || me === undefined || findAttackSpell(me, name) === undefined)
    .map(({ name, kind }) => createOffer(name, phrase`${name} (${term(kind)})`));
};

/** Parameters to ask for, by chosen action. */
const prompts: Readonly<Record<ActionName, readonly ('target' | 'spell' | 'attribute' | 'label')[]>> = {
  ...{ brawl: ['target'], melee: ['target'], archery: ['target'], thrown: ['target'] },
  ...{ spell: ['spell', 'target'], act: ['label', 'attribute'] },
  ...{ trivial: ['label'], continue: [], recover: [], none: [] },
};

/** Offers names of things that the nominating combatant has. */
const ownNames =
  (namesOf: (me: Combatant) => readonly string[]): FindParamOffers<State> =>
  (state, { actor }) => {
    const me = findByName(state, actor);
    return me === undefined ? [] : namesOf(me).map((name) => createOffer(name));
  };

const weaponNames = ({ sheet }: Combatant, ready: boolean): readonly string[] =>
  sheet.weapons.filter((each) => each.ready === ready).map(({ name }) => name);

export const nominationOffers = {
  action: actions,
  target: targets,
  weapon: weapons,
  spell: spells,
  attribute: ownNames(({ sheet }) => Object.keys(sheet.attributes)),
  ability: ownNames(({ sheet }) => Object.keys(sheet.abilities)),
  ready: ownNames((me) => weaponNames(me, false)),
  stow: ownNames((me) => weaponNames(me, true)),
};

/** Properties of every order that nominates an action. Numbers of an act need the GM’s approval. ST-ACT-1. */
export const nominating = {
  role: 'player',
  needsApproval: needsApprovalWhenGiven('difficulty', 'opposed', 'damage', 'goal'),
  offers: nominationOffers,
  promptFor: ({ action }: Readonly<Record<string, unknown>>) => prompts[parseAction(asText(action)) ?? 'none'],
} as const;

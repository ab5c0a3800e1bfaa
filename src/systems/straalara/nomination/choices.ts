import { z } from 'zod';
import { phrase } from '../../../core/language.ts';
import { ref, say } from '../../../core/message.ts';
import { combatant, oneOf, text, wholeNumber } from '../../../rules/params.ts';
import { needsApprovalWhenGiven, type Offer, type Offers } from '../../../rules/verb.ts';
import { others } from '../checks.ts';
import { attackSpellCalled, isArmed, weaponFor } from '../maneuvers.ts';
import { timings } from '../sheet.ts';
import { able, actionNames, type Combatant, called, type State } from '../state.ts';
import { actionCalled } from './action.ts';
import { checkedAction } from './action-checks.ts';

/** `strength + athletics`. */
const poolText = (says: string) =>
  z
    .string()
    .max(100)
    .transform((written) => {
      const [attribute = '', ability = ''] = written.split('+').map((part) => part.trim());
      return { attribute, ability };
    })
    .meta({ description: says });

/** `3`, `strength`, `3 + strength`. */
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
      context.addIssue({ code: 'custom', message: 'damage is written like 3 or 3 + strength, at most 20' });
      return z.NEVER;
    })
    .meta({ description: says });

/** What a nomination may name (ST-NOM-3); shared by every command that nominates. */
export const nominationParams = {
  action: text('brawl, melee, archery, thrown, spell, act, trivial, continue, recover or none', 40),
  target: combatant('Whom it is aimed at').optional(),
  weapon: text('The weapon; by default the first that fits', 100).optional(),
  spell: text('The spell', 100).optional(),
  label: text('What the act or trivial action is', 100).optional(),
  attribute: text('The attribute an act rolls', 100).optional(),
  ability: text('The ability an act rolls', 100).optional(),
  difficulty: z.int().meta({ description: 'The difficulty of an act, if not 6' }).optional(),
  opposed: poolText('The target’s pool against an act: strength + athletics').optional(),
  damage: damageText('Damage of a harmful act: 3 or 3 + strength').optional(),
  timing: oneOf('When an act takes effect', timings).optional(),
  goal: wholeNumber('Successes an extended act gathers', 1, 1000).optional(),
  ready: text('Trivial: the weapon to ready', 100).optional(),
  stow: text('Trivial: the weapon to put away', 100).optional(),
};

/** ST-ACT-1: what an act takes and does is the GM’s, unless the rulebook says it. */
export const nominationGranted = needsApprovalWhenGiven('difficulty', 'opposed', 'damage', 'goal');

const offer = (value: string, label = value): Offer => ({ value, label });

const meIn = (state: State, actor: string): Combatant | undefined => called(state, actor);

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Actions that would pass every check that needs no further detail. */
const actions: Offers<State> = (state, { actor }, soFar) => {
  const me = meIn(state, actor);
  if (me === undefined) return [];
  const stance = asText(soFar.stance) === 'defense' ? ('defense' as const) : me.stance;
  const other = others(state, me.name)[0]?.name;
  const attribute = Object.keys(me.sheet.attributes)[0];
  return actionNames
    .filter((action) =>
      action === 'spell'
        ? me.sheet.spells.some(
            ({ kind, name }) =>
              kind !== 'defense' && checkedAction(state, me, stance, { action, spell: name, target: other }).ok,
          )
        : checkedAction(state, me, stance, { action, target: other, attribute }).ok,
    )
    .map((action) => offer(action));
};

const targets: Offers<State> = (state, { actor }) =>
  others(state, meIn(state, actor)?.name).map((each) => ({
    value: each.name,
    label: able(each) ? ref(each.name) : say`${ref(each.name)} (${each.life})`,
  }));

const weapons: Offers<State> = (state, { actor }, soFar) => {
  const me = meIn(state, actor);
  const action = actionCalled(asText(soFar.action));
  return (me?.sheet.weapons ?? [])
    .filter(({ name }) =>
      me === undefined || action === undefined || !isArmed(action)
        ? action === undefined
        : weaponFor(me, action, name).ok,
    )
    .map(({ name }) => offer(name));
};

const spells: Offers<State> = (state, { actor }, soFar) => {
  const me = meIn(state, actor);
  const harmless = asText(soFar.stance) === 'defense' || me?.stance === 'defense';
  return (me?.sheet.spells ?? [])
    .filter(({ kind }) => kind !== 'defense')
    .filter(({ name }) => !harmless || me === undefined || attackSpellCalled(me, name) === undefined)
    .map(({ name, kind }) => offer(name, phrase`${name} (${kind})`));
};

/** What each action cannot do without. */
export const nominationAsks = ({ action }: Readonly<Record<string, unknown>>): ('target' | 'spell' | 'attribute')[] => {
  switch (actionCalled(asText(action))) {
    case 'brawl':
    case 'melee':
    case 'archery':
    case 'thrown':
      return ['target'];
    case 'spell':
      return ['spell', 'target'];
    case 'act':
      return ['attribute'];
    case 'trivial':
    case 'continue':
    case 'recover':
    case 'none':
    case undefined:
      return [];
  }
};

export const nominationOffers = {
  action: actions,
  target: targets,
  weapon: weapons,
  spell: spells,
  attribute: ((state, { actor }) =>
    Object.keys(meIn(state, actor)?.sheet.attributes ?? {}).map((name) => offer(name))) satisfies Offers<State>,
  ability: ((state, { actor }) =>
    Object.keys(meIn(state, actor)?.sheet.abilities ?? {}).map((name) => offer(name))) satisfies Offers<State>,
  ready: ((state, { actor }) =>
    (meIn(state, actor)?.sheet.weapons ?? [])
      .filter(({ ready }) => !ready)
      .map(({ name }) => offer(name))) satisfies Offers<State>,
  stow: ((state, { actor }) =>
    (meIn(state, actor)?.sheet.weapons ?? [])
      .filter(({ ready }) => ready)
      .map(({ name }) => offer(name))) satisfies Offers<State>,
};

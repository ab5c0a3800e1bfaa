import { ok, ref, refuse, term } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { type DefenseType, isForbiddenByStance, stanceBonus } from '../initiative.ts';
import { difficultyParts, findDefenseSpell, findSpell } from '../maneuvers.ts';
import { gmModifier } from '../modifiers.ts';
import {
  attackChances,
  clampDifficulty,
  defaultDifficulty,
  exactSuccesses,
  meanSuccesses,
  nonZeroParts,
  poolPenalty,
  type SumPart,
  successChances,
  sumParts,
  traitParts,
} from '../pools.ts';
import type { Settings } from '../settings.ts';
import { type DefenseSpell, defenseNames, type Weapon } from '../sheet.ts';
import { type CheckResult, type Combatant, findWeapon, type PendingAttack, type State } from '../state.ts';
import { soakParts } from '../wounds.ts';

export type DefenseName = (typeof defenseNames)[number];

/** The pool and difficulty of a defense before its roll. */
interface DefensePlan {
  readonly maneuver: DefenseName;
  readonly with: string | undefined;
  readonly parts: SumPart[];
  readonly marks: SumPart[];
}

export const parseDefense = (text: string): DefenseName | 'none' | undefined => {
  const word = text.trim().toLowerCase();
  return word === 'none' ? word : defenseNames.find((name) => name === word);
};

/** Names of attacks, used in refusals. */
const attackNames = {
  brawl: 'a brawl attack',
  melee: 'a melee attack',
  archery: 'a shot',
  thrown: 'a thrown weapon',
  spell: 'this spell',
} as const;

const isMissile = ({ maneuver }: PendingAttack): boolean => maneuver === 'archery' || maneuver === 'thrown';

/** True if this item, a weapon or shield, can parry the attack. ST-DEF-3, ST-DEF-5, ST-RUL-35. */
const isParryUseful = ({ categories }: Weapon, attack: PendingAttack, { parryRanged }: Settings): boolean => {
  if (attack.maneuver === 'spell') return attack.answerableBy.includes('parry');
  if (!isMissile(attack)) return true;
  return parryRanged === 'any' || (parryRanged === 'shield' && categories.includes('shield'));
};

/** True if the defense can stop this kind of attack. ST-DEF-3. */
const isUseful = (maneuver: DefenseName, attack: PendingAttack, spell: DefenseSpell | undefined): boolean => {
  if (maneuver === 'spell')
    return (
      spell?.stops.includes(attack.maneuver) === true &&
      (attack.maneuver !== 'spell' || attack.answerableBy.includes('spell'))
    );
  if (attack.maneuver === 'spell') return attack.answerableBy.includes(maneuver);
  return maneuver === 'dodge' || !isMissile(attack);
};

const canParry = ({ categories }: Weapon): boolean => categories.includes('melee') || categories.includes('shield');

/** Finds the named or first useful tool to parry. Refuses with NO_PARRY_TOOL or WEAPON_BROKEN. ST-DEF-5. */
const requireParryTool = (
  me: Combatant,
  attack: PendingAttack,
  name: string | undefined,
  settings: Settings,
): CheckResult<Weapon> => {
  const useless = refuse('DEFENSE_NOT_USEFUL', { maneuver: term('parry'), attack: term(attackNames[attack.maneuver]) });
  if (name !== undefined) {
    const tool = findWeapon(me, name);
    if (!tool?.ready || !canParry(tool)) return refuse('NO_PARRY_TOOL', { name: ref(me.id), weapon: name });
    if (tool.broken) return refuse('WEAPON_BROKEN', { weapon: tool.name });
    return isParryUseful(tool, attack, settings) ? ok(tool) : useless;
  }
  const tools = me.sheet.weapons.filter((tool) => tool.ready && !tool.broken && canParry(tool));
  if (tools.length === 0) return refuse('NO_PARRY_TOOL', { name: ref(me.id) });
  const tool = tools.find((each) => isParryUseful(each, attack, settings));
  return tool ? ok(tool) : useless;
};

/** Refuses a dazed or unaware target, or one out of defenses. ST-DEF-10, ST-RUL-36, ST-DAZE-5, ST-RUL-48, ST-RUL-37. */
const requireAllowed = (
  me: Combatant,
  attack: PendingAttack,
  maneuver: DefenseName,
  settings: Settings,
): CheckResult<undefined> => {
  if (me.dazed && !settings.dazedMayDefend)
    return refuse('DAZED', { name: ref(me.id), can: term('soak; choose the defense none') });
  if (attack.unseen && (settings.unseenBars === 'all' || maneuver === 'dodge'))
    return refuse('CANNOT_SENSE', { name: ref(me.id) });
  const limit = settings.defensesPerTurn;
  return limit !== 'none' && me.defensesUsed >= limit
    ? refuse('NO_DEFENSES_LEFT', { name: ref(me.id), limit })
    : ok(undefined);
};

const requireDefenseSpell = (me: Combatant, name: string | undefined): CheckResult<DefenseSpell> => {
  const known = findSpell(me, name);
  if (known === undefined) return refuse('UNKNOWN_SPELL', { name: ref(me.id), spell: name });
  const ward = findDefenseSpell(me, name);
  return ward ? ok(ward) : refuse('WRONG_SPELL_KIND', { spell: known.name, kind: term(known.kind) });
};

/** Plans a defense, or refuses with the first problem in the rulebook’s order. ST-DEF-4. */
export const planDefense = (
  state: State,
  me: Combatant,
  attack: PendingAttack,
  maneuver: DefenseName,
  tools: { readonly weapon?: string | undefined; readonly spell?: string | undefined },
): CheckResult<DefensePlan> => {
  const { settings } = state;
  const free = requireAllowed(me, attack, maneuver, settings);
  if (!free.ok) return free;
  const ward = maneuver === 'spell' ? requireDefenseSpell(me, tools.spell) : ok(undefined);
  if (!ward.ok) return ward;
  const guard: DefenseType = maneuver === 'spell' ? (ward.value?.defendsAs ?? 'parry') : maneuver;
  if (isForbiddenByStance(me.stance, guard, settings))
    return refuse('STANCE_FORBIDS', { stance: term(me.stance), maneuver: term(maneuver) });
  const tool = maneuver === 'parry' ? requireParryTool(me, attack, tools.weapon, settings) : ok(undefined);
  if (!tool.ok) return tool;
  if (maneuver !== 'parry' && !isUseful(maneuver, attack, ward.value))
    return refuse('DEFENSE_NOT_USEFUL', { maneuver: term(maneuver), attack: term(attackNames[attack.maneuver]) });
  return ok({
    maneuver,
    with: tool.value?.name ?? ward.value?.name,
    parts: defenseParts(me, maneuver, guard, ward.value, state),
    marks: difficultyParts(me, ward.value?.difficulty ?? defaultDifficulty, 'defend'),
  });
};

/** The ability that each defense rolls. ST-MAN-6, ST-MAN-7, ST-MAN-8, ST-RUL-12. */
const defenseAbility = ({ separateMelee }: Settings) =>
  ({ block: 'brawl', parry: separateMelee ? 'melee' : 'weaponry', dodge: 'dodge' }) as const;

/** The parts of a defense pool: traits, stance, GM, effects, wounds, earlier defenses. ST-POOL-2. */
const defenseParts = (
  me: Combatant,
  maneuver: DefenseName,
  guard: DefenseType,
  ward: DefenseSpell | undefined,
  { settings, effects }: State,
): SumPart[] =>
  nonZeroParts(
    ...(ward
      ? traitParts(me.sheet, ward.attribute, ward.ability, settings)
      : traitParts(me.sheet, 'dexterity', defenseAbility(settings)[maneuver === 'spell' ? guard : maneuver], settings)),
    { says: 'stance', n: stanceBonus(me.stance, guard, settings) },
    { says: 'GM', n: gmModifier(me, 'defend', 'dice') },
    { says: 'effects', n: effectSum(effects, me.id, 'defense') },
    { says: 'wounds', n: -poolPenalty(me, settings) },
    { says: 'earlier defenses', n: -settings.repeatDefensePenalty * me.defensesUsed },
  );

export interface LegalDefense {
  readonly plan: DefensePlan;
  readonly params: { readonly maneuver: DefenseName; readonly weapon?: string; readonly spell?: string };
}

/** Every defense that is allowed now, with one entry for each usable weapon and spell. */
export const legalDefenses = (state: State, me: Combatant, attack: PendingAttack): readonly LegalDefense[] => {
  const choices: readonly LegalDefense['params'][] = [
    { maneuver: 'block' },
    ...me.sheet.weapons.map(({ name }) => ({ maneuver: 'parry' as const, weapon: name })),
    { maneuver: 'dodge' },
    ...me.sheet.spells.map(({ name }) => ({ maneuver: 'spell' as const, spell: name })),
  ];
  return choices.flatMap((params) => {
    const plan = planDefense(state, me, attack, params.maneuver, params);
    return plan.ok ? [{ plan: plan.value, params }] : [];
  });
};

/** The allowed defense that loses the fewest health levels on average. Undefined if there is none. */
export const bestDefense = (state: State, me: Combatant, attack: PendingAttack): LegalDefense['params'] | undefined => {
  const { settings } = state;
  const soakPool = sumParts(soakParts(me, state));
  const rolled = exactSuccesses(attack.successes);
  const [best] = legalDefenses(state, me, attack)
    .map(({ plan, params }) => {
      const difficulty = clampDifficulty(sumParts(plan.marks), settings);
      const defense = successChances('trait', sumParts(plan.parts), difficulty, settings);
      const chances = attackChances({ ...attack, attack: rolled, defense, soakPool, settings });
      return { params, lost: meanSuccesses(chances.levelsLost) };
    })
    .toSorted((a, b) => a.lost - b.lost);
  return best?.params;
};

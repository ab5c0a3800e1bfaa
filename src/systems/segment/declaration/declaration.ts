import { z } from 'zod';
import { count, counted, isSameName, ok, phrase, ref, refuse, say, term } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { gmActor } from '../../../rules/expected-action.ts';
import { createLimitCounter } from '../../../rules/order-limits.ts';
import { askSurprise } from '../../../rules/surprise.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { refuseAction, requireControlledCombatant, requireFoe, requirePhase } from '../checks.ts';
import { surpriseSet } from '../circumstances.ts';
import { weaponsInReach, withWeaponOf } from '../dropped-weapons.ts';
import { engagedFoes, isOnBoard } from '../engagement.ts';
import { handsAfterRearming } from '../equipment.ts';
import { movementRate, requirePath } from '../movement.ts';
import {
  areDeclarationsSecret,
  type CheckResult,
  type Combatant,
  canDeclareNow,
  type Declaration,
  type DeclarationOptions,
  declarationSchema,
  event,
  find,
  findByName,
  findWeapon,
  formatKey,
  isSurprised,
  type ListedAttack,
  type MainAction,
  mainActionKinds,
  order,
  type Route,
  type State,
  update,
} from '../state.ts';
import { declarationOffers } from './choices.ts';
import { closeDeclarations, undeclaredCombatants } from './close.ts';
import { attackingActions, countAttacksLeft } from './kept-attacks.ts';
import {
  type ActionDetails,
  type DeclareParams,
  declareParams,
  requireActionDetails,
  requireOptions,
  type WrittenDeclaration,
  weaponNames,
} from './main-actions.ts';
import { describeDeclaration, parseOptions, type WrittenAttack } from './text.ts';

/** True if a visible combatant may declare. Closing now on its own would reveal a hidden combatant. */
const canAnyoneDeclare = (state: State, unseen: readonly string[]): boolean =>
  state.combatants.some((each) => canDeclareNow(state, each) && !unseen.includes(each.id));

/** A combatant declared what it will do this round. SEG-DECL-1, SEG-DECL-2. */
export const declared = event('declared', {
  facts: { who: z.string(), declaration: declarationSchema },
  apply: (state, event) =>
    update(state, event.who, ({ carried }) => ({
      declaration: event.declaration,
      carried: carried?.spell === undefined || event.declaration.carried ? carried : undefined,
    })),
  narrate: ({ who, declaration }, { before, reader }) => {
    if (areDeclarationsSecret(before) && !reader.isControlled(who))
      return line(say`${ref(who)} has declared.`, 'quiet');
    const { kept } = declaration;
    const rows =
      declaration.attacks.length > 0
        ? [[step('SEG-INIT-8', phrase`${counted(kept, 'attack')} this round, as declared`)]]
        : [];
    return line(say`${ref(who)} declares ${describeDeclaration(declaration, reader)}.`, 'plain', rows);
  },
});

/** Checks one listed attack; its weapon must be in hand after sheathing and drawing. SEG-DECL-5. */
const requireAttack = (
  state: State,
  who: Combatant,
  { weapon: text, target, hand }: Omit<WrittenAttack, 'target'> & { readonly target: string | undefined },
  held: ReturnType<typeof handsAfterRearming>,
): CheckResult<ListedAttack> => {
  const foe = requireFoe(state, who, target);
  if (!foe.ok) return foe;
  const name = text ?? held.hand ?? held.offHand;
  if (name === undefined) return refuse('WEAPON_NOT_IN_HAND', { who: ref(who.id) });
  const weapon = findWeapon(who, name);
  if (weapon === undefined)
    return refuse('NO_SUCH_WEAPON', { who: ref(who.id), weapon: name, weapons: weaponNames(who) });
  const inOff = held.offHand === weapon.name;
  const inMain = held.hand === weapon.name;
  if (!inOff && !inMain) return refuse('WEAPON_NOT_IN_HAND', { who: ref(who.id), weapon: weapon.name });
  const which = inOff && (hand === 'off' || !inMain) ? 'off' : 'main';
  return ok({ weapon: weapon.name, use: weapon.use, target: foe.value.id, hand: which });
};

/** Checks the listed attacks. Without a list, all remaining attacks are on the named target. */
const requireAttacks = (
  state: State,
  who: Combatant,
  draft: WrittenDeclaration,
  options: DeclarationOptions,
  own: ActionDetails,
  kept: number,
): CheckResult<readonly ListedAttack[]> => {
  const pickedUp = draft.main === 'pick-up' ? own.weapon : undefined;
  const held = handsAfterRearming(who, options, pickedUp);
  // SEG-PICK-2.
  const may = draft.main === 'pick-up' ? 1 : kept;
  const mayAttack = attackingActions.includes(draft.main) || (draft.main === 'pick-up' && draft.target !== undefined);
  const implied = draft.attacks.length === 0 && mayAttack;
  if (implied && draft.target === undefined && kept === 0) return ok([]);
  const single = { weapon: pickedUp ?? draft.weapon, target: draft.target, hand: 'main' as const };
  const written = implied
    ? [single]
    : draft.attacks.map((each) => ({ ...each, weapon: each.weapon ?? pickedUp ?? draft.weapon }));
  const attacks: ListedAttack[] = [];
  for (const each of written) {
    const attack = requireAttack(state, who, each, held);
    if (!attack.ok) return attack;
    attacks.push(attack.value);
  }
  if (implied) {
    createLimitCounter('steps')('attacks', 10_000 * may);
    return ok(attacks.flatMap((attack) => Array.from({ length: may }, () => attack)));
  }
  if (attacks.length > 0 && may === 0) return refuse('NO_ATTACKS_LEFT', { who: ref(who.id) });
  return attacks.length > may
    ? refuse('TOO_MANY_ATTACKS', { who: ref(who.id), kept: count(may, 'attack'), listed: attacks.length })
    : ok(attacks);
};

/** Checks the route of a declaration, which only a map limits. Refuses with BAD_PATH or PATH_TOO_LONG. SEG-MOVE-4. */
const requireRoute = (
  state: State,
  who: Combatant,
  { main, path: route, pace }: WrittenDeclaration,
  { drink, freeMove }: DeclarationOptions,
  attacks: readonly ListedAttack[],
): CheckResult<Route | undefined> => {
  const onMap = state.settings.useMap && who.pos !== undefined;
  const rate = movementRate(main, pace ?? 'walk', drink?.pay === 'movement');
  if (freeMove !== undefined && onMap && !isOnBoard(state, freeMove))
    return refuse('BAD_PATH', { problem: term('the free move leaves the board or enters a blocked square') });
  if (rate === undefined)
    return route === undefined
      ? ok(undefined)
      : refuse('BAD_PATH', { problem: phrase`${formatKey(main)} allows no path; leave the path out` });
  if (route === 'unreadable') return refuse('BAD_PATH', { problem: term('it cannot be read') });
  if (route === undefined) {
    if (main === 'move' && onMap) return refuse('BAD_PATH', { problem: term('it is empty') });
    return ok(onMap ? routeToTarget(state, who, main, attacks) : undefined);
  }
  if ('squares' in route) return onMap ? requirePath(state, who, route, rate) : ok(route);
  const goal = findByName(state, 'toward' in route ? route.toward : route.away);
  if (goal === undefined || goal.id === who.id)
    return refuse('BAD_PATH', { problem: term('there is no combatant with that name') });
  return ok('toward' in route ? { toward: goal.id } : { away: goal.id });
};

/** The route to the first melee target. Undefined without such a target, or if it is already in melee. */
const routeToTarget = (state: State, who: Combatant, main: MainAction, attacks: readonly ListedAttack[]) => {
  const target = find(state, attacks.find(({ use }) => use === 'melee')?.target);
  const chases = (main === 'move-attack' || main === 'run-attack') && target?.pos !== undefined;
  return chases && !engagedFoes(state, who).includes(target) ? { toward: target.id } : undefined;
};

const parseDeclaration = (params: DeclareParams): CheckResult<WrittenDeclaration> => {
  const { action, attacks = [], options = parseOptions('') } = params;
  const main = mainActionKinds.find((each) => isSameName(each, action.trim().replaceAll(/[\s_]+/g, '-')));
  if (main === undefined)
    return refuseAction(phrase`${action} is not an action. Choose one of these: ${mainActionKinds.join(', ')}`);
  const [unknown] = options.unknown;
  return unknown === undefined
    ? ok({ ...params, main, attacks, options })
    : refuseAction(phrase`${unknown} is not an option; leave it out`);
};

/** Checks a declaration, and refuses with its first problem. SEG-DECL-2. */
const requireDeclaration = (state: State, who: Combatant, params: DeclareParams): CheckResult<Declaration> => {
  const read = parseDeclaration(params);
  if (!read.ok) return read;
  const draft = read.value;
  const own = requireActionDetails(state, who, draft);
  if (!own.ok) return own;
  const options = requireOptions(state, who, draft);
  if (!options.ok) return options;
  const { main } = draft;
  const kept = countAttacksLeft(state, who, main, options.value);
  const lying = main === 'pick-up' && weaponsInReach(state, who).find(({ weapon }) => weapon === own.value.weapon);
  const armed = lying ? withWeaponOf(who, lying.owner, lying.weapon) : who;
  const attacks = requireAttacks(state, armed, draft, options.value, own.value, kept);
  if (!attacks.ok) return attacks;
  const route = requireRoute(state, who, draft, options.value, attacks.value);
  if (!route.ok) return route;
  return ok({
    main,
    attacks: [...attacks.value],
    options: options.value,
    kept,
    target: attacks.value[0]?.target ?? findByName(state, draft.target ?? '')?.id,
    weapon: findWeapon(who, draft.weapon ?? '')?.name,
    route: route.value,
    byAir: draft.byair ?? false,
    text: draft.does,
    carried: false,
    ...own.value,
  });
};

/** Parameters that each main action requires; all other parameters have defaults. */
const requiredParams: Partial<
  Record<MainAction, readonly ('target' | 'weapon' | 'path' | 'spell' | 'follow' | 'does')[]>
> = {
  attack: ['target'],
  'move-attack': ['target', 'path'],
  'attack-move': ['target', 'path'],
  'run-attack': ['target'],
  move: ['path'],
  cast: ['spell', 'target'],
  'move-cast': ['path', 'spell', 'target'],
  hold: ['spell'],
  'first-aid': ['target'],
  other: ['does'],
};

/** True if the rules accept this declaration. */
export const isLegalDeclaration = (state: State, id: string, params: Readonly<Record<string, unknown>>): boolean => {
  const who = find(state, id);
  const read = declareParams.safeParse(params);
  return who !== undefined && read.success && requireDeclaration(state, who, read.data).ok;
};

/** The modifiers of an attack from hiding. SEG-SURP-2, SEG-SURP-3, SEG-SURP-6. */
const surprises = [
  { id: 'in', label: 'Surprise in combat: SC +10, DEF halved' },
  { id: 'out', label: 'Surprise out of combat: SC +25, no DEF' },
  { id: 'unseen', label: 'Attacker unseen: DEF −20, less with a PER check' },
] as const;

/** Declares an action. With `autoClose`, the last declaration also closes declarations. SEG-DECL-1, SEG-DECL-6. */
export const declare = order({
  summary: 'Declare a combatant’s action for this round',
  role: 'player',
  params: declareParams,
  offers: declarationOffers,
  promptFor: ({ action }) => requiredParams[mainActionKinds.find((main) => main === action) ?? 'none'] ?? [],
  requires: (state) => requirePhase(state, 'declare'),
  *resolve(draft, call, params, state) {
    const found = requireControlledCombatant(state, call);
    if (!found.ok) return found;
    const who = found.value;
    const { id, life, ambushLevel: level } = who;
    if (life !== 'up') return refuse('INCAPACITATED', { who: ref(id), life: term(life) });
    if (isSurprised(state, who)) return refuse('SURPRISED', { who: ref(id), level });
    const checked = requireDeclaration(state, who, params);
    if (!checked.ok) return checked;

    const target = checked.value.attacks[0]?.target;
    const kind = target === undefined ? 'none' : yield* askSurprise(call, id, target, surprises);
    draft.emit(declared({ who: id, declaration: checked.value }));
    if (target !== undefined && kind !== 'none') draft.emit(surpriseSet({ attacker: id, target, kind }));
    const { autoClose } = state.settings;
    if (
      autoClose &&
      undeclaredCombatants(draft.now()).length === 0 &&
      canAnyoneDeclare(draft.now(), draft.hiddenFrom(gmActor))
    )
      closeDeclarations(draft, 'all');
    return doneVerdict;
  },
});

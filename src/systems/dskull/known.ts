import type { Square } from '../../rules/grid/square.ts';
import { partsKnown, somethingUnseen } from '../../rules/unseen-parts.ts';
import { attackSteps, shotFacts } from './attack.ts';
import { terrainOf } from './engagement.ts';
import type { Event } from './events.ts';
import type { Eyes } from './eyes.ts';
import type { Figure, State } from './model.ts';
import { type StepCost, stepCost, wayOf } from './movement.ts';
import { type Shot, shotAt, shotSteps } from './ranged.ts';
import { type Acting, actingIn, figuresOf, weaponOf } from './seats.ts';
import { type Corner, corners } from './sight.ts';
import { without } from './without.ts';

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>;
type Steps = Readonly<Record<string, number>>;

/** An attack as one reader may know it: what stands on the unseen is one number without a name. */
export interface KnownAttack {
  readonly modifiers: Steps;
  readonly sight?: Of<'attacked'>['sight'];
  readonly flanked: boolean;
}

/** Parts by their names, those on account of the unseen as one number. */
const stepsKnown = (told: Steps, asIs: Steps, asKnown: Steps): Steps => {
  const parts = (steps: Steps) => Object.entries(steps).map(([name, value]) => ({ name, value }));
  const known = partsKnown(
    parts(told),
    { asIs: parts(asIs), asKnown: parts(asKnown) },
    ({ name }) => name,
    (value) => ({ name: somethingUnseen, value }),
  );
  return Object.fromEntries(known.filter(({ value }) => value !== 0).map(({ name, value }) => [name, value]));
};

const unseenIn = (state: State, eyes: Eyes, but: readonly string[]): readonly string[] =>
  state.warriors.map(({ id }) => id).filter((id) => !eyes.sees(id) && !but.includes(id));

const figureIn = (state: State, id: string): Figure | undefined => figuresOf(state).find((each) => each.id === id);

/** The corner that the shooter chose (DS-LOS-3); where it is the best one, another is the best without the unseen. */
const chosenCorner = ({ sight }: Pick<Of<'attacked'>, 'sight'>): Corner | undefined =>
  sight?.chosen === true ? corners.find((each) => each === sight.corner) : undefined;

/** What the steps and the shot of an attack are in a battle. */
const reckoned = (state: State, acting: Acting, event: Of<'attacked'>) => {
  const terrain = terrainOf(state);
  const [target, weapon] = [figureIn(state, event.target), weaponOf(acting.warrior, event.weapon)];
  if (terrain === undefined || target === undefined || weapon === undefined) return undefined;
  const shot =
    weapon.type === 'ranged' ? shotAt(terrain, acting.warrior, weapon, target.at, chosenCorner(event)) : undefined;
  return { ...attackSteps(terrain, acting, target, shot), shot };
};

/** DS-ENG-9, DS-COVER-1, DS-GLO-5: an attack with what comes of the unseen taken out. */
export const attackKnown = (event: Of<'attacked'>, before: State, eyes: Eyes): KnownAttack => {
  const unseen = unseenIn(before, eyes, [event.warrior, event.target]);
  const acting = actingIn(before);
  if (unseen.length === 0 || acting?.warrior.id !== event.warrior) return event;
  const [asIs, asKnown] = [reckoned(before, acting, event), reckoned(without(before, unseen), acting, event)];
  if (asIs === undefined || asKnown === undefined) return event;
  return {
    modifiers: stepsKnown(event.modifiers, asIs.steps, asKnown.steps),
    sight: event.sight && sightKnown(event.sight, asIs.shot, asKnown.shot),
    flanked: event.flanked && asKnown.flanked,
  };
};

const sightKnown = (
  told: NonNullable<Of<'attacked'>['sight']>,
  asIs: Shot | undefined,
  asKnown: Shot | undefined,
): NonNullable<Of<'attacked'>['sight']> =>
  asIs === undefined ||
  asKnown === undefined ||
  (asIs.sight.count === asKnown.sight.count && asIs.sight.corner === asKnown.sight.corner)
    ? told
    : shotFacts(asKnown, undefined);

/** DS-AOE-2: a shot at a space, likewise. */
export const blastKnown = (
  event: Of<'blasted'>,
  before: State,
  eyes: Eyes,
): Pick<KnownAttack, 'modifiers'> & { readonly sight: Of<'blasted'>['sight'] } => {
  const unseen = unseenIn(before, eyes, [event.warrior]);
  const shooter = figureIn(before, event.warrior);
  const weapon = shooter && weaponOf(shooter, event.weapon);
  if (unseen.length === 0 || shooter === undefined || weapon === undefined) return event;
  const found = (state: State) => {
    const terrain = terrainOf(state);
    const shot = terrain && shotAt(terrain, shooter, weapon, event.space, chosenCorner(event));
    return terrain && shot && { shot, steps: shotSteps(terrain, shooter, shot) };
  };
  const [asIs, asKnown] = [found(before), found(without(before, unseen))];
  if (asIs === undefined || asKnown === undefined) return event;
  return {
    modifiers: stepsKnown(event.modifiers, asIs.steps, asKnown.steps),
    sight: event.sight && sightKnown(event.sight, asIs.shot, asKnown.shot),
  };
};

/** DS-MOVE-10: what each step cost, with what came of the unseen as one number. */
export const costsKnown = (
  { warrior, from, path, costs }: Of<'moved'>,
  before: State,
  eyes: Eyes,
): readonly StepCost[] => {
  const unseen = unseenIn(before, eyes, [warrior]);
  const mover = figureIn(before, warrior);
  if (unseen.length === 0 || mover === undefined) return costs;
  const [way, known] = [wayOf(before, mover), wayOf(without(before, unseen), mover)];
  if (way === undefined || known === undefined) return costs;
  return costs.map((parts, at) => {
    const [left, entered]: readonly (Square | undefined)[] = [at === 0 ? from : path[at - 1], path[at]];
    return left === undefined || entered === undefined
      ? parts
      : stepsKnown(parts, stepCost(way, left, entered), stepCost(known, left, entered));
  });
};

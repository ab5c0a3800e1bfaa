import type { Square } from '../../../rules/grid/square.ts';
import type { Reader } from '../../../rules/reader.ts';
import { terrainOf } from '../engagement.ts';
import { type Corner, corners } from '../line-of-sight.ts';
import { type Acting, actingIn, type State, weaponOf, withoutFigures } from '../state.ts';
import { figureIn, type Steps, stepsKnown, unseenIn } from '../visibility.ts';
import { type Shot, type ShotFacts, shotAt, shotFacts, shotSteps } from './ranged.ts';
import { attackSteps } from './steps.ts';

/** An attack as it is told: who struck whom, and what its roll was made of. */
interface ToldAttack extends KnownAttack {
  readonly warrior: string;
  readonly target: string;
  readonly weapon: string;
}

interface ToldBlast {
  readonly warrior: string;
  readonly weapon: string;
  readonly space: Square;
  readonly modifiers: Steps;
  readonly sight: ShotFacts;
}

/** An attack as one reader may know it: what stands on the unseen is one number without a name. */
interface KnownAttack {
  readonly modifiers: Steps;
  readonly sight?: ShotFacts | undefined;
  readonly flanked: boolean;
}

/** The corner that the shooter chose (DS-LOS-3); where it is the best one, another is the best without the unseen. */
const chosenCorner = ({ sight }: { readonly sight?: ShotFacts | undefined }): Corner | undefined =>
  sight?.chosen === true ? corners.find((each) => each === sight.corner) : undefined;

/** What the steps and the shot of an attack are in a battle. */
const reckoned = (state: State, acting: Acting, event: ToldAttack) => {
  const terrain = terrainOf(state);
  const [target, weapon] = [figureIn(state, event.target), weaponOf(acting.warrior, event.weapon)];
  if (terrain === undefined || target === undefined || weapon === undefined) return undefined;
  const shot =
    weapon.type === 'ranged' ? shotAt(terrain, acting.warrior, weapon, target.at, chosenCorner(event)) : undefined;
  return { ...attackSteps(terrain, acting, target, shot), shot };
};

/** DS-ENG-9, DS-COVER-1, DS-GLO-5: an attack with what comes of the unseen taken out. */
export const attackKnown = (event: ToldAttack, before: State, reader: Reader): KnownAttack => {
  const unseen = unseenIn(before, reader, [event.warrior, event.target]);
  const acting = actingIn(before);
  if (unseen.length === 0 || acting?.warrior.id !== event.warrior) return event;
  const [asIs, asKnown] = [reckoned(before, acting, event), reckoned(withoutFigures(before, unseen), acting, event)];
  if (asIs === undefined || asKnown === undefined) return event;
  return {
    modifiers: stepsKnown(event.modifiers, asIs.steps, asKnown.steps),
    sight: event.sight && sightKnown(event.sight, asIs.shot, asKnown.shot),
    flanked: event.flanked && asKnown.flanked,
  };
};

const sightKnown = (told: ShotFacts, asIs: Shot | undefined, asKnown: Shot | undefined): ShotFacts =>
  asIs === undefined ||
  asKnown === undefined ||
  (asIs.sight.count === asKnown.sight.count && asIs.sight.corner === asKnown.sight.corner)
    ? told
    : shotFacts(asKnown, undefined);

/** DS-AOE-2: a shot at a space, likewise. */
export const blastKnown = (
  event: ToldBlast,
  before: State,
  reader: Reader,
): Pick<KnownAttack, 'modifiers'> & { readonly sight: ShotFacts } => {
  const unseen = unseenIn(before, reader, [event.warrior]);
  const shooter = figureIn(before, event.warrior);
  const weapon = shooter && weaponOf(shooter, event.weapon);
  if (unseen.length === 0 || shooter === undefined || weapon === undefined) return event;
  const found = (state: State) => {
    const terrain = terrainOf(state);
    const shot = terrain && shotAt(terrain, shooter, weapon, event.space, chosenCorner(event));
    return terrain && shot && { shot, steps: shotSteps(terrain, shooter, shot) };
  };
  const [asIs, asKnown] = [found(before), found(withoutFigures(before, unseen))];
  if (asIs === undefined || asKnown === undefined) return event;
  return {
    modifiers: stepsKnown(event.modifiers, asIs.steps, asKnown.steps),
    sight: event.sight && sightKnown(event.sight, asIs.shot, asKnown.shot),
  };
};

import type { Square } from '../../../rules/grid/square.ts';
import type { Reader } from '../../../rules/reader.ts';
import { createTerrain } from '../engagement.ts';
import { type Corner, corners } from '../line-of-sight.ts';
import { type ActingWarrior, findActingWarrior, findWeapon, type State, withoutFigures } from '../state.ts';
import { findFigure, type NamedSteps, redactSteps, unseenFigureIds } from '../visibility.ts';
import { planShot, type Shot, type ShotFacts, shotFacts, shotSteps } from './ranged.ts';
import { attackSteps } from './steps.ts';

/** An attack as it is told: who struck whom, and what its roll was made of. */
interface NarratedAttack extends RedactedAttack {
  readonly warrior: string;
  readonly target: string;
  readonly weapon: string;
}

interface NarratedBlast {
  readonly warrior: string;
  readonly weapon: string;
  readonly space: Square;
  readonly modifiers: NamedSteps;
  readonly sight: ShotFacts;
}

/** An attack as one reader may know it: what stands on the unseen is one number without a name. */
interface RedactedAttack {
  readonly modifiers: NamedSteps;
  readonly sight?: ShotFacts | undefined;
  readonly flanked: boolean;
}

/** The corner that the shooter chose (DS-LOS-3); where it is the best one, another is the best without the unseen. */
const chosenCorner = ({ sight }: { readonly sight?: ShotFacts | undefined }): Corner | undefined =>
  sight?.chosen === true ? corners.find((each) => each === sight.corner) : undefined;

/** What the steps and the shot of an attack are in a battle. */
const calculateSteps = (state: State, acting: ActingWarrior, event: NarratedAttack) => {
  const terrain = createTerrain(state);
  const [target, weapon] = [findFigure(state, event.target), findWeapon(acting.warrior, event.weapon)];
  if (terrain === undefined || target === undefined || weapon === undefined) return undefined;
  const shot =
    weapon.type === 'ranged' ? planShot(terrain, acting.warrior, weapon, target.at, chosenCorner(event)) : undefined;
  return { ...attackSteps(terrain, acting, target, shot), shot };
};

/** DS-ENG-9, DS-COVER-1, DS-GLO-5: an attack with what comes of the unseen taken out. */
export const redactAttack = (event: NarratedAttack, before: State, reader: Reader): RedactedAttack => {
  const unseen = unseenFigureIds(before, reader, [event.warrior, event.target]);
  const acting = findActingWarrior(before);
  if (unseen.length === 0 || acting?.warrior.id !== event.warrior) return event;
  const [asIs, asKnown] = [
    calculateSteps(before, acting, event),
    calculateSteps(withoutFigures(before, unseen), acting, event),
  ];
  if (asIs === undefined || asKnown === undefined) return event;
  return {
    modifiers: redactSteps(event.modifiers, asIs.steps, asKnown.steps),
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
export const redactBlast = (
  event: NarratedBlast,
  before: State,
  reader: Reader,
): Pick<RedactedAttack, 'modifiers'> & { readonly sight: ShotFacts } => {
  const unseen = unseenFigureIds(before, reader, [event.warrior]);
  const shooter = findFigure(before, event.warrior);
  const weapon = shooter && findWeapon(shooter, event.weapon);
  if (unseen.length === 0 || shooter === undefined || weapon === undefined) return event;
  const found = (state: State) => {
    const terrain = createTerrain(state);
    const shot = terrain && planShot(terrain, shooter, weapon, event.space, chosenCorner(event));
    return terrain && shot && { shot, steps: shotSteps(terrain, shooter, shot) };
  };
  const [asIs, asKnown] = [found(before), found(withoutFigures(before, unseen))];
  if (asIs === undefined || asKnown === undefined) return event;
  return {
    modifiers: redactSteps(event.modifiers, asIs.steps, asKnown.steps),
    sight: event.sight && sightKnown(event.sight, asIs.shot, asKnown.shot),
  };
};

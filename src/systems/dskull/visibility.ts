import { hiddenPartLabel, redactParts } from '../../rules/event.ts';
import type { Square } from '../../rules/grid/square.ts';
import type { NumberTerms, Reader } from '../../rules/reader.ts';
import { attackSteps, calculateShot, type Shot, type ShotFacts, shotFacts, shotSteps } from './attack/steps.ts';
import type { NamedSteps } from './dice/roll.ts';
import { createTerrain } from './engagement.ts';
import { type Corner, corners } from './line-of-sight.ts';
import {
  type ActingWarrior,
  type Figure,
  figuresOf,
  findActingWarrior,
  findWeapon,
  type State,
  withoutWarriors,
} from './state.ts';

/** Numbers of a warrior that a battle may hide from players. */
export const numberTerms: NumberTerms = {
  steps: { description: 'What the steps of a roll are made of: skill, cover, traits', kind: 'roll' },
  armour: { description: 'The armour roll', kind: 'roll' },
  sheet: { description: 'The rest of the sheet: cost, weapons, traits, skills', kind: 'sheet' },
};

/** True if this reader may see the parts of this warrior’s dice steps. */
export const areStepsVisible = (reader: Reader, id: string): boolean =>
  reader.canSee(id) && reader.isNumberVisible(id, 'steps');

/** Parts of a dice step by name. Parts that come from hidden warriors are combined into one number. */
export const redactSteps = (recorded: NamedSteps, asIs: NamedSteps, asKnown: NamedSteps): NamedSteps => {
  const parts = (steps: NamedSteps) => Object.entries(steps).map(([name, value]) => ({ name, value }));
  const known = redactParts(
    parts(recorded),
    { asIs: parts(asIs), asKnown: parts(asKnown) },
    ({ name }) => name,
    (value) => ({ name: hiddenPartLabel, value }),
  );
  return Object.fromEntries(known.filter(({ value }) => value !== 0).map(({ name, value }) => [name, value]));
};

export const findFigure = (state: State, id: string): Figure | undefined =>
  figuresOf(state).find((each) => each.id === id);

/** An attack with the facts needed to redact it for a reader. */
interface NarratedAttack extends RedactedAttack {
  readonly attacker: string;
  readonly target: string;
  readonly weapon: string;
}

interface NarratedBlast {
  readonly attacker: string;
  readonly weapon: string;
  readonly space: Square;
  readonly modifiers: NamedSteps;
  readonly sight: ShotFacts;
}

/** Parts of an attack that hidden warriors may influence. */
interface RedactedAttack {
  readonly modifiers: NamedSteps;
  readonly sight?: ShotFacts | undefined;
  readonly flanked: boolean;
}

/** The corner that the player chose for a shot. Undefined if the best one was used. DS-LOS-3. */
const chosenCorner = ({ sight }: { readonly sight?: ShotFacts | undefined }): Corner | undefined =>
  sight?.chosen === true ? corners.find((each) => each === sight.corner) : undefined;

/** Calculates an attack’s dice steps and shot again, in the given battle. Undefined if impossible in that battle. */
const calculateSteps = (state: State, acting: ActingWarrior, event: NarratedAttack) => {
  const terrain = createTerrain(state);
  const [target, weapon] = [findFigure(state, event.target), findWeapon(acting.warrior, event.weapon)];
  if (terrain === undefined || target === undefined || weapon === undefined) return undefined;
  const shot =
    weapon.type === 'ranged'
      ? calculateShot(terrain, acting.warrior, weapon, target.at, chosenCorner(event))
      : undefined;
  return { ...attackSteps(terrain, acting, target, shot), shot };
};

/** The results of `find` with and without the warriors that a reader does not see. Undefined if the reader sees all. */
export const compareKnown = <Found>(
  before: State,
  reader: Reader,
  but: readonly string[],
  find: (state: State) => Found | undefined,
): { readonly asIs: Found; readonly asKnown: Found } | undefined => {
  const unseen = before.warriors.map(({ id }) => id).filter((id) => !reader.canSee(id) && !but.includes(id));
  if (unseen.length === 0) return undefined;
  const [asIs, asKnown] = [find(before), find(withoutWarriors(before, unseen))];
  return asIs && asKnown && { asIs, asKnown };
};

/** An attack as a reader may know it, without the influence of hidden warriors. DS-ENG-9, DS-COVER-1, DS-GLO-5. */
export const redactAttack = (event: NarratedAttack, before: State, reader: Reader): RedactedAttack => {
  const acting = findActingWarrior(before);
  if (acting?.warrior.id !== event.attacker) return event;
  const but = [event.attacker, event.target];
  const found = compareKnown(before, reader, but, (state) => calculateSteps(state, acting, event));
  if (found === undefined) return event;
  const { asIs, asKnown } = found;
  return {
    modifiers: redactSteps(event.modifiers, asIs.steps, asKnown.steps),
    sight: event.sight && redactSight(event.sight, asIs.shot, asKnown.shot),
    flanked: event.flanked && asKnown.flanked,
  };
};

const redactSight = (recorded: ShotFacts, asIs: Shot | undefined, asKnown: Shot | undefined): ShotFacts =>
  asIs === undefined ||
  asKnown === undefined ||
  (asIs.sight.count === asKnown.sight.count && asIs.sight.corner === asKnown.sight.corner)
    ? recorded
    : shotFacts(asKnown, undefined);

/** A blast as a reader may know it, without the influence of hidden warriors. DS-AOE-2. */
export const redactBlast = (
  event: NarratedBlast,
  before: State,
  reader: Reader,
): Pick<RedactedAttack, 'modifiers'> & { readonly sight: ShotFacts } => {
  const shooter = findFigure(before, event.attacker);
  const weapon = shooter && findWeapon(shooter, event.weapon);
  if (shooter === undefined || weapon === undefined) return event;
  const found = compareKnown(before, reader, [event.attacker], (state) => {
    const terrain = createTerrain(state);
    const shot = terrain && calculateShot(terrain, shooter, weapon, event.space, chosenCorner(event));
    return terrain && shot && { shot, steps: shotSteps(terrain, shooter, shot) };
  });
  return found === undefined
    ? event
    : {
        modifiers: redactSteps(event.modifiers, found.asIs.steps, found.asKnown.steps),
        sight: redactSight(event.sight, found.asIs.shot, found.asKnown.shot),
      };
};

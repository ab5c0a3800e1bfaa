import { memoizeByKey, memoizeByObject } from '../../core/memoize.ts';
import { currentDictionary, type Dictionary } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { Caller } from '../../rules/expected-action.ts';
import { createReader, type Viewer } from '../../rules/reader.ts';
import type { BattleView } from '../../rules/view.ts';
import type { Clock } from '../saved/clock-settings.ts';
import type { Autopilot, Session } from '../saved/session.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';

export type BattleRole = 'gm' | 'co-gm' | 'player' | 'spectator' | 'stranger';

export const roleOf = ({ gm, seats }: Session, user: string): BattleRole =>
  user === gm ? 'gm' : (ownValue(seats, user)?.role ?? 'stranger');

export const isGm = (table: Session, user: string): boolean => {
  const role = roleOf(table, user);
  return role === 'gm' || role === 'co-gm';
};

/** True if someone in the battle has this name, or the battle itself. */
export const hasName = ({ saved: { table }, game }: OpenBattle, text: string): boolean =>
  [table.name, table.gmName, ...Object.values(table.seats).map(({ name }) => name)].includes(text) ||
  game.roster().some(({ id, actor }) => id === text || actor === text);

/** The rights of each role. `own`: only for combatants or seats that the user controls. */
export const rolesByRight = {
  look: ['gm', 'co-gm', 'player', 'spectator', 'stranger'],
  join: ['gm', 'co-gm', 'player', 'spectator', 'stranger'],
  roll: ['gm', 'co-gm', 'player', 'spectator', 'stranger'],
  speak: ['gm', 'co-gm', 'player', 'spectator'],
  'command own': ['gm', 'co-gm', 'player'],
  'answer own': ['gm', 'co-gm', 'player'],
  'standing orders own': ['gm', 'co-gm', 'player'],
  'undo own': ['gm', 'co-gm', 'player'],
  'command any': ['gm', 'co-gm'],
  'answer any': ['gm', 'co-gm'],
  'standing orders any': ['gm', 'co-gm'],
  'undo any': ['gm', 'co-gm'],
  bring: ['gm', 'co-gm'],
  start: ['gm', 'co-gm'],
  finish: ['gm', 'co-gm'],
  move: ['gm', 'co-gm'],
  correct: ['gm', 'co-gm'],
  rule: ['gm', 'co-gm'],
  hide: ['gm', 'co-gm'],
  'choose telling': ['gm', 'co-gm'],
  'choose settings': ['gm', 'co-gm'],
  'give control': ['gm', 'co-gm'],
  'see all': ['gm', 'co-gm'],
  'run the clock': ['gm', 'co-gm'],
  'name co-gms': ['gm'],
  'hand over': ['gm'],
} as const satisfies Record<string, readonly BattleRole[]>;
export type BattleRight = keyof typeof rolesByRight;

export const hasBattleRight = (table: Session, user: string, right: BattleRight): boolean =>
  rolesByRight[right].some((role) => role === roleOf(table, user));

/** The combatants or seats that a user controls, without those that they control only as a deputy. */
const actorsControlledBy = ({ control }: Session, user: string): readonly string[] =>
  Object.entries(control)
    .filter(([, controller]) => controller === user)
    .map(([actor]) => actor);

/** The players whose deputy the user is now. */
export const playersActedFor = ({ saved: { table }, openedAt }: OpenBattle, user: string): readonly string[] =>
  Object.entries(table.deputies)
    .filter(([, deputy]) => deputy.user === user && deputy.until > openedAt)
    .map(([principal]) => principal);

/** The combatants or seats that a user may command now, including those of players they are deputy for. */
export const controlledCombatants = (battle: OpenBattle, user: string): readonly string[] =>
  [user, ...playersActedFor(battle, user)].flatMap((person) => actorsControlledBy(battle.saved.table, person));

/** True if the user was away when the battle was opened. */
const isAway = ({ saved: { table }, openedAt }: OpenBattle, user: string): boolean =>
  (ownValue(table.away, user) ?? 0) > openedAt;

/** The users to notify for one user: the user and the deputy. While the user is away, only the deputy. */
export const usersToNotify = (battle: OpenBattle, user: string): readonly string[] => {
  const deputy = ownValue(battle.saved.table.deputies, user);
  const acting = deputy !== undefined && deputy.until > battle.openedAt ? [deputy.user] : [];
  return isAway(battle, user) ? acting : [user, ...acting];
};

/** The user who controls a combatant or seat. Default: the GM. */
export const controllerOf = ({ saved: { table } }: OpenBattle, actor: string): string =>
  table.control[actor] ?? table.gm;

/** An actor's autopilot, set by the GM or by an absent player. Undefined for hidden combatants of the GM. */
export const autopilotOf = (battle: OpenBattle, actor: string): Autopilot | undefined => {
  const { control, autopilot, awayTactics, hidden } = battle.saved.table;
  const runner = control[actor];
  if (runner === undefined) return hidden[actor] === undefined ? autopilot?.[actor] : undefined;
  const level = isAway(battle, runner) ? ownValue(awayTactics, runner) : undefined;
  return level === undefined ? undefined : { does: 'at-once', level };
};

/** Delay before autopilot continues a turn of several orders (seconds). */
const continueDelay = 5;
const pilotClock = { hour: undefined, reminders: [], end: 'default' as const, onAutopilot: true };

/** The clock settings for an actor. On autopilot, its delay replaces the time limit. */
export const clockOf = (battle: OpenBattle, actor: string): Clock & { readonly onAutopilot: boolean } => {
  const { clock } = battle.saved.table;
  const pilot = autopilotOf(battle, actor);
  return pilot === undefined || pilot.does === 'suggest'
    ? { ...clock, onAutopilot: false }
    : { ...clock, ...pilotClock, seconds: pilot.seconds ?? continueDelay };
};

/** The actor's standing order for a kind of action. While its player is away, orders for absences come first. */
const findStandingOrder = (battle: OpenBattle, actor: string, kind: string): string | undefined => {
  const { standing, awayOrders } = battle.saved.table;
  const absent = isAway(battle, controllerOf(battle, actor)) ? awayOrders[actor]?.[kind] : undefined;
  return absent ?? standing[actor]?.[kind];
};

/** True if autopilot does the action at once, because no standing order decides. */
export const isAutomaticAction = (battle: OpenBattle, actor: string, kind: string): boolean =>
  findStandingOrder(battle, actor, kind) === undefined && autopilotOf(battle, actor)?.does === 'at-once';

/** The standing order of a combatant or seat for a kind of action. On autopilot: `auto`. */
export const standingOrderFor = (battle: OpenBattle, actor: string, kind: string): string | undefined =>
  findStandingOrder(battle, actor, kind) ?? (isAutomaticAction(battle, actor, kind) ? 'auto' : undefined);

/** Creates the caller of an order for the rulebook: the user, the actor and the user's rights. */
export const createCaller = (battle: OpenBattle, user: string, actor: string): Caller => {
  const controls = controlledCombatants(battle, user);
  return {
    ...{ actor, by: user, gm: isGm(battle.saved.table, user), controls },
    others: Object.keys(battle.saved.table.control).filter((id) => !controls.includes(id)),
    pending: battle.saved.pending?.question,
  };
};

/** True if this reader may see the dice and outcome of an entry. Without a user: everyone. */
export const mayReadRoll = (
  { saved: { table } }: Pick<OpenBattle, 'saved'>,
  { rolls, user: roller }: Pick<LogEntry, 'rolls' | 'user'>,
  user?: string,
): boolean => {
  const gm = user !== undefined && isGm(table, user);
  switch (rolls) {
    case 'public':
      return true;
    case 'private':
      return gm || user === roller;
    case 'blind':
      return gm;
    case 'self':
      return user === roller;
  }
};

/** True if the entry is a hidden roll that no one has revealed. */
export const isUnrevealedRoll = (
  { saved: { table } }: Pick<OpenBattle, 'saved'>,
  { n, rolls, dice }: Pick<LogEntry, 'n' | 'rolls' | 'dice'>,
): boolean => rolls !== 'public' && dice.length > 0 && !table.opened.includes(n);

/** The user who rolls in an entry: for an answer, the user whose order asked the question. */
export const findRoller = ({ saved: { pending } }: OpenBattle, { request, user }: LogEntry): string =>
  request.kind === 'answer' ? (pending?.user ?? user) : user;

/** True if an entry rolled for all combatants, hidden ones included, so that only the GM may count its dice. */
export const isRolledForEveryone = (
  { ruleset }: Pick<OpenBattle, 'ruleset'>,
  { events }: Pick<LogEntry, 'events'>,
): boolean => events.some((event) => ruleset.markedEvents.rolledForAll.includes(String(Object(event).type)));

/** True if a reader would think that dice were rolled. A roll for all combatants always counts. */
export const seemsToRoll = (battle: Pick<OpenBattle, 'ruleset'>, entry: LogEntry): boolean =>
  entry.dice.length > 0 || isRolledForEveryone(battle, entry);

/** Caches a calculation for each open battle, language and reader. */
export const cachePerReader = <T>(
  work: (battle: OpenBattle, user: string | undefined) => T,
): ((battle: OpenBattle, user?: string) => T) => {
  const forReaders = memoizeByObject((battle: OpenBattle) =>
    memoizeByKey((_: Dictionary | undefined) => memoizeByKey((user: string | undefined) => work(battle, user))),
  );
  return (battle, user) => forReaders(battle)(currentDictionary())(user);
};

/** What a user may see of a battle. Without a user: what everyone may see. */
export const viewerOf = cachePerReader((battle, user): Viewer => {
  const { game } = battle;
  const { table } = battle.saved;
  const gm = user !== undefined && isGm(table, user);
  const controls = user === undefined ? [] : controlledCombatants(battle, user);
  const [own, hidden] = [new Set(controls), new Set(Object.keys(table.hidden))];
  const roster = game.roster();
  const ownSides = new Set(
    roster.filter(({ actor, side }) => side !== undefined && own.has(actor)).map(({ side }) => side),
  );
  const mine = new Set([...own, ...roster.filter(({ actor }) => own.has(actor)).map(({ id }) => id)]);
  const unseen = roster
    .filter(({ id, actor }) => (hidden.has(id) || hidden.has(actor)) && !mine.has(id))
    .map(({ id }) => id);
  return {
    gm,
    user,
    controls,
    knows: roster
      .filter(({ actor, side }) => table.control[actor] !== undefined || ownSides.has(side))
      .flatMap(({ id, actor }) => (id === actor ? [id] : [id, actor])),
    unseen: gm ? [] : [...new Set([...unseen, ...[...hidden].filter((id) => !mine.has(id))])],
    foes: table.telling,
    hiddenFromOthers: gm ? unseen : [],
    hiddenStrokes: (table.undrawn ?? []).filter((each) => !mayReadRoll(battle, each, user)).map(({ kind }) => kind),
    gmControlled: gm
      ? []
      : [
          ...new Set(
            roster.filter(({ actor }) => table.control[actor] === undefined).flatMap(({ id, actor }) => [id, actor]),
          ),
        ],
  };
});

/** The hidden combatants of a battle, including members of hidden seats. */
export const hiddenCombatants = memoizeByObject(({ saved: { table }, game }: OpenBattle) => {
  const { hidden } = table;
  return Object.keys(hidden).length === 0
    ? []
    : game.roster().filter(({ id, actor }) => hidden[id] !== undefined || hidden[actor] !== undefined);
});

/** The combatants that the side of a GM's actor cannot see, because players hide them. */
export const hiddenFromSide = (battle: OpenBattle, actor: string): readonly string[] => {
  const hidden = hiddenCombatants(battle);
  const isIt = (each: { readonly id: string; readonly actor: string }): boolean =>
    each.id === actor || each.actor === actor;
  const { side } = hidden.find(isIt) ?? battle.game.roster().find(isIt) ?? {};
  return hidden
    .filter((each) => each.actor !== actor && (side === undefined || each.side !== side))
    .flatMap((each) => (battle.saved.table.hidden[each.actor] === undefined ? [each.id] : [each.id, each.actor]));
};

/** True if this actor's information is for the GM only. */
export const isGmOnly = (battle: OpenBattle, actor: string): boolean => viewerOf(battle).unseen.includes(actor);

/** The portraits and background picture of a battle. */
type SessionPictures = Pick<Session, 'faces' | 'backdrop'>;

interface PicturedView {
  readonly of: string;
  readonly view: BattleView;
}

/** Caches the view with pictures for each view, because views are used repeatedly. */
const picturedViews = new WeakMap<BattleView, PicturedView>();

const withPictures = (view: BattleView, { faces = {}, backdrop }: SessionPictures): BattleView => {
  const of = JSON.stringify([faces, backdrop]);
  const known = picturedViews.get(view);
  if (known?.of === of) return known.view;
  const combatants = view.combatants.map((each) => {
    const face = faces[each.id] ?? faces[each.actor];
    return face === undefined ? each : { ...each, face };
  });
  const pictured = { ...view, combatants, ...(backdrop && { backdrop }) };
  picturedViews.set(view, { of, view: pictured });
  return pictured;
};

/** A battle as a user may see it, with portraits and background picture. Without a user: as everyone may. */
export const battleView = (
  battle: OpenBattle,
  user?: string,
  { faces, backdrop }: SessionPictures = battle.saved.table,
): BattleView => {
  const view = battle.game.view(viewerOf(battle, user));
  return faces === undefined && backdrop === undefined ? view : withPictures(view, { faces, backdrop });
};

/** The sides of combatants that the user may know of. A combatant without a side is a side of its own. */
export const visibleSides = (
  battle: OpenBattle,
  user: string,
  isCounted: (actor: string) => boolean = () => true,
): readonly string[] => {
  const reader = createReader(viewerOf(battle, user));
  const seen = battle.game.roster().filter(({ id, actor }) => reader.canSee(id) && isCounted(actor));
  return [...new Set(seen.map(({ side, actor }) => side ?? actor))];
};

import { z } from 'zod';
import type { BattleEvent } from '../../../src/systems/dskull/index.ts';
import { isFigure, type State } from '../../../src/systems/dskull/state.ts';
import { facesInQuestion, hasFigures, parseDropId, seatsFrom } from '../../systems/dskull/inner.ts';
import {
  all,
  byName,
  describeAttack,
  describeBlast,
  describeMove,
  describeRoll,
  describeSymbols,
  describeTest,
  one,
} from './describe.ts';
import { type Point, toPoint } from './setup.ts';
import type { CommandResult, tableOf } from './table.ts';

const point = z.tuple([z.number(), z.number()]);

/** A command of a script, as section 18 names its parts. */
const commandSchema = z.looseObject({
  by: z.string(),
  cmd: z.string(),
  warrior: z.string().optional(),
  weapons: z.array(z.string()).optional(),
  primary: z.string().optional(),
  path: z.array(point).optional(),
  target: z.string().optional(),
  weapon: z.string().optional(),
  corner: z.union([z.string(), point]).optional(),
  spendAdv: z.union([z.boolean(), z.string(), z.number()]).optional(),
  space: point.optional(),
  symbol: z.string().optional(),
  what: z.union([z.string(), z.looseObject({})]).optional(),
  edge: z.tuple([point, point]).optional(),
  dice: z.array(z.number()).optional(),
  drop: z.array(z.number()).optional(),
});
type Command = z.output<typeof commandSchema>;

const side = z.tuple([point, point]).optional();
const whatSchema = z.looseObject({
  edge: side,
  door: side,
  target: z.string().optional(),
  medicine: z.string().optional(),
  condition: z.string().optional(),
});

export const pointText = ([x, y]: Point): string => `${x},${y}`;

/** The name of a corner of a space, from a lattice point or a name. */
export const cornerName = (corner: Command['corner'], at: Point | undefined): string | undefined => {
  if (corner === undefined || typeof corner === 'string' || at === undefined) return undefined;
  const [dx, dy] = [corner[0] - at[0], corner[1] - at[1]];
  return `${dy === 0 ? 'N' : 'S'}${dx === 0 ? 'W' : 'E'}`;
};

/** DS-TRAIT-3: -1 or -2 as a number, the trait's name, or yes and no. */
export const spending = (spendAdv: Command['spendAdv']): object => {
  if (spendAdv === undefined) return {};
  if (spendAdv === false || spendAdv === 0 || spendAdv === 'none') return { spendAdv: 'no' };
  if (spendAdv === true || spendAdv === 'very-strong' || Math.abs(Number(spendAdv)) === 2) return { spendAdv: 'best' };
  return { spendAdv: Math.abs(Number(spendAdv)) === 1 ? 'strong' : spendAdv };
};

const only = (given: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

const whatText = ({ what, edge, target, condition }: Command): string => {
  if (edge !== undefined) return `door ${edge.map(pointText).join(' ')}`;
  if (typeof what === 'object') {
    const { edge: side, door = side, medicine, target: patient = medicine, condition: cured } = whatSchema.parse(what);
    if (door !== undefined) return `door ${door.map(pointText).join(' ')}`;
    return patient === undefined ? String(Object.values(what)[0] ?? '') : `medicine ${patient} ${cured ?? ''}`.trim();
  }
  if (what === 'medicine') return `medicine ${target ?? ''} ${condition ?? ''}`.trim();
  return [what ?? (target === undefined ? 'door' : `medicine ${target}`), what && target].filter(Boolean).join(' ');
};

/** The verb and its parameters, as the bot would be given them. */
const orderOf = (command: Command, state: State): { readonly verb: string; readonly params: object } => {
  const { warrior, weapons, primary, path, target, weapon, corner, space, symbol, dice } = command;
  const acting = state.warriors.find(({ id }) => id === state.activation?.warrior);
  const look = typeof corner === 'string' ? corner : cornerName(corner, acting?.at && toPoint(acting.at));
  const verb = command.cmd.replace(/^gm[ -]/, '').replace('attackAction', 'attack-action');
  switch (verb) {
    case 'activate':
      return { verb, params: only({ warrior, weapons: weapons?.join(', '), primary }) };
    case 'move':
      return { verb, params: { path: (path ?? []).map(pointText).join(' ') } };
    case 'attack':
      return { verb, params: { ...only({ target, weapon, corner: look }), ...spending(command.spendAdv) } };
    case 'blast':
      return { verb, params: only({ to: space && pointText(space), weapon, corner: look }) };
    case 'symbol':
      return { verb, params: { symbol: symbol ?? command.kind ?? command.face ?? command.spend ?? command.type } };
    case 'dare':
      return { verb, params: { target } };
    case 'interact':
      return { verb, params: { what: whatText(command) } };
    case 'drop':
      return { verb, params: { dice: (dice ?? command.drop ?? []).map((index) => index + 1).join(' ') } };
    case 'deploy':
      return { verb, params: { warrior, to: space && pointText(space) } };
    case 'policy':
      return { verb, params: { seat: command.player ?? command.seat, policy: command.policy ?? command.value } };
    default: {
      const { by: _by, cmd: _cmd, ...params } = command;
      return { verb, params };
    }
  }
};

const doneTold = (command: Command, events: readonly BattleEvent[], before: State, after: State): object => {
  const open = after.activation ?? one(events, 'activated')?.activation;
  const warrior = open?.warrior ?? before.activation?.warrior ?? '';
  const ended = events.some(({ type }) => type === 'activation-ended');
  const last = after.activation;
  const attacked = one(events, 'attacked');
  const tested = one(events, 'morale-tested') ?? one(events, 'treated') ?? one(events, 'tested');
  const door = one(events, 'door-toggled');
  const gained = one(events, 'mp-gained');
  const gains = one(events, 'attacks-gained');
  const deployed = one(events, 'deployed');
  const activated = one(events, 'activated');
  const chosen = after.settings.attack.perAction === 'one-chosen' ? [] : (last?.active ?? []);
  const pool = byName(after, warrior, { ...Object.fromEntries(chosen.map((id) => [id, 0])), ...last?.attacks });
  const figure = after.warriors.find(({ id }) => id === warrior);
  return {
    ...describeFinal(after, undefined),
    ...named(command),
    error: undefined,
    happened: events,
    actions: last?.actions ?? one(events, 'condition-cost-paid')?.actions ?? activated?.activation.actions ?? 0,
    mp: last?.mp ?? 0,
    mpLeft: last?.mp ?? 0,
    pool,
    attacks: pool,
    symbols: describeSymbols(after),
    ended,
    current: currentOf(after),
    conditions: figure?.conditions ?? [],
    active: (last ?? activated?.activation)?.active,
    primary: (last ?? activated?.activation)?.primary ?? null,
    ...(gained && { gained: gained.amount }),
    ...(gains && { gains: byName(after, warrior, gains.gains), ordinal: gains.ordinal }),
    ...(one(events, 'moved') && { ...describeMove(events), mp: one(events, 'moved')?.mpLeft }),
    ...(tested && !one(events, 'moved') && describeTest(tested)),
    ...(attacked && describeAttack(attacked, after)),
    ...(one(events, 'blasted') && describeBlast(events)),
    ...(door && { kinds: door.open ? [] : ['blocking', 'obscuring'] }),
    ...(deployed && { at: toPoint(deployed.at) }),
    removed: all(events, 'warrior-removed').map(({ warrior: id }) => id),
    holder: after.initiative,
    ...describeTactics(events, after),
  };
};

/** The Tactics tests of a round, by player. */
export const describeTactics = (events: readonly BattleEvent[], after: State): object => {
  const tests = all(events, 'tactics-tested');
  return tests.length === 0
    ? {}
    : {
        rolls: Object.fromEntries(
          tests.map(({ seat, roll, kept, lost }) => [seat, { ...describeRoll(roll), kept, lost }]),
        ),
        holder: after.initiative,
        order: seatsFrom(after, after.initiative).filter((seat) => hasFigures(after, seat)),
        symbols: describeSymbols(after),
      };
};

/** The subject of a command, which its result may repeat. */
const named = ({ cmd, by, warrior, target, weapon, space, symbol }: Command): object =>
  only({ cmd, by, warrior, target, weapon, space, symbol });

const told = (command: Command, result: CommandResult, table: ReturnType<typeof tableOf>): object => {
  switch (result.kind) {
    case 'refused':
      return { ...named(command), error: result.code };
    case 'asked': {
      const { question } = result;
      const pending = { chooser: question.to, player: question.to, count: parseDropId(question.auto).length };
      const faces = facesInQuestion(question);
      return {
        ...named(command),
        pending: { ...pending, faces, pool: faces.length },
        chooser: question.to,
        faces,
        pool: faces.length,
      };
    }
    case 'done':
      return doneTold(command, result.events, result.before, table.state());
  }
};

const currentOf = (state: State): string | null =>
  state.warriors.some((warrior) => isFigure(warrior) && warrior.ready) || state.activation
    ? (state.current ?? null)
    : null;

/** Section 25: the battle when a script is through. */
export const describeFinal = (state: State, pending: string | undefined): object => ({
  current: currentOf(state),
  phase: state.phase,
  round: state.round,
  initiative: state.initiative ?? null,
  holder: state.initiative ?? null,
  ready: state.warriors.filter((warrior) => isFigure(warrior) && warrior.ready).map(({ id }) => id),
  symbols: describeSymbols(state),
  at: Object.fromEntries(state.warriors.map(({ id, at }) => [id, at ? toPoint(at) : null])),
  removed: Object.fromEntries(state.warriors.map(({ id, removed }) => [id, removed ?? null])),
  conditions: Object.fromEntries(
    state.warriors.filter(({ conditions }) => conditions.length > 0).map(({ id, conditions }) => [id, conditions]),
  ),
  vp: Object.fromEntries(state.seats.map(({ id, vp }) => [id, vp])),
  activation: state.activation?.warrior ?? null,
  actions: state.activation?.actions ?? null,
  mp: state.activation?.mp ?? null,
  pool: state.activation ? byName(state, state.activation.warrior, state.activation.attacks) : null,
  pending: pending ?? null,
  charges: Object.fromEntries(
    state.warriors.map(({ id, weapons }) => [
      id,
      Object.fromEntries(weapons.map(({ name, chargesLeft }) => [name, chargesLeft ?? null])),
    ]),
  ),
});

const resultsSchema = z.looseObject({ results: z.array(z.looseObject({ pending: z.unknown() })) });

/** A pending choice may be given by player, by number of dice, or by parts of both. */
export const expandExpectation = (expected: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const told = resultsSchema.safeParse(expected);
  if (!told.success) return expected;
  const results = told.data.results.map(({ pending, ...result }) => {
    if (pending === undefined) return result;
    if (pending === true) return { ...result, pending: {} };
    if (typeof pending === 'string') return { ...result, pending: { chooser: pending } };
    return { ...result, pending: typeof pending === 'number' ? { count: pending } : pending };
  });
  return { ...expected, results };
};

/** Plays the commands one after the other. A script stops before cleanup, unless it goes over several rounds. */
export const playScript = (commands: unknown, table: ReturnType<typeof tableOf>, rounds: boolean): object => {
  const results = z
    .array(commandSchema)
    .parse(commands)
    .map((command) => {
      const { verb, params } = orderOf(command, table.state());
      return told(command, table.order(verb, params, command.by === 'GM' ? 'gm' : command.by, { cut: !rounds }), table);
    });
  return { results, final: describeFinal(table.state(), table.question()?.to) };
};

import { z } from 'zod';
import { ownValue } from '../../core/plain-object.ts';
import { textSchema } from '../../rules/event.ts';
import { squareSchema } from '../../rules/grid/square.ts';
import { defaultNumberWords, disclosureModes } from '../../rules/reader.ts';
import { departures, mapIds, renaming } from '../../rules/removal.ts';
import { upcastApp } from '../editions/app-edition.ts';
import { clockSchema, deputySchema, noClock } from './clock-settings.ts';

export const rollModes = ['public', 'private', 'blind', 'self'] as const;
export type RollMode = (typeof rollModes)[number];
/** What the GM can choose for a battle. `my-foes`: public, but only the GM sees rolls of the GM's combatants. */
export const rollChoices = [...rollModes, 'my-foes'] as const;

const wordsSchema = z
  .array(z.strictObject({ from: z.int().min(0).max(99_999), word: z.string().min(1).max(30) }))
  .max(12);

export const disclosureSchema = z.strictObject({
  mode: z.enum(disclosureModes),
  words: wordsSchema.min(1),
  /** Exceptions: another disclosure for one kind of number, by the rulebook's term for it. */
  of: z.record(z.string(), z.strictObject({ mode: z.enum(disclosureModes), words: wordsSchema })),
});

const seatRole = z.enum(['co-gm', 'player', 'spectator']);
export type SeatRole = z.output<typeof seatRole>;

/** A hidden combatant's plan for its turns: do nothing, wait for the GM's orders, or one order once. */
export const hiddenPlanSchema = z.discriminatedUnion('does', [
  z.strictObject({ does: z.enum(['nothing', 'ask']) }),
  z.strictObject({ does: z.literal('order'), verb: z.string(), params: z.record(z.string(), z.unknown()) }),
]);
export type HiddenPlan = z.output<typeof hiddenPlanSchema>;

export const autopilotModes = ['suggest', 'after', 'at-once'] as const;
export const autopilotLevels = ['careless', 'usual'] as const;
export const autopilotStyles = [
  'brave',
  'careful',
  'picks-the-weak',
  'strikes-the-nearest',
  'strikes',
  'protects',
  'holds',
  'advances',
] as const;

/** A combatant's autopilot settings. */
export const autopilotSchema = z.strictObject({
  /** When autopilot acts. `suggest`: never, the GM gets the plan. `after`: some seconds without an order of the GM. */
  does: z.enum(autopilotModes),
  /** The delay for `after` (seconds). */
  seconds: z.int().min(5).max(86_400).optional(),
  /** How well autopilot plays. `careless`: the rulebook's default for absent players. `usual`: the best plan. */
  level: z.enum(autopilotLevels),
  manner: z.enum(autopilotStyles).optional(),
  /** The combatant that the actor on autopilot attacks or protects. */
  whom: z.string().optional(),
  /** The square that the actor on autopilot advances to. */
  to: squareSchema.optional(),
});
export type Autopilot = z.output<typeof autopilotSchema>;

/** An order that only a hidden combatant forbids, so that the GM must decide. */
const putSchema = z.strictObject({ order: textSchema, why: textSchema });

/** A player's order with numbers or words that the GM must approve before anything happens. */
const requestSchema = z.strictObject({
  /** The number of the request's log entry. */
  n: z.int(),
  user: z.string(),
  actor: z.string(),
  verb: z.string(),
  params: z.record(z.string(), z.unknown()),
  /** The parameters that the GM must approve. */
  granted: z.array(z.string()),
  rolls: z.enum(rollModes).optional(),
  order: textSchema,
});
export type GmRequest = z.output<typeof requestSchema>;

const pictureHash = z.string().regex(/^[0-9a-f]{64}$/);

/** A background picture with its position and size in squares. */
export const backdropSchema = z.strictObject({
  picture: pictureHash,
  left: z.number(),
  top: z.number(),
  across: z.number().positive(),
  down: z.number().positive(),
});
export type Backdrop = z.output<typeof backdropSchema>;

/** A battle's saved seats, control, hidden combatants and disclosure. Folded from the log and saved as `table`. */
export const sessionSchema = z.strictObject({
  name: z.string(),
  settings: z.unknown(),
  gm: z.string(),
  /** The name and role of each user with a seat, except the GM. */
  seats: z.record(z.string(), z.strictObject({ name: z.string(), role: seatRole })),
  gmName: z.string(),
  /** The user who controls each combatant or seat. The GM controls all that are not listed. */
  control: z.record(z.string(), z.string()),
  /** The sides that players choose from. Undefined if they all fight on one side. */
  sides: z.array(z.string()).optional(),
  /** How long each hidden combatant stays hidden. */
  hidden: z.record(z.string(), z.enum(['until-acts', 'until-revealed'])),
  /** Strokes on the board from a hidden roll, and who made the roll. */
  undrawn: z
    .array(
      z.strictObject({ kind: z.enum(['move', 'attack']), entry: z.int(), rolls: z.enum(rollModes), user: z.string() }),
    )
    .optional(),
  /** The plans of hidden combatants, by combatant or seat. */
  plans: z.record(z.string(), hiddenPlanSchema).optional(),
  /** Autopilot of the GM's combatants, by combatant or seat. */
  autopilot: z.record(z.string(), autopilotSchema).optional(),
  /** Autopilot of absent players' combatants, by user. */
  awayTactics: z.record(z.string(), z.enum(autopilotLevels)).optional(),
  /** Standing orders by combatant or seat, then by kind of question or action: `ask`, `auto`, or a choice's id. */
  standing: z.record(z.string(), z.record(z.string(), z.string())),
  /** Standing orders that count while the player is away. */
  awayOrders: z.record(z.string(), z.record(z.string(), z.string())),
  /** When each absent user returns (milliseconds since 1970). */
  away: z.record(z.string(), z.int()),
  /** The deputy of each user. */
  deputies: z.record(z.string(), deputySchema),
  clock: clockSchema,
  telling: disclosureSchema,
  /** The roll mode of orders that set none. */
  rolls: z.enum(rollModes),
  /** The roll mode of visible combatants of the GM, if it is another. */
  foeRolls: z.enum(rollModes).optional(),
  /** True if hidden rolls leave a public line in the log. */
  trace: z.boolean(),
  /** The interactions of players who joined, in order. The salt of the dice is derived from them. */
  joins: z.array(z.string()),
  salt: z.string(),
  /** True if another side can consent to an undo that only the GM could do otherwise. */
  consent: z.boolean(),
  /** Numbers of entries whose hidden rolls were revealed to everyone. */
  opened: z.array(z.int()),
  /** The id of the battle's campaign. Undefined outside campaigns. */
  campaign: z.string().optional(),
  /** Open requests to the GM, one for each combatant or seat. */
  requests: z.array(requestSchema).optional(),
  /** Orders that wait for the GM because of a hidden combatant, by combatant or seat. */
  puts: z.record(z.string(), putSchema).optional(),
  /** True if numbers that players enter need no approval by the GM. */
  trusting: z.literal(true).optional(),
  /** The language of public texts, by its tag: `ja`. Undefined for English. */
  language: z.string().optional(),
  /** The battle's own GM channel. Default: the server's GM channel, or direct messages. */
  desk: z.string().optional(),
  /** The completed steps of a lesson, counted from 0. Undefined if the battle is no lesson. */
  lesson: z.array(z.int().min(0)).optional(),
  /** The saved character of each entrant, and when it was last saved before joining. */
  characters: z.record(z.string(), z.strictObject({ id: z.string(), savedAt: z.int() })),
  /** Who left the battle, why, and the number of the log entry. Without mistakes. */
  departed: z.record(z.string(), z.strictObject({ as: z.enum(departures), entry: z.int() })).optional(),
  /** The hash of each combatant's portrait. */
  faces: z.record(z.string(), pictureHash).optional(),
  backdrop: backdropSchema.optional(),
});
export type Session = z.output<typeof sessionSchema>;

/** Parses a session that was saved under an app edition. Throws if it is invalid. */
export const readSession = (house: number, saved: unknown): Session =>
  sessionSchema.parse(upcastApp('table', house, saved));

/** The schema of a session event. */
const event = <const Type extends string, Facts extends z.ZodRawShape>(type: Type, facts: Facts) =>
  z.strictObject({ type: z.literal(type), ...facts });

export const sessionEventSchema = z.discriminatedUnion('type', [
  event('opened', {
    name: z.string(),
    settings: z.unknown(),
    gm: z.string(),
    gmName: z.string(),
    sides: z.array(z.string()).optional(),
  }),
  event('setting-changed', { settings: z.unknown(), key: z.string(), value: z.unknown() }),
  /** The GM adopts a new default of a setting in a running battle. */
  event('setting-taken', { settings: z.unknown(), key: z.string(), value: z.unknown() }),
  /** The battle was converted to new editions. `kept`: settings unlike new defaults. `withdrew`: a cancelled order. */
  event('lifted', {
    kept: z.array(z.strictObject({ key: z.string(), value: z.unknown(), now: z.unknown() })),
    withdrew: z.strictObject({ user: z.string(), actor: z.string(), order: z.string() }).optional(),
  }),
  event('seated', { user: z.string(), name: z.string(), role: seatRole }),
  event('joined', { interaction: z.string() }),
  /** A user leaves. `actors`: the combatants or seats that the GM controls from now on. */
  event('unseated', { user: z.string(), name: z.string(), actors: z.array(z.string()) }),
  event('control-given', { actor: z.string(), user: z.string().optional() }),
  event('gm-handed', { to: z.string(), name: z.string() }),
  event('hidden', { who: z.string(), until: z.enum(['until-acts', 'until-revealed']) }),
  event('revealed', { who: z.string() }),
  event('standing-set', {
    actor: z.string(),
    kind: z.string(),
    choice: z.string().optional(),
    /** True if the standing order counts only while the player is away. */
    away: z.boolean().optional(),
  }),
  event('telling-set', { telling: disclosureSchema }),
  event('rolls-set', { rolls: z.enum(rollModes), foes: z.enum(rollModes).optional(), trace: z.boolean() }),
  event('dice-salted', { salt: z.string() }),
  event('renamed', { name: z.string() }),
  /** A combatant or entrant left. `gone`: true if it is no longer on the roster, so that no one controls it. */
  event('departed', { who: z.string(), as: z.enum(departures), entry: z.int(), gone: z.boolean() }),
  event('combatant-renamed', { who: z.string(), to: z.string() }),
  /** A ruling of the GM. `of`: the combatants concerned. Readers who cannot see them do not see the ruling. */
  event('ruled', { text: z.string(), of: z.array(z.string()).optional() }),
  /** The rules refuse an order because of a hidden combatant, so the GM must decide. */
  putSchema.extend({ type: z.literal('put-to-gm'), actor: z.string() }),
  /** The actor has given another order, so the GM need not decide. */
  event('put-settled', { actor: z.string() }),
  event('requested', { request: requestSchema }),
  /** The GM approved a request. `numbers`: the approved numbers. `open`: true if everyone may read them. */
  event('request-granted', { n: z.int(), actor: z.string(), user: z.string(), numbers: textSchema, open: z.boolean() }),
  event('request-refused', { n: z.int(), actor: z.string(), why: z.string().optional() }),
  event('numbers-set', { trusting: z.boolean() }),
  event('roll-opened', { entry: z.int() }),
  event('in-campaign', { campaign: z.string(), name: z.string() }),
  event('character-bound', { actor: z.string(), character: z.string(), savedAt: z.int() }),
  event('moved', { from: z.string(), to: z.string() }),
  event('clock-set', { clock: clockSchema }),
  event('clock-paused', {}),
  event('clock-resumed', {}),
  /** An expected actor gets the full time again. Without an actor: all expected actors. */
  event('clock-renewed', { actor: z.string().optional() }),
  event('clock-asked', { actor: z.string(), kind: z.string() }),
  event('deputy-named', { user: z.string(), deputy: deputySchema.optional() }),
  event('away-set', {
    user: z.string(),
    until: z.int().optional(),
    /** Autopilot for the user's combatants while away. Undefined for none. */
    tactics: z.enum(autopilotLevels).optional(),
  }),
  /** Autopilot of combatants. Undefined: the GM gives their orders again. */
  event('autopilot-set', { actors: z.array(z.string()).min(1), autopilot: autopilotSchema.optional() }),
  /** A whole round passed without an order from a person, so automation waits for one. */
  event('automation-paused', {}),
  event('consent-set', { consent: z.boolean() }),
  event('undo-asked', { entry: z.int() }),
  /** The strokes of a roll on the board. `hidden`: the hidden roll, if not everyone may see them. */
  event('drawn', {
    kinds: z.array(z.enum(['move', 'attack'])),
    hidden: z.strictObject({ entry: z.int(), rolls: z.enum(rollModes), user: z.string() }).optional(),
  }),
  /** A hidden combatant's plan. Undefined: the default of `hiddenPlanOf`. */
  event('plan-set', { actor: z.string(), plan: hiddenPlanSchema.optional() }),
  /** The battle's own GM channel. Undefined: the server's GM channel, or direct messages. */
  event('desk-set', { channel: z.string().optional() }),
  /** The language of public texts, by its tag. Undefined for English. */
  event('language-set', { language: z.string().optional() }),
  /** A combatant's portrait. Undefined to remove it. */
  event('face-set', { who: z.string(), face: pictureHash.optional() }),
  /** The background picture. Undefined to remove it. */
  event('backdrop-set', { backdrop: backdropSchema.optional() }),
  event('lesson-begun', {}),
  event('lesson-step-done', { step: z.int().min(0) }),
]);
export type SessionEvent = z.output<typeof sessionEventSchema>;

export const emptySession: Session = {
  name: '',
  settings: {},
  gm: '',
  gmName: '',
  seats: {},
  control: {},
  hidden: {},
  standing: {},
  awayOrders: {},
  away: {},
  deputies: {},
  clock: noClock,
  telling: { mode: 'words', words: defaultNumberWords.map((each) => ({ ...each })), of: {} },
  rolls: 'public',
  trace: true,
  joins: [],
  salt: '',
  consent: false,
  opened: [],
  characters: {},
};

/** Events by which a campaign's next battle begins with the clock, GM channel and other settings of this session. */
export const inheritedEvents = ({ clock, telling, consent, trusting, desk }: Session): readonly SessionEvent[] => {
  const events: readonly SessionEvent[] = [
    { type: 'clock-set', clock: { ...clock, paused: false } },
    { type: 'telling-set', telling },
    { type: 'consent-set', consent },
    { type: 'numbers-set', trusting: trusting === true },
    { type: 'desk-set', ...(desk !== undefined && { channel: desk }) },
  ];
  const unset = JSON.stringify(emptySession);
  return events.filter((event) => JSON.stringify(evolveSession(emptySession, event)) !== unset);
};

/** A function for each type of session event. */
export type SessionEventTable<Context, Outcome> = {
  readonly [Type in SessionEvent['type']]: (
    event: Extract<SessionEvent, { readonly type: Type }>,
    context: Context,
  ) => Outcome;
};

/** Calls the function for the type of an event. */
export const bySessionEvent = <Context, Outcome>(
  table: SessionEventTable<Context, Outcome>,
  event: SessionEvent,
  context: Context,
): Outcome => (table[event.type] as (event: SessionEvent, context: Context) => Outcome)(event, context);

const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/** The record with a key moved to its end. Removes the key if the value is undefined. */
const withEntry = <Value>(
  record: Readonly<Record<string, Value>> = {},
  key: string,
  value: Value | undefined,
): Record<string, Value> => ({ ...without(record, key), ...(value !== undefined && { [key]: value }) });

/** Names of the optional fields of a session. */
type OptionalPart = { [Part in keyof Session]-?: object extends Pick<Session, Part> ? Part : never }[keyof Session];

/** The session with one optional field replaced. Removes the field if the value is undefined or empty. */
const withPart = <Part extends OptionalPart>(session: Session, part: Part, value: Session[Part]): Session => {
  const others = { ...session };
  delete others[part];
  const isEmpty = value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? others : { ...others, [part]: value };
};

/** The open requests to the GM, oldest first. */
export const gmRequestsOf = ({ requests = [] }: Pick<Session, 'requests'>): readonly GmRequest[] => requests;

const withoutRequests = (session: Session, isGone: (request: GmRequest) => boolean): Session => {
  const left = gmRequestsOf(session).filter((each) => !isGone(each));
  return withPart(session, 'requests', left);
};

/** The event of a user who leaves the battle. */
export const unseatedEvent = ({ seats, control }: Session, user: string) => ({
  ...{ type: 'unseated' as const, user, name: ownValue(seats, user)?.name ?? 'Someone' },
  actors: Object.keys(control).filter((actor) => control[actor] === user),
});

const withoutPlan = (session: Session, actor: string): Session =>
  withPart(session, 'plans', without(session.plans ?? {}, actor));

/** Changes the ids of combatants in a session. `change` returns undefined for a combatant that left. */
const mapCombatants = (session: Session, change: (id: string) => string | undefined): Session => {
  const { hidden, plans, autopilot, standing, awayOrders, requests, puts, characters, faces, departed, control } =
    session;
  const own = { hidden, plans, autopilot, standing, awayOrders, requests, puts, characters, faces, departed };
  const mapped = Object.entries(own).map(([part, each]) => [part, mapIds(each, change)]);
  const runs = Object.entries(control).map(([actor, user]) => [change(actor), user]);
  const left = Object.fromEntries(runs.filter(([actor]) => actor !== undefined));
  return sessionSchema.parse({ ...session, ...Object.fromEntries(mapped), control: left });
};

const unchanged = (_: SessionEvent, session: Session): Session => session;

const evolvers: SessionEventTable<Session, Session> = {
  opened: ({ type: _, ...opened }, session) => ({ ...session, ...opened }),
  'setting-changed': ({ settings }, session) => ({ ...session, settings }),
  'setting-taken': ({ settings }, session) => ({ ...session, settings }),
  lifted: unchanged,
  seated: ({ user, name, role }, session) => ({ ...session, seats: { ...session.seats, [user]: { name, role } } }),
  joined: ({ interaction }, session) => ({ ...session, joins: [...session.joins, interaction] }),
  unseated: ({ user }, session) => ({
    ...session,
    seats: without(session.seats, user),
    control: Object.fromEntries(Object.entries(session.control).filter(([, controller]) => controller !== user)),
  }),
  'control-given': ({ actor, user }, session) => ({ ...session, control: withEntry(session.control, actor, user) }),
  'gm-handed': ({ to, name }, session) => ({
    ...session,
    gm: to,
    gmName: name,
    seats: { ...without(session.seats, to), [session.gm]: { name: session.gmName, role: 'co-gm' } },
  }),
  hidden: ({ who, until }, session) => ({ ...session, hidden: { ...session.hidden, [who]: until } }),
  revealed: ({ who }, session) => ({
    ...withPart(withoutPlan(session, who), 'puts', undefined),
    hidden: without(session.hidden, who),
  }),
  'plan-set': ({ actor, plan }, session) => withPart(session, 'plans', withEntry(session.plans, actor, plan)),
  'standing-set': ({ actor, kind, choice, away }, session) => {
    const part = away ? 'awayOrders' : 'standing';
    return { ...session, [part]: { ...session[part], [actor]: withEntry(session[part][actor], kind, choice) } };
  },
  'clock-set': ({ clock }, session) => ({ ...session, clock }),
  'clock-paused': (_, session) => ({ ...session, clock: { ...session.clock, paused: true } }),
  'clock-resumed': (_, session) => ({ ...session, clock: { ...session.clock, paused: false } }),
  'clock-renewed': unchanged,
  'clock-asked': unchanged,
  'deputy-named': ({ user, deputy }, session) => ({
    ...session,
    deputies: deputy === undefined ? without(session.deputies, user) : { ...session.deputies, [user]: deputy },
  }),
  'away-set': ({ user, until, tactics }, session) => ({
    ...withPart(
      session,
      'awayTactics',
      withEntry(session.awayTactics, user, until === undefined ? undefined : tactics),
    ),
    away: until === undefined ? without(session.away, user) : { ...session.away, [user]: until },
  }),
  'autopilot-set': ({ actors, autopilot }, session) =>
    withPart(
      session,
      'autopilot',
      actors.reduce((all, actor) => withEntry(all, actor, autopilot), session.autopilot ?? {}),
    ),
  'telling-set': ({ telling }, session) => ({ ...session, telling }),
  'rolls-set': ({ rolls, foes, trace }, session) => withPart({ ...session, rolls, trace }, 'foeRolls', foes),
  'dice-salted': ({ salt }, session) => ({ ...session, salt }),
  renamed: ({ name }, session) => ({ ...session, name }),
  departed: ({ who, as, entry, gone }, session) => {
    const others = withoutRequests(session, ({ actor }) => actor === who);
    const left = gone ? mapCombatants(others, (id) => (id === who ? undefined : id)) : others;
    const { characters, departed } = session;
    return as === 'mistake' ? left : { ...left, characters, departed: { ...departed, [who]: { as, entry } } };
  },
  'combatant-renamed': ({ who, to }, session) => mapCombatants(session, renaming(who, to)),
  ruled: ({ of }, session) => (of === undefined ? withPart(session, 'puts', undefined) : session),
  'put-to-gm': ({ actor, order, why }, session) =>
    withPart(session, 'puts', withEntry(session.puts, actor, { order, why })),
  'put-settled': ({ actor }, session) => withPart(session, 'puts', without(session.puts ?? {}, actor)),
  requested: ({ request }, session) =>
    withPart(session, 'requests', [...gmRequestsOf(session).filter(({ actor }) => actor !== request.actor), request]),
  'request-granted': ({ n }, session) => withoutRequests(session, (each) => each.n === n),
  'request-refused': ({ n }, session) => withoutRequests(session, (each) => each.n === n),
  'numbers-set': ({ trusting }, session) => withPart(session, 'trusting', trusting || undefined),
  'roll-opened': ({ entry: opened }, session) => {
    const left = (session.undrawn ?? []).filter(({ entry }) => entry !== opened);
    return { ...withPart(session, 'undrawn', left), opened: [...session.opened, opened] };
  },
  drawn: ({ kinds, hidden }, session) => {
    const left = (session.undrawn ?? []).filter(({ kind }) => !kinds.includes(kind));
    const added = hidden === undefined ? [] : kinds.map((kind) => ({ kind, ...hidden }));
    return withPart(session, 'undrawn', [...left, ...added]);
  },
  'in-campaign': ({ campaign }, session) => ({ ...session, campaign }),
  'character-bound': ({ actor, character, savedAt }, session) => ({
    ...session,
    characters: { ...session.characters, [actor]: { id: character, savedAt } },
  }),
  moved: unchanged,
  'automation-paused': unchanged,
  'consent-set': ({ consent }, session) => ({ ...session, consent }),
  'undo-asked': unchanged,
  'desk-set': ({ channel }, session) => withPart(session, 'desk', channel),
  'language-set': ({ language }, session) => withPart(session, 'language', language),
  'face-set': ({ who, face }, session) => withPart(session, 'faces', withEntry(session.faces, who, face)),
  'backdrop-set': ({ backdrop }, session) => withPart(session, 'backdrop', backdrop),
  'lesson-begun': (_, session) => ({ ...session, lesson: [] }),
  'lesson-step-done': ({ step }, session) => ({ ...session, lesson: [...(session.lesson ?? []), step] }),
};

export const evolveSession = (session: Session, event: SessionEvent): Session =>
  bySessionEvent(evolvers, event, session);

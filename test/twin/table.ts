import { formatCommand } from '../../src/app/replies/verb-names.ts';
import type { OpenBattle, PendingOrder } from '../../src/battle/saved/store.ts';
import { allExpectedActions } from '../../src/battle/views/expected-actions.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { surpriseKind } from '../../src/rules/surprise.ts';
import { rulesets } from '../../src/systems/index.ts';
import { any } from '../app/random-play.ts';
import type { Pick } from '../chance.ts';
import { isHinderedBy } from './hindrance.ts';
import { type World, world } from './world.ts';

/** Names that are part of a visible one, a common word, a regular expression, or one letter. */
const hiddenNames = ['Bo', 'Gri', 'Zombie 1', 'the', 'to', '.*', '(a|b)+', 'E', 'a', '$1', 'strikes', 'Xyzzy'];

/** The same battle twice, once with a hidden combatant that only the GM and its player may know. */
export interface Twin {
  readonly system: string;
  readonly hidden: string;
  /** Who controls the hidden combatant: the GM, or Ada, who also has a visible one. */
  readonly owner: 'gm' | 'ada';
  /** Players of both sides and a spectator, who must not know the hidden combatant. */
  readonly readers: readonly string[];
  /** True if the hidden combatant's turns are planned beforehand. */
  readonly planned: boolean;
  /** True if turns have a time limit. */
  readonly timed: boolean;
  readonly bare: World;
  readonly secret: World;
  /** Adds the hidden combatant, if it comes during the battle. Undefined if it is there from the beginning. */
  readonly bring: (() => Promise<boolean>) | undefined;
  /** Lets time pass in both worlds, and runs due alarms. */
  readonly pass: (seconds: number) => Promise<void>;
  /** True if the rules refuse this only because of the hidden combatant. Undefined if it is no verb. */
  readonly hinders: (user: string, path: string, input: object) => Promise<boolean | undefined>;
  /** True if the rules refused the last command only because of the hidden combatant. */
  readonly hindered: () => boolean | undefined;
  /** Gives a command in both worlds, and returns whether each accepted it. */
  readonly both: (user: string, path: string, input: object) => Promise<readonly [boolean, boolean]>;
  /** Gives a command only in the world with the hidden combatant. */
  readonly secretly: (path: string, input: object, user?: string) => Promise<boolean>;
  /** The commands so far, for the report of a difference. */
  readonly story: string[];
}

const sidesOf = (system: string): readonly [string, string] =>
  system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];

/** Boards that are small enough for early attacks, and others. */
const groundFor = (system: string, pick: Pick): string | undefined => {
  switch (system) {
    case 'skure':
      return pick(2) === 0 ? 'board.width=5, board.height=4' : 'board.width=12, board.height=12';
    case 'straalara':
      return pick(2) === 0 ? 'declarations=private' : undefined;
    case 'segment':
      return pick(3) === 0 ? 'useMap=false' : undefined;
    case 'sword-world':
      return pick(2) === 0 ? 'mode=standard' : undefined;
    // One warrior more than the preset's own must be within the points.
    case 'dskull':
      return 'points.limit=60';
    default:
      return undefined;
  }
};

/** A warband of three warriors, and the same with a fourth one. */
const bands = (sheet: unknown, hidden: string): readonly [few: unknown, more: unknown] | undefined => {
  const { warriors, ...band } = Object(sheet);
  if (!Array.isArray(warriors)) return undefined;
  const few = warriors.slice(0, 3);
  return [
    { ...band, warriors: few },
    { ...band, warriors: [...few, { ...few[0], name: hidden }] },
  ];
};

/** If the GM places all combatants at once, the hidden one is included. */
const alsoHidden = async (
  { secret, system, hidden }: Twin,
  user: string,
  path: string,
  input: object,
): Promise<object> => {
  const { placement } = { placement: undefined, ...input };
  if (
    system !== 'sword-world' ||
    user !== 'gm' ||
    !path.endsWith('place') ||
    typeof placement !== 'string' ||
    placement === ''
  )
    return {};
  const { settings } = (await secret.battle()).saved.table;
  return { placement: `${placement}; ${hidden}: ${Object(settings).mode === 'standard' ? '10' : 'front'}` };
};

/** An undo by the GM in one world undoes the same order in the other, and the hidden combatant's later orders. */
const takenBack = async ({ bare, secret }: Twin, user: string, path: string, done: boolean): Promise<object> => {
  if (path !== 'undo' || user !== 'gm' || !done) return {};
  const [last] = (await bare.log()).slice(-1);
  const [first] = last?.request.kind === 'undo' ? last.request.takes : [];
  const order = (await bare.log()).find(({ n }) => n === first)?.orderId;
  const there = (await secret.log()).find(({ orderId }) => orderId === order);
  return there === undefined ? {} : { to: there.n };
};

const start = 1_700_000_000_000;

/** True for a command that is given for a combatant. */
const isFor = (ruleset: Ruleset, path: string): boolean =>
  path === 'guide' ||
  Object.keys(ruleset.verbs).some((verb) => [verb, formatCommand(ruleset, verb).slice(1)].includes(path));

/** Opens both battles with the same users. */
export const twin = async (system: string, pick: Pick, opened = world, later = false): Promise<Twin> => {
  let now = start;
  let orders = 0;
  let hindered: boolean | undefined;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(system);
  const hidden = any(hiddenNames, pick) ?? 'Xyzzy';
  const [bare, secret] = [await opened(() => now), await opened(() => now)];
  const story: string[] = [`hidden: ${hidden}`];
  const titles = Object.values(ruleset.presets).map(({ title }) => title);
  const sheets = Object.values(ruleset.presets).map(({ sheet }) => sheet);
  const [own, foe] = sidesOf(system);
  const owner = system !== 'dskull' && pick(4) === 0 ? 'ada' : 'gm';
  // An option that addresses the order to the visible combatant of a player who has two.
  const forSeen = (user: string, path: string): object =>
    user === owner && owner !== 'gm' && isFor(ruleset, path) ? { as: 'Ada' } : {};
  const self: Twin = {
    system,
    hidden,
    owner,
    readers: ['ada', 'bob', 'eve'].filter((each) => each !== owner),
    planned: owner === 'gm' || pick(2) === 0,
    timed: pick(3) === 0,
    bare,
    secret,
    bring: later ? () => bringHidden() : undefined,
    story,
    pass: async (seconds) => {
      now += seconds * 1000;
      story.push(`${seconds} seconds pass`);
      await bare.ring();
      await secret.ring();
    },
    hinders: async (user, path, given) => {
      if (!isFor(ruleset, path)) return undefined;
      const input = { ...forSeen(user, path), ...given };
      const there = { ...input, ...(await alsoHidden(self, user, path, input)) };
      return isHinderedBy(await secret.battle(), hidden, {
        withIt: { user, path, input: there },
        without: { user, path, input },
      });
    },
    hindered: () => hindered,
    both: async (user, path, given) => {
      const id = `order-${++orders}`;
      hindered = await self.hinders(user, path, given);
      const input = { ...forSeen(user, path), ...given };
      const a = await bare.run(user, path, { ...input }, id);
      const also = await alsoHidden(self, user, path, input);
      const b = await secret.run(
        user,
        path,
        { ...input, ...also, ...(await takenBack(self, user, path, a === 'done')) },
        id,
      );
      story.push(`${user}: /${path} ${JSON.stringify(input)} → ${bare.last()}${a === b ? '' : ` | ${secret.last()}`}`);
      return [a === 'done', b === 'done'];
    },
    secretly: async (path, input, user = 'gm') => {
      const done = await secret.run(user, path, { ...input }, `hidden-${++orders}`);
      story.push(`  ${user} in secret: /${path} ${JSON.stringify(input)} → ${secret.last()}`);
      return done === 'done';
    },
  };
  const must = async (done: Promise<boolean | readonly [boolean, boolean]>): Promise<void> => {
    if (![await done].flat().every(Boolean)) throw new Error(story.join('\n'));
  };
  const settings = groundFor(system, pick);
  const grim = any(sheets, pick) ?? sheets[0];
  const band = later ? undefined : bands(grim, hidden);
  const until = pick(2) === 0 ? ('until-acts' as const) : ('until-revealed' as const);
  const brings = (name: string, side: string, sheet: unknown, more = {}) => ({
    name,
    side,
    json: JSON.stringify(sheet),
    ...more,
  });
  const bringHidden = (): Promise<boolean> =>
    self.secretly(
      'npc import',
      brings(hidden, pick(4) === 0 ? own : foe, any(sheets, pick), {
        hidden: until,
        ...(owner !== 'gm' && { player: owner }),
      }),
    );
  await must(self.both('gm', 'battle create', { system, name: 'Twin', ...(settings && { settings }) }));
  await must(self.both('ada', 'battle join', { name: 'Ada', side: own, preset: any(titles, pick) }));
  const first = pick(2) === 0;
  if (band === undefined && first && !later) await must(bringHidden());
  await must(
    self.both('bob', 'battle join', { name: 'Bob', side: pick(3) === 0 ? foe : own, preset: any(titles, pick) }),
  );
  if (band === undefined) await must(self.both('gm', 'npc import', brings('Grim', foe, grim)));
  else {
    await must(
      (async () => {
        const hides = () => ({
          ok: true as const,
          value: [{ type: 'hidden' as const, who: hidden, until }],
        });
        const issuer = { user: 'gm', name: 'gm', guild: 'guild', channel: 'table', orderId: 'hides' };
        return (await secret.services.battles.changeSession(issuer, 'hide', 'hide', hides)).ok;
      })(),
    );
    for (const [there, sheet] of [
      [bare, band[0]],
      [secret, band[1]],
    ] as const)
      if ((await there.run('gm', 'npc import', brings('Grim', foe, sheet), 'grim')) !== 'done')
        throw new Error(there.last());
  }
  if (band === undefined && pick(2) === 0)
    await must(self.both('gm', 'npc import', brings('Zombie 12', foe, any(sheets, pick))));
  if (band === undefined && !first && !later) await must(bringHidden());
  // A GM who plans nothing keeps a combatant hidden.
  if (self.planned && owner !== 'gm' && !later) await self.secretly('gm plan', { who: hidden, order: 'nothing' });
  if (self.timed)
    await must(
      self.both('gm', 'battle clock', {
        do: 'set',
        time: '2h',
        end: any(bare.ends, pick) ?? 'ask',
        ready: pick(2) === 0,
      }),
    );
  if (pick(3) === 0) await self.both('gm', 'gm foe-info', { mode: 'exact' });
  return self;
};

/** True if a value contains this text. Keys do not count, since a combatant may be called `to`. */
export const containsText = (value: unknown, text: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((each) => containsText(each, text))
    : value === text;

/** True if a question is about the hidden combatant's own doings: to it, or to the GM about its attack. */
export const isAskedFor = ({ question }: PendingOrder, hidden: string): boolean =>
  question.to === hidden || (question.kind === surpriseKind && containsText(question.says, hidden));

/** True if the battle waits for the hidden combatant, so that the GM must act for it first. */
export const isHiddenDue = (
  battle: OpenBattle,
  hidden: string,
): { readonly actor: string; readonly alone: boolean } | undefined => {
  const { game, saved } = battle;
  if (saved.pending !== undefined)
    return isAskedFor(saved.pending, hidden) ? { actor: hidden, alone: true } : undefined;
  const due = allExpectedActions(battle);
  if (due.some(({ actor }) => actor === hidden))
    return { actor: hidden, alone: due.every(({ actor }) => actor === hidden || actor === 'gm') };
  if (saved.system !== 'dskull') return undefined;
  // One warrior of a visible warband is hidden: it is due if it would be next or is acting.
  const [first] = due;
  const isIts =
    first !== undefined && containsText([first.fallback ?? first.auto, Object(game.save()).activation], hidden);
  return isIts ? { actor: first.actor, alone: true } : undefined;
};

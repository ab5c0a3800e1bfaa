import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import { requestsOf } from '../../battle/saved/session.ts';
import { momentOf } from '../../battle/saved/version-token.ts';
import { foesDue } from '../../battle/views/awaited.ts';
import { hiddenMoments, planFails, planText } from '../../battle/views/hidden-plans.ts';
import { whyNot } from '../../battle/views/refusals.ts';
import { warned } from '../../battle/views/reveal-warning.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { isFree } from '../../campaign/calendar.ts';
import { personOf } from '../../campaign/people.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { type Card, card } from '../../presentation/card.ts';
import type { Awaited } from '../../rules/awaited.ts';
import { gmActor } from '../../rules/call.ts';
import { line } from '../../rules/lines.ts';
import type { Asker } from '../commands/command.ts';
import { sheetLines } from '../input/sheets.ts';
import { directSaying, postSaying } from '../outbox/outbox-items.ts';
import type { Control, DeskNote, Press } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { requestText } from './gm-request-cards.ts';

/** Where a battle goes on. */
export const linkTo = ({ saved: { guild, channel } }: OpenBattle) => ({ label: 'Go to the battle', guild, channel });

/** Must what is said of this actor not be said before everybody? */
export const isSecret = (battle: OpenBattle, actor: string): boolean => viewerOf(battle).unseen.includes(actor);

/** The channel or thread in which the GM of a battle is told things in private, where one was named. */
const deskOf = async (
  { saved: { table, channel, guild } }: OpenBattle,
  { servers }: Pick<Services, 'servers'>,
): Promise<string | undefined> => {
  const desk = table.desk ?? (guild === undefined ? undefined : (await servers.settings(guild))?.desk);
  return desk === channel ? undefined : desk;
};

/**
 * Tells the GM something in private: at the desk that was named, else by direct message. Where neither reaches them, or they are not
 * to be called now, it stands on their next private answer (`waitingAtDesk`). Under the same key `once` it is said once.
 */
export const tellDesk = async (
  services: Pick<Services, 'servers' | 'people' | 'outbox' | 'now'>,
  battle: OpenBattle,
  note: DeskNote,
  once: string,
): Promise<'told' | 'untold'> => {
  const { gm, name } = battle.saved.table;
  const person = await personOf(services.people, gm);
  const called = person.pings.gm !== 'off' && isFree(services.now(), person);
  const told: Card = { ...note.card, title: `${name}: ${note.card.title}`, links: [linkTo(battle)] };
  const alone = { cards: [told], controls: note.controls };
  const desk = await deskOf(battle, services);
  if (desk === undefined && !called) return 'untold';
  const saying =
    desk === undefined
      ? directSaying(once, gm, alone, 'nothing')
      : postSaying(
          once,
          desk,
          { ...alone, ping: called ? [gm] : [] },
          undefined,
          called ? { user: gm, ...alone } : undefined,
        );
  await services.outbox.say(battle.saved, [saying]);
  return 'told';
};

/** A control of the desk: it acts in the battle, wherever it is pressed. */
export const atDesk = (
  { saved }: OpenBattle,
  label: string,
  { path, input = {} }: Pick<Press, 'path'> & Partial<Pick<Press, 'input'>>,
  style: 'primary' | 'secondary' = 'secondary',
): Control => ({
  kind: 'button',
  label: label.slice(0, 80),
  style,
  press: { path, input, battle: saved.id, moment: momentOf(saved), view: 'desk' },
});

const nameOf = (actor: string): string => (actor === gmActor ? 'The GM' : actor);

const titled = (verb: string): string => verb.charAt(0).toUpperCase() + verb.slice(1).replaceAll('-', ' ');

/** How many verbs of one who is due stand on a note. */
const verbsShown = 5;

/** What was planned for the hidden, where it cannot be done: then the GM is asked. */
const planLines = (battle: OpenBattle, due: Awaited) =>
  hiddenMoments(battle, due).flatMap((moment) => {
    const fails = planFails(battle, moment);
    if (fails === undefined) return [];
    const why = whyNot(battle, fails);
    const plan = planText(battle.saved.table.plans?.[moment.who]);
    return [line(`${moment.who} ${plan}. That cannot be done now: ${why}`, 'bad')];
  });

/** `(hidden)`, or which of a warband that everybody sees is the hidden one whose moment it is. */
const hiddenMark = (battle: OpenBattle, due: Awaited): string => {
  if (isSecret(battle, due.actor)) return ' (hidden)';
  const left = hiddenMoments(battle, due).map(({ who }) => who);
  return left.length === 0 ? '' : ` (only the hidden are left: ${left.join(', ')})`;
};

/** The moment of those whom the GM runs: `Shade to act`, with what could be ordered. */
export const turnNote = (battle: OpenBattle, due: readonly Awaited[]): DeskNote => {
  const [first] = due;
  const lines = due.flatMap((each) => [
    line(`${nameOf(each.actor)} ${each.what}${hiddenMark(battle, each)}.`),
    ...planLines(battle, each),
  ]);
  const [hidden] = first === undefined ? [] : hiddenMoments(battle, first);
  const verbs = due.length === 1 ? (first?.verbs ?? []).filter((verb) => battle.ruleset.verbs[verb] !== undefined) : [];
  const orders = verbs.slice(0, verbsShown).map((verb) =>
    atDesk(battle, warned(battle, titled(verb), first?.actor ?? gmActor, verb), {
      path: ['guide'],
      input: { verb, as: first?.actor ?? gmActor },
    }),
  );
  const next =
    first?.auto &&
    atDesk(
      battle,
      warned(battle, `Next: ${first.auto.label}`, first.actor, first.auto.verb),
      { path: ['gm', 'skip'] },
      'primary',
    );
  return {
    card: card('it is up to you', { lines }),
    controls: [
      ...(orders.length === 0 ? [] : [orders]),
      [
        ...(next === undefined ? [] : [next]),
        ...(hidden === undefined
          ? []
          : [
              atDesk(battle, 'Do nothing while hidden', {
                path: ['gm', 'plan'],
                input: { who: hidden.who, order: 'nothing' },
              }),
            ]),
        atDesk(battle, 'GM', { path: ['gm', 'panel'] }),
      ],
    ],
  };
};

/** A player came in with a sheet that no rulebook made: the GM reads it before the battle begins, or puts it right. */
export const sheetNote = (battle: OpenBattle, id: string, sheet: unknown): DeskNote => ({
  card: card(`${id} comes in with a sheet of their own`, {
    lines: sheetLines(sheet),
    footer: 'Nothing stands against it in the rulebook. /gm set puts a number right',
  }),
  controls: [[atDesk(battle, 'GM', { path: ['gm', 'panel'] })]],
});

/** Who is awaited of whom nobody else may know, and whom no player runs. */
export const secretlyDue = (battle: OpenBattle): readonly Awaited[] =>
  foesDue(battle).filter((due) => isSecret(battle, due.actor) || hiddenMoments(battle, due).length > 0);

/** So much of the end of a log is looked through for what waits. */
const tail = 60;

/**
 * What waits at the desk of a battle's GM, a text each: who is due of whom nobody else may know, what was put to them since anything
 * was done, blind rolls since their own last order. Nothing is kept for it: it follows from the battle and the end of its log.
 */
export const waitingAtDesk = async (
  battle: OpenBattle,
  { battles, waits }: Pick<Services, 'battles' | 'waits'>,
): Promise<readonly string[]> => {
  const { saved } = battle;
  if (saved.status === 'ended') return [];
  const log = await battles.log(saved.channel, Math.max(1, saved.version - tail), saved.version);
  const entries = log.ok ? log.value : [];
  const done = entries.findLastIndex(({ events }) => events.length > 0);
  const own = entries.findLastIndex(({ user }) => user === saved.table.gm);
  const over = (await waits.of(saved.id)).filter(({ actor, state }) => state === 'asked' && isSecret(battle, actor));
  return [
    ...secretlyDue(battle).map((each) =>
      [
        `${nameOf(each.actor)} ${each.what}`,
        ...planLines(battle, each).map(({ text }) => text.replace(/\.$/, '')),
      ].join('. '),
    ),
    ...over.map(({ actor }) => `The time of ${nameOf(actor)} has run out`),
    ...requestsOf(saved.table).map((request) => requestText(battle, request).replace(/\.$/, '')),
    ...entries
      .slice(done + 1)
      .flatMap(({ table }) =>
        table.flatMap((event) => (event.type === 'put-to-gm' ? [`${event.actor} wants: ${event.order}`] : [])),
      ),
    ...entries
      .slice(own + 1)
      .filter(({ rolls, dice, n }) => rolls === 'blind' && dice.length > 0 && !saved.table.opened.includes(n))
      .map(({ n }) => `A blind roll, entry ${n}`),
  ];
};

/** `3 things wait at your desk`: what leads there from a private answer. */
export const deskCount = (battle: OpenBattle, count: number): Control =>
  atDesk(battle, count === 1 ? 'One thing waits at your desk' : `${count} things wait at your desk`, {
    path: ['gm', 'panel'],
  });

/** Checks a place that is to be a desk: in the same server, not where a battle is read, and one that can be written in. */
export const deskPlace = async (
  { guild }: Pick<Asker, 'guild'>,
  channel: string,
  battle: string | undefined,
  { places }: Pick<Services, 'places'>,
) => {
  if (channel === battle) return refuse('desk-in-battle');
  const place = await places.look(channel);
  if (place === 'gone') return refuse('place-gone');
  if (place === 'forbidden') return refuse('place-forbidden');
  if (place.kind === 'forum') return refuse('desk-in-forum');
  return place.guild === guild ? ok(channel) : refuse('desk-elsewhere');
};

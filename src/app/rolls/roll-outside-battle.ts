import type { Issuer } from '../../battle/decide/decisions.ts';
import type { OutboxMessage, PlacedMessage } from '../../battle/saved/outbox.ts';
import type { RollMode } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { controlledCombatants, isGm } from '../../battle/views/permissions.ts';
import { type FreeRoll, rollLabels, rollResultLines } from '../../battle/views/roll-lines.ts';
import { type AskedRoll, type AskedRollPart, askedRollLifetime } from '../../campaign/asked-rolls.ts';
import { type Campaign, campaignLeaders, isLeader } from '../../campaign/campaigns.ts';
import { usersActedFor } from '../../campaign/people.ts';
import { phrase } from '../../core/message.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import type { Die } from '../../dice/dice.ts';
import { generateSeed } from '../../dice/entropy.ts';
import { rollNotation } from '../../dice/notation.ts';
import { createOrderDice } from '../../dice/order-dice.ts';
import { isSecretRoll } from '../../dice/power-roll.ts';
import { createScriptedDice } from '../../dice/scripted-dice.ts';
import { type Card, card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/lines.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import { type Asker, toSilentIssuer } from '../command-kit/command.ts';
import { findActiveBattle } from '../input/active-battle.ts';
import { toUnsentAnswer, writeWithAnswer } from '../outbox/durable-answer.ts';
import { createPrivateDelivery } from '../outbox/notifications.ts';
import {
  button,
  type CommandAnswer,
  type Control,
  createPost,
  createPrivateView,
  type Post,
  type Reply,
} from '../replies/reply.ts';
import type { CampaignServices, Services } from '../services.ts';

/** Does a roll succeed against its number? Nothing where it has none, or came to no total. */
const succeeds = (
  { succeeds: how, target, always }: AskedRollPart,
  total: number | undefined,
  natural: number,
): boolean | undefined => {
  if (target === undefined || total === undefined) return undefined;
  if (always !== undefined && natural === always.succeeds) return true;
  if (always !== undefined && natural === always.fails) return false;
  return how === 'at-least' ? total >= target : total <= target;
};

/** What somebody rolled; with the number it was held against, where whoever reads may know it. */
const rolledLine = (part: AskedRollPart, withTarget: boolean): Line => {
  const { name, notation, target, dice = [] } = part;
  const rolled = rollNotation(notation, createScriptedDice(dice));
  const [first, ...more] = rolled.ok ? rolled.value : [];
  if (first === undefined) return line(name);
  const rows = rollResultLines(rolled.ok ? rolled.value : []).flatMap((each) => each.rows);
  const totals = [first, ...more].map(({ total }) => total ?? 'automatic failure').join('; ');
  const natural = dice.reduce((sum, { value }) => sum + value, 0);
  const made = more.length === 0 && withTarget ? succeeds(part, first.total, natural) : undefined;
  if (made === undefined) return line(phrase`${name}: ${totals}`, 'plain', rows);
  return made
    ? line(phrase`${name}: ${totals} against ${target ?? ''}, success`, 'good', rows)
    : line(phrase`${name}: ${totals} against ${target ?? ''}, failure`, 'bad', rows);
};

const waitingLine = ({ name }: AskedRollPart): Line => line(phrase`${name}: not rolled yet`, 'quiet');

/** Whether the numbers of a roll are everybody’s. */
const arePublicNumbers = ({ rolls }: AskedRoll): boolean => rolls === 'public';

/** May everybody know that it was rolled for them? What the GM runs, and whoever is hidden, is the GM’s alone. */
export const isPublicRoll = ({ user, unseen }: AskedRollPart): boolean => user !== undefined && unseen !== true;

/** May a player know the number their own roll is held against? Their sheet’s own, or what everybody is told. */
const isTargetVisible = (asked: AskedRoll): boolean =>
  arePublicNumbers(asked) || (asked.rolls !== 'blind' && !asked.named);

const titleOf = ({ byName, what }: AskedRoll): string => phrase`${byName} asks for a roll: ${what}`;

const secrecy = {
  public: undefined,
  private: 'Only the roller and the GM see each result.',
  blind: 'Only the GM sees the results.',
  self: 'Only the roller sees each result.',
} as const;

/** What everybody may read of it: who has rolled, and what, where that is everybody’s. */
export const publicRollCard = (asked: AskedRoll): Card => {
  const note = secrecy[asked.rolls];
  const lines = asked.of.filter(isPublicRoll).map((part) => {
    if (part.dice === undefined) return waitingLine(part);
    return arePublicNumbers(asked) ? rolledLine(part, true) : line(phrase`${part.name}: has rolled`, 'good');
  });
  return card(titleOf(asked), { lines: [...lines, ...(note === undefined ? [] : [line(note, 'quiet')])] });
};

/** All results, for the GM: in one table. */
export const gmRollCard = (asked: AskedRoll): Card => {
  const reads = (part: AskedRollPart): boolean => asked.rolls !== 'self' || part.user === undefined;
  const lines = asked.of.map((part) => {
    if (part.dice === undefined) return waitingLine(part);
    return reads(part) ? rolledLine(part, true) : line(phrase`${part.name}: has rolled`, 'good');
  });
  return card(phrase`${asked.what}: all results`, { lines });
};

/** What one person rolled, as far as it is theirs to know; nothing where it is not. */
export const personalRollCard = (asked: AskedRoll, mine: readonly AskedRollPart[]): Card | undefined =>
  asked.rolls === 'blind' || mine.length === 0
    ? undefined
    : card(asked.what, { lines: mine.map((part) => rolledLine(part, isTargetVisible(asked))) });

/** Is somebody still to roll? */
export const isRollIncomplete = ({ of }: AskedRoll): boolean => of.some(({ dice }) => dice === undefined);

/** The path of what is pressed under a roll that was asked for. */
export const askedRollPath = ['asked-roll'] as const;

/** What stands under it: to roll, to roll for those who do not come, to read all. */
export const askedRollControls = (asked: AskedRoll): readonly (readonly Control[])[] => {
  const press = (does: 'roll' | 'rest' | 'results') => ({ path: askedRollPath, input: { id: asked.id, does } });
  return [
    [
      ...(isRollIncomplete(asked)
        ? [button('Roll', press('roll'), 'primary'), button('GM: roll for the rest', press('rest'))]
        : []),
      ...(arePublicNumbers(asked) ? [] : [button('GM: results', press('results'))]),
    ],
  ].filter((row) => row.length > 0);
};

/** Tells those who lead a campaign what is theirs to know, but for who asked. */
const tellLeaders = async (
  asker: Asker,
  campaign: Campaign,
  told: Card,
  services: Pick<Services, 'now' | 'outbox' | 'people'>,
): Promise<void> => {
  const { name, guild } = campaign;
  const titled = {
    ...told,
    title: phrase`${name}: ${told.title}`,
    links: [{ label: 'Go there', guild, channel: asker.channel }],
  };
  const others = campaignLeaders(campaign).filter((leader) => leader !== asker.user);
  const says: OutboxMessage[] = [];
  for (const leader of others)
    says.push(
      await createPrivateDelivery(leader, { cards: [titled] }, `roll ${asker.orderId} ${leader}`, 'gm', services),
    );
  if (says.length > 0) await services.outbox.send(asker, says);
};

/** Rolls dice of a seed of their own. */
const rollUnlogged = (notation: string, orderId: string) => {
  const dice = createOrderDice({ seed: generateSeed(), salt: '', orderId });
  const rolled = rollNotation(notation, dice);
  return rolled.ok
    ? ok({ results: rolled.value, dice: dice.rolledDice() })
    : refuse('bad-dice-notation', { notation, problem: rolled.error.message });
};

/**
 * A roll where no battle goes on: it is neither logged nor proved. What its GM is to read goes to those who lead the campaign of the
 * channel; refuses a roll for the GM alone where there is none.
 */
export const rollOutsideBattle = async (
  asker: Asker,
  free: FreeRoll,
  wanted: RollMode | undefined,
  services: CampaignServices & Pick<Services, 'now' | 'outbox' | 'people'>,
): Promise<CommandAnswer> => {
  const { notation } = free;
  const rolls = wanted ?? (isSecretRoll(notation) ? 'self' : 'public');
  const forGm = rolls === 'blind' || rolls === 'private';
  const campaign = forGm ? await findRunningCampaign(asker, services) : undefined;
  if (rolls === 'blind' && campaign === undefined) return refuse('no-gm-here');
  const rolled = rollUnlogged(notation, asker.orderId);
  if (!rolled.ok) return rolled;
  const { results } = rolled.value;
  const told = card(phrase`${asker.name} rolls`, { lines: rollResultLines(results, rollLabels(free, results)) });
  if (rolls === 'public') return ok(createPost({ cards: [told] }));
  if (campaign !== undefined) await tellLeaders(asker, campaign, told, services);
  const isBlind = rolls === 'blind' && campaign !== undefined && !campaignLeaders(campaign).includes(asker.user);
  return isBlind
    ? ok(
        createPost({
          cards: [
            card('', { lines: [line(phrase`${asker.name} rolls in secret; only the GM sees the result.`, 'quiet')] }),
          ],
        }),
      )
    : ok(createPrivateView({ cards: [told] }));
};

/** How a roll is kept in a battle: what the GM rolls is for the GM, but for a player’s where everybody sees it. */
const modeOf = ({ rolls }: Pick<AskedRoll, 'rolls'>, part: AskedRollPart, byGm: boolean): RollMode => {
  if (!isPublicRoll(part)) return 'blind';
  return byGm && rolls !== 'public' ? 'blind' : rolls;
};

/** Rolled in a battle it is logged and can be proved, under an id of its own; elsewhere it is only a roll. */
const rollDice = async (
  battle: OpenBattle | undefined,
  issuer: Issuer,
  { notation, name }: AskedRollPart,
  what: string,
  rolls: RollMode,
  { battles }: Pick<Services, 'battles'>,
): Promise<Result<readonly Die[], Refusal>> => {
  if (battle !== undefined) {
    const report = await battles.roll(issuer, { notation, comment: phrase`${name}, ${what}` }, rolls);
    return report.ok ? ok(report.value.entry.dice) : report;
  }
  const rolled = rollUnlogged(notation, issuer.orderId);
  return rolled.ok ? ok(rolled.value.dice) : rolled;
};

/** Rolls those parts that `theirs` picks and nobody has rolled yet. */
export const rollPendingParts = async (
  asker: Asker,
  asked: AskedRoll,
  theirs: (part: AskedRollPart) => boolean,
  byGm: boolean,
  services: Pick<Services, 'battles'>,
): Promise<Result<AskedRoll, Refusal>> => {
  const there = await findActiveBattle({ channel: asked.channel }, services);
  const battle = there?.saved.id === asked.battle ? there : undefined;
  // What is answered is the message of all of them: no roll is told by itself.
  const issuer = toSilentIssuer(asker);
  const of: AskedRollPart[] = [];
  let nth = 0;
  for (const part of asked.of) {
    if (part.dice !== undefined || !theirs(part)) {
      of.push(part);
      continue;
    }
    const orderId = nth++ === 0 ? asker.orderId : `${asker.orderId}:${nth}`;
    const mode = modeOf(asked, part, byGm);
    const dice = await rollDice(battle, { ...issuer, orderId }, part, asked.what, mode, services);
    if (!dice.ok) return dice;
    of.push({ ...part, dice: [...dice.value] });
  }
  return ok({ ...asked, of });
};

const maxAttempts = 20;

/** Is this person a GM of the battle or campaign where it was asked for? */
const isGmOf = async (asker: Asker, asked: AskedRoll, services: CampaignServices): Promise<boolean> => {
  if (asker.user === asked.by) return true;
  if (asked.battle !== undefined) {
    const battle = await services.battles.openById(asked.battle);
    return battle.ok && isGm(battle.value.saved.table, asker.user);
  }
  const campaign = await findRunningCampaign(asked, services);
  return campaign !== undefined && isLeader(campaign, asker.user);
};

/** Whose rolls a person may make: their own and those of whom they act for, in a battle of the combatants they may command now. */
const ownParts = async (
  asker: Asker,
  asked: AskedRoll,
  { battles, people, now }: Pick<Services, 'battles' | 'people' | 'now'>,
): Promise<(part: AskedRollPart) => boolean> => {
  const battle = asked.battle === undefined ? undefined : await battles.openById(asked.battle);
  if (battle?.ok !== true) {
    const users = new Set([asker.user, ...(await usersActedFor(people, asker.user, now()))]);
    return ({ user }) => user !== undefined && users.has(user);
  }
  const actors = new Set(controlledCombatants(battle.value, asker.user));
  const names = new Set(battle.value.game.roster().flatMap(({ id, actor }) => (actors.has(actor) ? [id, actor] : [])));
  return ({ user, name }) => user !== undefined && names.has(name);
};

/** The GM who asked is told all results once they are in, unless the GM rolled last, or everybody reads them. */
const resultMessages = async (
  asked: AskedRoll,
  asker: Asker,
  services: Pick<Services, 'now' | 'people'>,
): Promise<readonly OutboxMessage[]> => {
  const { rolls, by, byName: _, guild, channel, id } = asked;
  if (isRollIncomplete(asked) || by === asker.user || rolls === 'public' || rolls === 'self') return [];
  const told = { ...gmRollCard(asked), links: [{ label: 'Go there', guild, channel }] };
  return [await createPrivateDelivery(by, { cards: [told] }, `asked ${id}`, 'gm', services)];
};

/** The message of it as it stands, in the place of the one that was pressed. */
const refreshedPost = (asked: AskedRoll, aside: Post['aside']): Post =>
  createPost({ cards: [publicRollCard(asked)], controls: askedRollControls(asked), replaces: true, aside });

/** Saves a roll that was asked for with the answer to it. False if it was changed meanwhile. */
const saveWithAnswer = async (
  asker: Asker,
  asked: AskedRoll,
  reply: Reply,
  services: Pick<Services, 'askedRolls' | 'outbox'>,
  moreMessages: readonly OutboxMessage[] = [],
): Promise<boolean> => {
  const write = (said: PlacedMessage | undefined) => services.askedRolls.save(asked, said);
  const isWritten = (result: Awaited<ReturnType<typeof write>>) => result === 'kept';
  return isWritten(await writeWithAnswer(services, asker, toUnsentAnswer(reply), write, { isWritten, moreMessages }));
};

/** Somebody presses what stands under a roll that was asked for. */
export const handleAskedRollPress = async (
  asker: Asker,
  id: string,
  does: 'roll' | 'rest' | 'results',
  services: CampaignServices & Pick<Services, 'askedRolls' | 'now' | 'outbox' | 'people'>,
): Promise<CommandAnswer> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const asked = await services.askedRolls.byId(id);
    if (asked === undefined || asked.at < services.now() - askedRollLifetime) return refuse('asked-roll-gone');
    const isLeader = await isGmOf(asker, asked, services);
    if (does !== 'roll' && !isLeader) return refuse('gm-only');
    if (does === 'results') return ok(createPrivateView({ cards: [gmRollCard(asked)] }));
    const own = await ownParts(asker, asked, services);
    const theirs = does === 'rest' ? () => true : own;
    const waiting = asked.of.filter((part) => part.dice === undefined && theirs(part));
    if (waiting.length === 0) {
      const mine = asked.of.filter((part) => part.dice !== undefined && own(part));
      const again = does === 'roll' ? personalRollCard(asked, mine) : undefined;
      return again === undefined
        ? refuse(mine.length > 0 ? 'rolled-already' : 'roll-not-asked', { who: mine[0]?.name })
        : ok(createPrivateView({ cards: [again] }));
    }
    const rolled = await rollPendingParts(asker, asked, theirs, does === 'rest', services);
    if (!rolled.ok) return rolled;
    const next = { ...rolled.value, version: asked.version + 1 };
    const mine = next.of.filter((part) => waiting.some(({ name, user }) => name === part.name && user === part.user));
    const beside = does === 'rest' ? gmRollCard(next) : personalRollCard(next, mine);
    const aside = next.rolls === 'public' || beside === undefined ? [] : [beside];
    const told = refreshedPost(next, aside);
    const moreMessages = await resultMessages(next, asker, services);
    if (await saveWithAnswer(asker, next, told, services, moreMessages)) return ok(told);
  }
  return refuse('busy');
};

/** Keeps a roll that was asked for, and says it; given once more it is answered as before. */
export const createAskedRoll = async (
  asker: Asker,
  asked: AskedRoll,
  told: (asked: AskedRoll) => Reply,
  services: Pick<Services, 'askedRolls' | 'now' | 'outbox'>,
): Promise<CommandAnswer> => {
  const reply = told(asked);
  await services.askedRolls.sweep(asked, services.now() - askedRollLifetime);
  if (await saveWithAnswer(asker, asked, reply, services)) return ok(reply);
  const there = await services.askedRolls.byId(asked.id);
  return there === undefined ? refuse('busy') : ok(told(there));
};

import type { Issuer } from '../../battle/decide/decisions.ts';
import type { OutboxMessage, PlacedMessage } from '../../battle/saved/outbox.ts';
import type { RollMode } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { type FreeRoll, rollLabels, rollResultLines, rollResultText } from '../../battle/views/roll-lines.ts';
import { controlledCombatants, isGm } from '../../battle/views/viewer.ts';
import { type AskedRoll, type AskedRollPart, askedRollLifetime } from '../../campaign/asked-rolls.ts';
import { type Campaign, campaignLeaders, isLeader } from '../../campaign/campaigns.ts';
import { usersActedFor } from '../../campaign/people.ts';
import { listText, ok, phrase, type Result, refuse, runForEveryone, term, worded } from '../../core/message.ts';
import { createScriptedDice, type Die } from '../../dice/dice.ts';
import { rollNotation } from '../../dice/notation.ts';
import { createOrderDice, generateSeed } from '../../dice/order-dice.ts';
import { isSecretRoll } from '../../dice/power-roll.ts';
import { type Card, card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/event.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import { type Asker, toSilentIssuer } from '../command-kit/command.ts';
import { findActiveBattle } from '../input/battle-names.ts';
import { writeWithAnswer } from '../outbox/durable-answer.ts';
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
import type { CampaignServices, Need } from '../services.ts';

/** True if a roll reaches its target number. Undefined if the roll has no target number or no total. */
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

const outcomeWord = (isSuccess: boolean, isAutomatic: boolean): string => {
  if (isAutomatic) return worded(isSuccess ? 'automatic success' : 'automatic failure');
  return worded(isSuccess ? 'success' : 'failure');
};

/** A line with one target's roll. `withTarget`: the line also says the target number. */
const rolledLine = (part: AskedRollPart, withTarget: boolean): Line => {
  const { name, notation, target, dice = [] } = part;
  const rolled = rollNotation(notation, createScriptedDice(dice));
  const [first, ...more] = rolled.ok ? rolled.value : [];
  if (first === undefined) return line(name);
  const rows = rollResultLines(rolled.ok ? rolled.value : []).flatMap((each) => each.rows);
  const natural = dice.reduce((sum, { value }) => sum + value, 0);
  const isAutomatic = more.length === 0 && (natural === part.always?.succeeds || natural === part.always?.fails);
  const earned = natural === part.always?.fails && part.always.earns ? [worded(part.always.earns)] : [];
  const made = more.length === 0 && withTarget ? succeeds(part, first.total, natural) : undefined;
  const total = first.total ?? term('automatic failure');
  if (made === undefined) {
    const end = isAutomatic ? [outcomeWord(natural !== part.always?.fails, true)] : [];
    const results = [first, ...more].map(rollResultText).join('; ');
    return line(phrase`${name}: ${listText([results, ...end, ...earned])}`, 'plain', rows);
  }
  const says = [phrase`${total} against ${target ?? ''}`, outcomeWord(made, isAutomatic), ...(made ? [] : earned)];
  return line(phrase`${name}: ${listText(says)}`, made ? 'good' : 'bad', rows);
};

/** A line about one part of a roll request. Secret dice are left out. */
const partLine = (part: AskedRollPart, isSecret: boolean): Line => {
  if (part.dice === undefined) return line(phrase`${part.name}: not rolled yet`, 'quiet');
  return isSecret ? line(phrase`${part.name}: has rolled`, 'good') : rolledLine(part, true);
};

const arePublicNumbers = ({ rolls }: AskedRoll): boolean => rolls === 'public';

/** True if everyone may know of this roll. Rolls of the GM's and of hidden combatants are GM-only. */
export const isPublicRoll = ({ user, unseen }: AskedRollPart): boolean => user !== undefined && unseen !== true;

/** True if a player may know the target number of the player's own roll. */
const isTargetVisible = (asked: AskedRoll): boolean =>
  arePublicNumbers(asked) || (asked.rolls !== 'blind' && !asked.named);

const titleOf = ({ byName, what }: AskedRoll): string => phrase`${byName} asks for a roll: ${what}`;

const secrecy = {
  public: undefined,
  private: 'Only the roller and the GM see each result.',
  blind: 'Only the GM sees the results.',
  self: 'Only the roller sees each result.',
} as const;

/** The public card of a roll request: who has already rolled, and results that are public. */
export const publicRollCard = (asked: AskedRoll): Card => {
  const note = secrecy[asked.rolls];
  const lines = asked.of.filter(isPublicRoll).map((part) => partLine(part, !arePublicNumbers(asked)));
  return card(titleOf(asked), { lines: [...lines, ...(note === undefined ? [] : [line(note, 'quiet')])] });
};

/** The GM's card of a roll request, with the results of all rolls. */
export const gmRollCard = (asked: AskedRoll): Card => {
  const lines = asked.of.map((part) => partLine(part, asked.rolls === 'self' && part.user !== undefined));
  return card(phrase`${asked.what}: all results`, { lines });
};

/** A card with the rolls of one user. Undefined if the user may not know the results. */
export const personalRollCard = (asked: AskedRoll, mine: readonly AskedRollPart[]): Card | undefined =>
  asked.rolls === 'blind' || mine.length === 0
    ? undefined
    : card(asked.what, { lines: mine.map((part) => rolledLine(part, isTargetVisible(asked))) });

export const isRollIncomplete = ({ of }: AskedRoll): boolean => of.some(({ dice }) => dice === undefined);

/** The path of the command that handles buttons of a roll request. */
export const askedRollPath = ['asked-roll'] as const;

/** Buttons of a roll request: roll, roll for all others, show results. */
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

/** Sends a private card to the campaign's leaders, but not to the user who rolled. */
const tellLeaders = async (
  asker: Asker,
  campaign: Campaign,
  tell: () => Card,
  services: Need<'now' | 'outbox' | 'people'>,
): Promise<void> => {
  const { name, guild } = campaign;
  const titled = (): Card => {
    const told = tell();
    const links = [{ label: 'Go there', guild, channel: asker.channel }];
    return { ...told, title: phrase`${name}: ${told.title}`, links };
  };
  const others = campaignLeaders(campaign).filter((leader) => leader !== asker.user);
  const says: OutboxMessage[] = [];
  for (const leader of others)
    says.push(
      await createPrivateDelivery(
        leader,
        () => ({ cards: [titled()] }),
        `roll ${asker.orderId} ${leader}`,
        'gm',
        services,
      ),
    );
  if (says.length > 0) await services.outbox.send(asker, says);
};

/** Rolls dice with a new random seed. The roll is not logged. */
const rollUnlogged = (notation: string, orderId: string) => {
  const dice = createOrderDice({ seed: generateSeed(), salt: '', orderId });
  const rolled = rollNotation(notation, dice);
  return rolled.ok
    ? ok({ results: rolled.value, dice: dice.rolledDice() })
    : refuse('bad-dice-notation', { notation, problem: rolled.error });
};

/** Rolls without a battle, so that no log proves the roll. Refuses a blind roll without a GM with `no-gm-here`. */
export const rollOutsideBattle = async (
  asker: Asker,
  free: FreeRoll,
  wanted: RollMode | undefined,
  services: CampaignServices & Need<'now' | 'outbox' | 'people'>,
): Promise<CommandAnswer> => {
  const { notation } = free;
  const rolls = wanted ?? (isSecretRoll(notation) ? 'self' : 'public');
  const forGm = rolls === 'blind' || rolls === 'private';
  const campaign = forGm ? await findRunningCampaign(asker, services) : undefined;
  if (rolls === 'blind' && campaign === undefined) return refuse('no-gm-here');
  const rolled = rollUnlogged(notation, asker.orderId);
  if (!rolled.ok) return rolled;
  const { results } = rolled.value;
  const tell = () => card(phrase`${asker.name} rolls`, { lines: rollResultLines(results, rollLabels(free, results)) });
  if (rolls === 'public') return ok(runForEveryone(() => createPost({ cards: [tell()] })));
  if (campaign !== undefined) await tellLeaders(asker, campaign, tell, services);
  const isBlind = rolls === 'blind' && campaign !== undefined && !campaignLeaders(campaign).includes(asker.user);
  if (!isBlind) return ok(createPrivateView({ cards: [tell()] }));
  const secretly = () => line(phrase`${asker.name} rolls in secret; only the GM sees the result.`, 'quiet');
  return ok(runForEveryone(() => createPost({ cards: [card('', { lines: [secretly()] })] })));
};

/** The roll mode of one part of a request. The GM's rolls are blind, except public rolls for players. */
const modeOf = ({ rolls }: Pick<AskedRoll, 'rolls'>, part: AskedRollPart, byGm: boolean): RollMode => {
  if (!isPublicRoll(part)) return 'blind';
  return byGm && rolls !== 'public' ? 'blind' : rolls;
};

/** Rolls dice for one part of a request. In a battle the roll is logged, elsewhere not. */
const rollDice = async (
  battle: OpenBattle | undefined,
  issuer: Issuer,
  { notation, name, always }: AskedRollPart,
  what: string,
  rolls: RollMode,
  { battles }: Need<'battles'>,
): Promise<Result<readonly Die[]>> => {
  if (battle !== undefined) {
    // Dice that the GM typed are no check of the rulebook.
    const free = { notation, comment: phrase`${name}, ${what}`, ...(always && { checkOf: name }) };
    const report = await battles.roll(issuer, free, rolls);
    return report.ok ? ok(report.value.entry.dice) : report;
  }
  const rolled = rollUnlogged(notation, issuer.orderId);
  return rolled.ok ? ok(rolled.value.dice) : rolled;
};

/** Rolls the parts of a request that are still open and that `theirs` selects. */
export const rollPendingParts = async (
  asker: Asker,
  asked: AskedRoll,
  theirs: (part: AskedRollPart) => boolean,
  byGm: boolean,
  services: Need<'battles'>,
): Promise<Result<AskedRoll>> => {
  const there = await findActiveBattle({ channel: asked.channel }, services);
  const battle = there?.saved.id === asked.battle ? there : undefined;
  // The request's own message is the answer, so single rolls have none.
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
    const always = part.always && { ...part.always, ...(battle === undefined && { earns: undefined }) };
    of.push({ ...part, ...(always && { always }), dice: [...dice.value] });
  }
  return ok({ ...asked, of });
};

const maxAttempts = 20;

/** True if the user is a GM of the battle or campaign in which the roll was requested. */
const isGmOf = async (asker: Asker, asked: AskedRoll, services: CampaignServices): Promise<boolean> => {
  if (asker.user === asked.by) return true;
  if (asked.battle !== undefined) {
    const battle = await services.battles.openById(asked.battle);
    return battle.ok && isGm(battle.value.saved.table, asker.user);
  }
  const campaign = await findRunningCampaign(asked, services);
  return campaign !== undefined && isLeader(campaign, asker.user);
};

/** Selects the parts that a user may roll: for combatants under the user's control. Outside battles also as deputy. */
const ownParts = async (
  asker: Asker,
  asked: AskedRoll,
  { battles, people, now }: Need<'battles' | 'people' | 'now'>,
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

/** The message with all results to the GM who asked. Empty if this GM already sees the results. */
const resultMessages = async (
  asked: AskedRoll,
  asker: Asker,
  services: Need<'now' | 'people'>,
): Promise<readonly OutboxMessage[]> => {
  const { rolls, by, byName: _, guild, channel, id } = asked;
  if (isRollIncomplete(asked) || by === asker.user || rolls === 'public' || rolls === 'self') return [];
  const told = () => ({ cards: [{ ...gmRollCard(asked), links: [{ label: 'Go there', guild, channel }] }] });
  return [await createPrivateDelivery(by, told, `asked ${id}`, 'gm', services)];
};

/** The updated message of a roll request. It replaces the message whose button was pressed. */
const refreshedPost = (asked: AskedRoll, aside: Post['aside']): Post =>
  runForEveryone(() =>
    createPost({ cards: [publicRollCard(asked)], controls: askedRollControls(asked), replaces: true, aside }),
  );

/** Saves a changed roll request with the answer. False if another user changed the request at the same time. */
const saveWithAnswer = async (
  asker: Asker,
  asked: AskedRoll,
  reply: Reply,
  services: Need<'askedRolls' | 'outbox'>,
  moreMessages: readonly OutboxMessage[] = [],
): Promise<boolean> => {
  const write = (said: PlacedMessage | undefined) => services.askedRolls.save(asked, said);
  return (await writeWithAnswer(services, asker, reply, write, { moreMessages })) === 'kept';
};

/** Handles a press of a button under a roll request. */
export const handleAskedRollPress = async (
  asker: Asker,
  id: string,
  does: 'roll' | 'rest' | 'results',
  services: CampaignServices & Need<'askedRolls' | 'now' | 'outbox' | 'people'>,
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

/** Saves a new roll request with its message. If the same command is repeated, returns the first answer. */
export const createAskedRoll = async (
  asker: Asker,
  asked: AskedRoll,
  told: (asked: AskedRoll) => Reply,
  services: Need<'askedRolls' | 'now' | 'outbox'>,
): Promise<CommandAnswer> => {
  const reply = told(asked);
  await services.askedRolls.sweep(asked, services.now() - askedRollLifetime);
  if (await saveWithAnswer(asker, asked, reply, services)) return ok(reply);
  const there = await services.askedRolls.byId(asked.id);
  return there === undefined ? refuse('busy') : ok(told(there));
};

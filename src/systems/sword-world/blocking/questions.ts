import { z } from 'zod';
import { joined, listing, ok, phrase, ref, refuse, say, type Text } from '../../../core/message.ts';
import { step } from '../../../rules/event.ts';
import { askQuestion, type Caller, mayCommand, type Question } from '../../../rules/expected-action.ts';
import { createLimitCounter, rejectChoice } from '../../../rules/order-limits.ts';
import { combatantsParam, textParam, wholeNumberParam } from '../../../rules/verb.ts';
import { placeText } from '../battlefield.ts';
import { offerOwnUnits, requireCombatant } from '../checks.ts';
import { isUnitAble } from '../conditions.ts';
import { type EarlyStop, listPathPositions } from '../movement/movement.ts';
import { areHostile, findSkirmish, findSkirmishAround, isCharacter, isMount, skirmishRole } from '../relations.ts';
import { reply, type State, type Unit } from '../state.ts';
import { find, findByName, requireUnit, withoutUnits } from '../units.ts';
import { type Block, type BlockedMovement, blockReach, requireBlock } from './blocking.ts';

/** Formats a block: `Wolf, Mira at 4`, `s1 by Goblin with Orc`. */
export const formatBlock = ({ by, at, skirmish, assist = [] }: Block): string =>
  skirmish === undefined
    ? `${by.join(', ')} at ${at}`
    : `${skirmish} by ${by.join(', ')}${assist.length > 0 ? ` with ${assist.join(', ')}` : ''}`;

const parseBlock = (text: string): Block | undefined => {
  const names = (list: string) => list.split(',').map((name) => name.trim());
  const [, by, at] = /^(.+) at (-?\d+)$/.exec(text) ?? [];
  if (by !== undefined) return { by: names(by), at: Number(at) };
  const [, skirmish, held, assist] = /^(\S+) by (.+?)(?: with (.+))?$/.exec(text) ?? [];
  return held === undefined
    ? undefined
    : { skirmish, by: names(held), ...(assist !== undefined && { assist: names(assist) }) };
};

const movementSchema = z.object({ unit: z.string(), from: z.int(), to: z.int(), companions: z.array(z.string()) });

/** The movement that a question is about. Undefined if the question is about something other than a block. */
const movementInQuestion = (state: State, { facts }: Question): BlockedMovement | undefined => {
  const asked = movementSchema.safeParse(facts);
  const unit = asked.success ? find(state, asked.data.unit) : undefined;
  if (!asked.success || unit === undefined) return undefined;
  const { from, to, companions } = asked.data;
  return {
    unit,
    from: { pos: from },
    path: listPathPositions(from, to),
    retreating: findSkirmish(state, unit.id)?.id,
    companions: companions.flatMap((id) => find(state, id) ?? []),
  };
};

type Step = ReturnType<typeof createLimitCounter>;

/** The blocks that one unit can lead, nearest first, each with as few helpers as possible. */
const blocksLedBy = (state: State, passage: BlockedMovement, lead: Unit, step: Step): readonly Block[] => {
  const melee = findSkirmish(state, lead.id);
  const holding = (block: Block) => requireBlock(state, passage, block).ok;
  if (melee) {
    const alone = { skirmish: melee.id, by: [lead.id] };
    const near = (each: Unit) =>
      !areHostile(each, lead) &&
      isUnitAble(each) &&
      findSkirmishAround(state, each)?.id === melee.id &&
      !findSkirmish(state, each.id);
    const helped = { ...alone, assist: state.units.filter(near).map(({ id }) => id) };
    return [alone, ...(helped.assist.length > 0 ? [helped] : [])].filter(holding).slice(0, 1);
  }
  if (skirmishRole(state, lead) !== 'free') return [];
  const friends = state.units.filter((each) => each.id !== lead.id && !areHostile(each, lead) && isLead(each));
  return passage.path.flatMap((at) => {
    step('blocks', state.units.length);
    const near = reaching(state, friends, at);
    for (let helpers = 0; helpers <= friends.length; helpers++) {
      step('blocks', state.units.length);
      const by = [lead.id, ...near.slice(0, helpers)];
      if (by.length <= helpers) return [];
      if (holding({ by, at })) return [{ by, at }];
    }
    return [];
  });
};

const reaching = (state: State, units: readonly Unit[], at: number): readonly string[] =>
  units
    .filter(
      (unit) =>
        unit.pos !== undefined &&
        isUnitAble(unit) &&
        skirmishRole(state, unit) === 'free' &&
        Math.abs(unit.pos - at) <= blockReach(state, unit),
    )
    .map(({ id }) => id);

/** True if the unit may lead a block. A mount blocks only with its rider. */
const isLead = (unit: Unit): boolean => !isMount(unit) && isUnitAble(unit);

type HiddenFrom = NonNullable<Caller['hiddenFrom']>;

interface BlockChance {
  readonly to: Unit;
  readonly blocks: readonly Block[];
}

/** True if the block changes nothing, because mover and blockers would be at its point without it. SW-BLOCK-3. */
const isPointless = (state: State, { path }: BlockedMovement, { by, at }: Block): boolean =>
  at === path.at(-1) && by.every((id) => find(state, id)?.pos === at);

/** Units to ask and their possible blocks, nearest first. Hidden movers and helpers stay secret. */
const chancesToBlock = (state: State, passage: BlockedMovement, unseenBy: HiddenFrom): readonly BlockChance[] => {
  const step = createLimitCounter('steps');
  const leads = state.units
    .filter((unit) => areHostile(unit, passage.unit) && isLead(unit) && !unseenBy(unit.id).includes(passage.unit.id))
    .map((to) => ({
      to,
      blocks: blocksLedBy(withoutUnits(state, unseenBy(to.id)), passage, to, step).filter(
        (block) => requireBlock(state, passage, block).ok && !isPointless(state, passage, block),
      ),
    }))
    .filter(({ blocks }) => blocks.length > 0);
  const unseen = new Set(leads.flatMap(({ to }) => unseenBy(to.id)));
  const isUnseen = ({ to }: BlockChance): boolean => unseen.has(to.id);
  const seen = leads.filter((each) => !isUnseen(each));
  const monsters = seen.filter(({ to }) => !isCharacter(to));
  const [first] = monsters;
  const together = first ? [{ to: first.to, blocks: monsters.flatMap(({ blocks }) => blocks) }] : [];
  const nearest = ({ blocks }: BlockChance) => Math.min(...blocks.map((block) => pathTo(state, passage, block)));
  return [...seen.filter(({ to }) => isCharacter(to)), ...together, ...leads.filter(isUnseen)]
    .map(({ to, blocks }) => ({ to, blocks: sortBlocks(state, passage, blocks).slice(0, maxChoices) }))
    .toSorted((a, b) => nearest(a) - nearest(b));
};

/** Maximum number of blocks in one question: Discord lists 25 choices, and one is to let the mover pass. */
const maxChoices = 24;

const sortBlocks = (state: State, passage: BlockedMovement, blocks: readonly Block[]): readonly Block[] => {
  const away = (block: Block) => pathTo(state, passage, block);
  const known = new Set<string>();
  return blocks
    .toSorted((a, b) => away(a) - away(b) || a.by.length - b.by.length)
    .filter((block) => {
      const key = formatBlock({ ...block, by: [...block.by].toSorted() });
      return !known.has(key) && known.add(key);
    });
};

const stopAt = (state: State, block: Block): number =>
  block.at ?? state.skirmishes.find(({ id }) => id === block.skirmish)?.center ?? 0;

/** Distance from the mover to the point of the block (metres). */
const pathTo = (state: State, { from }: BlockedMovement, block: Block): number =>
  Math.abs(stopAt(state, block) - (from.pos ?? 0));

/** The answer that lets the mover pass. */
const noBlock = 'let pass';

const label = (state: State, block: Block): Text => {
  if (block.skirmish === undefined) return say`Block at ${placeText({ pos: block.at })}: ${listing(block.by.map(ref))}`;
  const at = placeText({ pos: stopAt(state, block) });
  return block.assist
    ? say`Stop the mover in the melee at ${at} with ${listing(block.assist.map(ref))}`
    : say`Stop the mover in the melee at ${at}`;
};

const fightsHand = (unit: Unit): boolean =>
  unit.bodies.some(({ attack }) => attack !== undefined && attack.range === undefined) ||
  unit.weapons.some(({ id, modes }) => unit.held.includes(id) && modes.includes('melee'));

/** Asks units to block, nearest first, until one unit does. Returns where the movement ends. SW-BLOCK-12, SW-ACT-24. */
export function* askBlocks(
  state: State,
  passage: BlockedMovement,
  { hiddenFrom = () => [] }: Pick<Caller, 'hiddenFrom'> = {},
): Generator<Question, EarlyStop | undefined, string> {
  if (state.settings.mode === 'simplified') return undefined;
  const { unit, from, path, companions } = passage;
  const end = path.at(-1);
  if (end === undefined) return undefined;
  const facts = {
    unit: unit.id,
    to: end,
    companions: companions.map(({ id }) => id),
    ...(from.pos !== undefined && { from: from.pos }),
  };
  const rows = [
    [
      step('SW-BLOCK-2', say.of('a way')`${ref(unit.id)}: ${placeText(from)} to ${placeText({ pos: end })}`),
      ...(companions.length > 0
        ? [step('SW-RUL-62', say`together with ${joined(companions.map(({ id }) => ref(id)))}`)]
        : []),
    ],
  ];
  const refused = new Set<string>();
  for (const { to, blocks: all } of chancesToBlock(state, passage, hiddenFrom)) {
    const blocks = all.filter(({ by, assist = [] }) => ![...by, ...assist].some((id) => refused.has(id)));
    const [best] = blocks;
    if (best === undefined) continue;
    const chosen = yield* answered(state, passage, blocks, {
      to: to.id,
      kind: 'block',
      says: say`${ref(unit.id)} moves from ${placeText(from)} to ${placeText({ pos: end })}. Do you block the way?`,
      choices: [
        ...blocks.map((block) => ({ id: formatBlock(block), label: label(state, block) })),
        { id: noBlock, label: 'Let the mover pass' },
      ],
      auto: fightsHand(to) ? formatBlock(best) : noBlock,
      idle: noBlock,
      unless: 'ask',
      rows,
      facts,
    });
    const stopped = chosen && requireBlock(state, passage, chosen);
    const against = stopped?.ok ? yield* findRefusingHelper(state, to, stopped.value, unit) : to;
    if (stopped?.ok && against === undefined) return stopped.value;
    // A character that let the mover pass is not asked again, alone or as a helper.
    if (against && isCharacter(against)) refused.add(against.id);
  }
  return undefined;
}

/** Asks whether to block. Accepts any legal block as the answer. Undefined if the mover may pass. */
function* answered(
  state: State,
  passage: BlockedMovement,
  blocks: readonly Block[],
  question: Question,
): Generator<Question, Block | undefined, string> {
  const answer = yield question;
  if (answer === noBlock) return undefined;
  const block = blocks.find((each) => formatBlock(each) === answer) ?? parseBlock(answer);
  return block && requireBlock(state, passage, block).ok ? block : rejectChoice(answer, question.choices);
}

/** Asks each helping character’s player for consent to the block. Undefined if all agree. */
function* findRefusingHelper(
  state: State,
  lead: Unit,
  { by }: EarlyStop,
  mover: Unit,
): Generator<Question, Unit | undefined, string> {
  for (const id of by) {
    const helper = requireUnit(state, id);
    if (id === lead.id || !isCharacter(helper)) continue;
    const answer = yield* askQuestion({
      to: id,
      kind: 'block',
      says: say`${ref(lead.id)} wants to block ${ref(mover.id)} with you. Do you help?`,
      choices: [
        { id: 'help', label: 'Help' },
        { id: noBlock, label: 'Let the mover pass' },
      ],
      auto: 'help',
      idle: noBlock,
    });
    if (answer !== 'help') return helper;
  }
  return undefined;
}

/** Answers a question about a block. SW-BLOCK-4, SW-BLOCK-5, SW-BLOCK-7, SW-BLOCK-9, SW-BLOCK-11, SW-BLOCK-13. */
export const block = reply({
  summary: 'Block a movement, or let the mover pass',
  role: 'player',
  visibility: 'seen',
  answers: 'block',
  params: z.strictObject({
    by: combatantsParam('Who blocks; default: no one, so the mover passes').optional(),
    at: wholeNumberParam('For units outside a melee: the coordinate at which they block', -9999, 9999).optional(),
    skirmish: textParam('The skirmish whose participants block', 20).optional(),
    assist: combatantsParam('Independents who help the participants to block').optional(),
  }),
  offers: {
    by: offerOwnUnits,
    assist: offerOwnUnits,
    skirmish: (state) => state.skirmishes.map(({ id, center }) => ({ value: id, label: phrase`${id} at ${center} m` })),
  },
  choose: (state, call, { by = [], at, skirmish, assist = [] }, question) => {
    if (question === undefined) return refuse('E_NOT_NOW', { why: 'there is no movement to block now' });
    if (!mayCommand(call, question.to)) return refuse('E_NOT_YOURS', { unit: ref(question.to) });
    const named = findByName(state, call.actor)?.id ?? question.to;
    if (by.length === 0)
      return named === question.to
        ? ok(noBlock)
        : refuse('E_NOT_NOW', { why: say`${ref(named)} is not asked to block` });
    const first = requireCombatant(state, by[0] ?? '');
    if (!first.ok) return first;
    const passage = movementInQuestion(state, question);
    if (passage === undefined) return ok(question.choices.some(({ id }) => id === 'help') ? 'help' : noBlock);
    const melee = skirmish ?? (at === undefined ? findSkirmish(state, first.value.id)?.id : undefined);
    const wanted: Block = { by, at, skirmish: melee, assist };
    const stopped = requireBlock(state, passage, wanted);
    return stopped.ok ? ok(formatBlock(wanted)) : stopped;
  },
});

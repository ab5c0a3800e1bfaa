import type { OutboxMessage, PlacedMessage } from '../../battle/saved/outbox.ts';
import type { Campaign } from '../../campaign/campaigns.ts';
import type { HistoryEvent } from '../../campaign/character-history.ts';
import type { Character } from '../../campaign/characters.ts';
import {
  acceptedProposalId,
  maxProposals,
  proposalLifetime,
  type SheetProposal,
} from '../../campaign/sheet-proposals.ts';
import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/lines.ts';
import type { CampaignCharacter } from '../campaigns/campaign-characters.ts';
import type { Asker } from '../commands/asker.ts';
import { findFieldTitleSource, findRuleset, sheetLines, sheetWithChanges } from '../input/sheets.ts';
import { toUnsentAnswer, writeWithAnswer } from '../outbox/durable-answer.ts';
import { createPrivateDelivery } from '../outbox/private-delivery.ts';
import { type CommandAnswer, createPrivateView, postOrPrivateView, type Reply } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { proposalMessage, proposalText } from './proposal-cards.ts';
import { describeDifferences, sheetDifferences } from './sheet-differences.ts';

/** A character's sheet with what is proposed, as its rulebook reads it, and what is different on it then. */
const proposed = (
  { system, sheet }: Character,
  changes: string,
  { rulesets }: Pick<Services, 'rulesets'>,
): Result<{ readonly sheet: unknown; readonly parts: SheetProposal['parts'] }, Refusal> => {
  const ruleset = findRuleset(rulesets, system);
  if (!ruleset.ok) return ruleset;
  const changed = sheetWithChanges(ruleset.value, sheet, changes);
  return changed.ok ? ok({ sheet: changed.value, parts: [...sheetDifferences(sheet, changed.value)] }) : changed;
};

/** Whoever leads a campaign proposes a change of a character in it: its rulebook checks it at once, and its owner is asked. */
export const proposeChange = async (
  asker: Asker,
  campaign: Campaign,
  { character, player }: CampaignCharacter,
  changes: string,
  services: Services,
): Promise<CommandAnswer> => {
  const { id, name, owner } = character;
  const change = proposed(character, changes, services);
  if (!change.ok) return change;
  const { parts } = change.value;
  if (parts.length === 0) return refuse('proposal-changes-nothing', { name });
  const now = services.now();
  await services.proposals.sweep(asker, now - proposalLifetime);
  const proposal: SheetProposal = {
    id: asker.orderId,
    ...(asker.guild !== undefined && { guild: asker.guild }),
    ...{ channel: asker.channel, campaign: { id: campaign.id, name: campaign.name } },
    ...{ by: asker.user, byName: asker.name, owner, character: id, name, changes, parts },
    ...{ state: 'open', version: 1, at: now },
  };
  const told = createPrivateView({
    cards: [
      card(phrase`${player} has been asked to accept changes to ${name}`, {
        lines: [
          ...describeDifferences(parts).map((each) => line(each)),
          line('You will be notified of the answer.', 'quiet'),
        ],
      }),
    ],
  });
  const open = (await services.proposals.for(id)).filter((each) => each.state === 'open' && each.id !== proposal.id);
  if (open.length >= maxProposals) return refuse('proposals-full', { name, most: maxProposals });
  const asking = await createPrivateDelivery(
    owner,
    proposalMessage(proposal),
    `proposal ${proposal.id}`,
    'question',
    services,
  );
  await writeWithAnswer(services, asker, toUnsentAnswer(told), (said) => services.proposals.save(proposal, said), {
    isWritten: (saved) => saved === 'kept',
    moreMessages: [asking],
  });
  return ok(told);
};

/**
 * Those that wait for somebody’s answer in a server, the oldest first, with the character as it is called now; outside servers all of
 * them. Those for a character that is deleted wait until it is brought back.
 */
export const listOpenProposals = async (
  { user, guild }: Pick<Asker, 'user' | 'guild'>,
  { proposals, characters, now }: Pick<Services, 'proposals' | 'characters' | 'now'>,
): Promise<readonly SheetProposal[]> => {
  const waiting = (await proposals.naming(user)).filter(
    (each) =>
      each.owner === user &&
      each.state === 'open' &&
      each.at >= now() - proposalLifetime &&
      (guild === undefined || each.guild === guild),
  );
  const own = waiting.length === 0 ? [] : await characters.listInAllServers(user);
  const names = new Map(own.map(({ id, name }) => [id, name]));
  return waiting.flatMap((each) => {
    const name = names.get(each.character);
    return name === undefined ? [] : [{ ...each, name }];
  });
};

/** Who proposed what of all that happened to a character, by the id under which it stands in its history. */
export const proposersOf = async (
  character: string,
  { proposals }: Pick<Services, 'proposals'>,
): Promise<ReadonlyMap<string, string>> =>
  new Map((await proposals.for(character)).map((each) => [acceptedProposalId(each), each.byName]));

/** Nothing is left of what was proposed for a character. */
export const forgetProposals = async (character: string, { proposals }: Pick<Services, 'proposals'>): Promise<void> => {
  for (const each of await proposals.for(character)) await proposals.drop(each);
};

/** The answer to a press, which takes the place of what was pressed. */
const answered = async (
  { guild, channel }: Asker,
  title: string,
  lines: readonly Line[],
  { channels }: Pick<Services, 'channels'>,
): Promise<Reply> => {
  const place = guild === undefined ? await channels.find(channel) : undefined;
  const directly = typeof place === 'object' && place.kind === 'direct';
  return postOrPrivateView({ cards: [card(title, { lines })], to: directly ? 'everyone' : 'asker', replaces: true });
};

/** What whoever proposed it is told of the answer. */
const tellProposer = (proposal: SheetProposal, says: string, services: Services): Promise<OutboxMessage> =>
  createPrivateDelivery(
    proposal.by,
    { cards: [card(says, { lines: [line(proposalText(proposal))] })] },
    `proposal ${proposal.id} ${proposal.state}`,
    'gm',
    services,
  );

/** Closes a proposal in a way, both are told; nothing where another answer got in first. */
const closed = async (
  asker: Asker,
  proposal: SheetProposal,
  state: 'declined' | 'stale',
  services: Services,
): Promise<Reply | undefined> => {
  const { name, byName } = proposal;
  const next: SheetProposal = { ...proposal, state, version: proposal.version + 1 };
  const isDeclined = state === 'declined';
  const told = await answered(
    asker,
    isDeclined
      ? phrase`You decline ${byName}’s proposal for ${name}.`
      : phrase`${byName}’s proposal for ${name} no longer fits, because the sheet has changed since. Nothing was changed.`,
    [line(proposalText(proposal), 'quiet')],
    services,
  );
  const says = isDeclined
    ? phrase`${asker.name} declines your proposal for ${name}.`
    : phrase`Your proposal for ${name} no longer fits, because ${asker.name} has changed the sheet since.`;
  const saved = await writeWithAnswer(
    services,
    asker,
    toUnsentAnswer(told),
    (said: PlacedMessage | undefined) => services.proposals.save(next, said),
    { isWritten: (written) => written === 'kept', moreMessages: [await tellProposer(next, says, services)] },
  );
  return saved === 'kept' ? told : undefined;
};

/** Writes an accepted proposal into the sheet, a version of its own in the history; both are told. Nothing where that was changed first. */
const written = async (
  asker: Asker,
  proposal: SheetProposal,
  character: Character,
  sheet: unknown,
  services: Services,
): Promise<Reply | undefined> => {
  const at = services.now();
  const happening: HistoryEvent = {
    ...{ id: acceptedProposalId(proposal), character: character.id, kind: 'edited', at },
    changes: [...describeDifferences(proposal.parts)],
    dead: (await services.histories.last([character.id])).get(character.id)?.dead ?? false,
    ...{ before: character.sheet, edition: character.edition },
  };
  const title = phrase`${character.name} is changed as ${proposal.byName} proposed`;
  const told = await answered(
    asker,
    title,
    sheetLines(findFieldTitleSource(services.rulesets, character.system), sheet),
    services,
  );
  const says = phrase`${asker.name} accepts your proposal for ${character.name}.`;
  const isWritten = await writeWithAnswer(
    services,
    asker,
    toUnsentAnswer(told),
    (said) => services.histories.add(happening, { sheet, updatedAt: at, expectedUpdatedAt: character.updatedAt }, said),
    { isWritten: (isNew) => isNew, moreMessages: [await tellProposer(proposal, says, services)] },
  );
  return isWritten ? told : undefined;
};

const attempts = 20;

/** The owner of a character answers a proposal. */
export const answerProposal = async (
  asker: Asker,
  id: string,
  answer: 'accept' | 'decline',
  services: Services,
): Promise<CommandAnswer> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const proposal = await services.proposals.byId(id);
    if (proposal === undefined || proposal.owner !== asker.user) return refuse('no-such-proposal');
    const { state } = proposal;
    const character = await services.characters.byId(proposal.character);
    const name = character?.name ?? proposal.name;
    if (state === 'declined' || state === 'stale') return refuse(`proposal-${state}`, { name });
    const history = character === undefined ? [] : await services.histories.list(character.id);
    // Accepted and not yet written: a process died in between.
    const isHalf = state === 'accepted' && !history.some((each) => each.id === acceptedProposalId(proposal));
    if (state === 'accepted' && !isHalf) return refuse('proposal-accepted', { name });
    if (state === 'open' && proposal.at < services.now() - proposalLifetime) return refuse('no-such-proposal');
    const change = character && proposed(character, proposal.changes, services);
    const fits = change?.ok === true && JSON.stringify(change.value.parts) === JSON.stringify(proposal.parts);
    // What was accepted stays accepted.
    const isDeclined = answer === 'decline' && !isHalf;
    if (character === undefined && !isDeclined) return refuse('proposal-of-deleted', { name });
    if (isDeclined || character === undefined || !fits) {
      const told = await closed(asker, { ...proposal, name }, isDeclined ? 'declined' : 'stale', services);
      if (told !== undefined) return ok(told);
      continue;
    }
    const accepted: SheetProposal = isHalf
      ? proposal
      : { ...proposal, state: 'accepted', version: proposal.version + 1 };
    if (!isHalf && (await services.proposals.save(accepted)) === 'stale') continue;
    const told = await written(asker, accepted, character, change.value.sheet, services);
    if (told !== undefined) return ok(told);
  }
  return refuse('busy');
};

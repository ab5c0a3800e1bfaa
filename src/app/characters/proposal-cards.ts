import type { SheetProposal } from '../../campaign/sheet-proposals.ts';
import { phrase } from '../../core/language.ts';
import { type Card, card } from '../../presentation/card.ts';
import { line } from '../../rules/lines.ts';
import type { Control } from '../replies/reply.ts';
import { describeDifferences } from './sheet-differences.ts';

/** The path of the command that lists proposals and answers them. */
export const proposalsPath = ['character', 'proposals'] as const;

const button = (
  label: string,
  { id }: SheetProposal,
  answer: 'accept' | 'decline',
  style: 'success' | 'secondary',
): Control => ({ kind: 'button', label, style, press: { path: proposalsPath, input: { which: id, answer } } });

/** `hp 45 → 12, attack 12 → 14`: what is proposed. */
export const proposalText = ({ parts }: SheetProposal): string => describeDifferences(parts).join(', ');

/** What the owner of a character is told of a proposal. */
export const proposalMessage = (
  proposal: SheetProposal,
): { readonly cards: readonly Card[]; readonly controls: readonly (readonly Control[])[] } => {
  const { byName, name, campaign, guild, channel } = proposal;
  const title = phrase`${byName} proposes a change to ${name}`;
  const lines = [
    ...describeDifferences(proposal.parts).map((each) => line(each)),
    line(
      phrase`${byName} is a GM of ${campaign.name}. Nothing changes unless you accept it, here or with /character proposals.`,
      'quiet',
    ),
  ];
  return {
    cards: [card(title, { lines, links: [{ label: campaign.name, guild, channel }] })],
    controls: [[button('Accept', proposal, 'accept', 'success'), button('Decline', proposal, 'decline', 'secondary')]],
  };
};

/** So many are listed with their buttons. */
const mostButtons = 5;

/** Proposals that wait for their owner, the oldest first: each has a number by which it can be answered. */
export const proposalListMessage = (
  open: readonly SheetProposal[],
): { readonly cards: readonly Card[]; readonly controls: readonly (readonly Control[])[] } => {
  const lines = open.map((each, at) =>
    line(phrase`${at + 1}: ${each.name}, ${proposalText(each)} (${each.byName}, ${each.campaign.name})`),
  );
  const title = open.length === 0 ? 'No proposed changes to your characters' : 'Proposed changes to your characters';
  return {
    cards: [card(title, { lines })],
    controls: open
      .slice(0, mostButtons)
      .map((each, at) => [
        button(phrase`Accept ${at + 1}`, each, 'accept', 'success'),
        button(phrase`Decline ${at + 1}`, each, 'decline', 'secondary'),
      ]),
  };
};

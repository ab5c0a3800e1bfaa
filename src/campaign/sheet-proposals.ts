import { z } from 'zod';
import { erasedName } from '../battle/operations/pseudonymize.ts';
import type { PlacedMessage } from '../battle/saved/outbox.ts';

/** One value of a sheet, as JSON: what it is, and what it is to be. Left out: there is none. */
const partSchema = z.strictObject({ key: z.string(), was: z.string().optional(), is: z.string().optional() });
export type SheetDifference = z.output<typeof partSchema>;

/** A change of a character that somebody who leads its campaign proposes to its owner. */
export const sheetProposalSchema = z.strictObject({
  id: z.string(),
  /** The server, or none outside servers. */
  guild: z.string().optional(),
  channel: z.string(),
  /** Where it was proposed, and what the campaign is called. */
  campaign: z.strictObject({ id: z.string(), name: z.string() }),
  /** Who proposes it. */
  by: z.string(),
  byName: z.string(),
  /** Whose character it is. */
  owner: z.string(),
  character: z.string(),
  /** What the character is called. */
  name: z.string(),
  /** As it was typed. */
  changes: z.string(),
  /** What it comes to: on another sheet it would be another proposal. */
  parts: z.array(partSchema).min(1),
  /** `stale`: the sheet was changed meanwhile so that it does not fit any more. */
  state: z.enum(['open', 'accepted', 'declined', 'stale']),
  /** Counts its changes; a save must name the version it read. */
  version: z.int(),
  /** Milliseconds since 1970. */
  at: z.int(),
});
export type SheetProposal = z.output<typeof sheetProposalSchema>;

/** Where proposals live; what is to be said of a change is written with it. One implementation in memory, one on Postgres; one suite tests both. */
export interface SheetProposalStore {
  /** New where `version` is 1. `stale`: another change got in first, or it is there already. */
  readonly save: (proposal: SheetProposal, said?: PlacedMessage) => Promise<'kept' | 'stale'>;
  readonly byId: (id: string) => Promise<SheetProposal | undefined>;
  /** Those for one character, the oldest first. */
  readonly for: (character: string) => Promise<readonly SheetProposal[]>;
  /** Those that somebody made, or that are made to them, the oldest first. */
  readonly naming: (user: string) => Promise<readonly SheetProposal[]>;
  readonly drop: (proposal: SheetProposal) => Promise<void>;
  /** Drops those of one server that were made before a moment and never accepted. */
  readonly sweep: (where: Pick<SheetProposal, 'guild' | 'channel'>, before: number) => Promise<void>;
}

/** So many milliseconds a proposal can be answered. */
export const proposalLifetime = 30 * 86_400_000;

/** So many proposals for one character wait at once. */
export const maxProposals = 5;

/** Under which id an accepted proposal stands in the history of its character. */
export const acceptedProposalId = ({ id }: Pick<SheetProposal, 'id'>): string => `proposed ${id}`;

/** Did somebody else propose what happened under this id? */
export const isAcceptedProposalId = ({ id }: { readonly id: string }): boolean => id.startsWith('proposed ');

/** The same without a person: what was accepted stays with the character of somebody else, under a pseudonym. Nothing where it goes. */
export const eraseFromProposal = (proposal: SheetProposal, user: string, gone: string): SheetProposal | undefined =>
  proposal.owner === user || proposal.state !== 'accepted' ? undefined : { ...proposal, by: gone, byName: erasedName };

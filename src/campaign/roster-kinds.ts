import type { Campaign } from './campaigns.ts';

/** What a GM keeps in a campaign: characters that live on, and foes that begin afresh each time. */
export const rosterKinds = ['character', 'foe'] as const;
export type RosterKind = (typeof rosterKinds)[number];

/** Under which owner the sheets of a campaign's roster are kept among all characters. */
export const formatRosterOwner = ({ id }: Campaign, kind: RosterKind): string => `campaign ${id} ${kind}s`;

/** The campaign whose roster such an owner is. */
export const parseRosterOwner = (owner: string): string | undefined =>
  /^campaign (\S+) (?:character|foe)s$/.exec(owner)?.[1];

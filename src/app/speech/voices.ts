import type { OpenBattle } from '../../battle/saved/store.ts';
import { controlledCombatants, isGm, viewerOf } from '../../battle/views/viewer.ts';
import { isLeader } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import { listed, ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import { listRoster } from '../campaigns/campaign-roster.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../command-kit/asker.ts';
import { findActiveBattle } from '../input/active-battle.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import type { CampaignServices, Services } from '../services.ts';

/** Somebody in whose voice a person may speak here. */
export interface Voice {
  readonly name: string;
  /** The hash of their face, where they have one. */
  readonly portrait: string | undefined;
  /** Not everybody knows of them: to speak would tell. */
  readonly isHidden: boolean;
}

/** Whose voices are meant: those of players, or those a game master has. */
export type VoiceKind = 'own' | 'gm';

const voicesInBattle = (battle: OpenBattle, user: string, kind: VoiceKind): readonly Voice[] => {
  const { table } = battle.saved;
  const { unseen } = viewerOf(battle);
  const own = new Set(controlledCombatants(battle, user));
  const isTheirs = (actor: string): boolean =>
    kind === 'own' ? own.has(actor) : table.control[actor] === undefined || own.has(actor);
  return battle.game
    .roster()
    .filter(({ actor }) => isTheirs(actor))
    .map(({ id, actor }) => ({
      name: id,
      portrait: table.faces?.[id] ?? table.faces?.[actor],
      isHidden: unseen.includes(id) || unseen.includes(actor),
    }));
};

const withPortraits = async (
  characters: readonly Character[],
  { pictures }: Pick<Services, 'pictures'>,
): Promise<readonly Voice[]> => {
  const faces = await pictures.portraits(characters.map(({ id }) => id));
  return characters.map(({ id, name }) => ({ name, portrait: faces.get(id)?.hash, isHidden: false }));
};

/**
 * In whose voice somebody may speak here. A player: in a battle that of the combatants they may command, else of their characters. A
 * game master: of those who are the GM’s in the battle, else of the campaign’s roster.
 */
export const availableVoices = async (
  asker: Asker,
  kind: VoiceKind,
  services: CampaignServices & Pick<Services, 'characters' | 'pictures'>,
): Promise<Result<readonly Voice[], Refusal>> => {
  const battle = await findActiveBattle(asker, services);
  if (kind === 'gm') {
    if (battle !== undefined)
      return isGm(battle.saved.table, asker.user) ? ok(voicesInBattle(battle, asker.user, 'gm')) : refuse('gm-only');
    const campaign = await findRunningCampaign(asker, services);
    if (campaign === undefined) return refuse('no-npc-here');
    if (!isLeader(campaign, asker.user)) return refuse('campaign-gm-only', { gm: campaign.gmName });
    return ok(await withPortraits(await listRoster(campaign, services), services));
  }
  const fighting = battle === undefined ? [] : voicesInBattle(battle, asker.user, 'own');
  if (fighting.length > 0) return ok(fighting);
  return ok(await withPortraits(await services.characters.list(asker.user, asker.guild), services));
};

/** The voice that is meant: by name, or the only one there is. Refuses one of somebody hidden. */
export const findVoice = async (
  asker: Asker,
  kind: VoiceKind,
  name: string | undefined,
  services: CampaignServices & Pick<Services, 'characters' | 'pictures'>,
): Promise<Result<Voice, Refusal>> => {
  const voices = await availableVoices(asker, kind, services);
  if (!voices.ok) return voices;
  const all = voices.value;
  const [only] = all;
  if (only === undefined) return refuse('no-voice');
  const names = listed(all.map((each) => each.name));
  if (name === undefined && all.length > 1) return refuse('whose-voice', { names });
  const meant = name === undefined ? { found: only } : matchName(name, all, (each) => [each.name]);
  if (meant.found === undefined)
    return refuse('no-such-voice', { name: name ?? '', hint: didYouMean(meant.suggestions, '') || names });
  return meant.found.isHidden ? refuse('hidden-voice', { name: meant.found.name }) : ok(meant.found);
};

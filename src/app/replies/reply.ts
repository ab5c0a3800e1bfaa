import { z } from 'zod';
import { type SavedBattle, toVersionToken } from '../../battle/saved/store.ts';
import { memoizeByObject } from '../../core/memoize.ts';
import {
  currentDictionary,
  type Dictionary,
  findDictionary,
  phrase,
  type Result,
  runInLanguage,
  term,
} from '../../core/message.ts';
import type { Card } from '../../presentation/card.ts';
import { squareSchema } from '../../rules/grid/square.ts';

/** A private note to a battle's GM. */
export interface InboxNote {
  readonly card: Card;
  /** Controls that work in any channel, because `inboxControl` made them. */
  readonly controls: readonly (readonly Control[])[];
  /** True if the battle waits for the GM, so that the note says what happens at the deadline. */
  readonly isCall?: true;
}

/** The content of a reply, from which Discord or the terminal builds a message. */
interface ReplyContent {
  readonly cards: readonly Card[];
  readonly controls: readonly (readonly Control[])[];
  readonly files: readonly { readonly name: string; readonly content: string | Uint8Array }[];
}

/** A better version of an answer: new cards, and new controls if these change too. */
export type RefinedAnswer = Pick<ReplyContent, 'cards'> & Partial<Pick<ReplyContent, 'controls'>>;

/** The content of a reply that everyone in the channel reads. */
interface PublicContent extends ReplyContent {
  /** The language of the cards, controls and files. Undefined for English. */
  readonly dictionary: Dictionary | undefined;
}

/** A reply that everyone in the channel reads. */
export interface Post extends PublicContent {
  readonly kind: 'post';
  readonly to: 'everyone';
  /** Ids of the users to notify by a mention. Roles are never mentioned. */
  readonly ping: readonly string[];
  /** True if the post replaces the public message whose control was pressed. */
  readonly replaces: boolean;
  /** Private cards for the user of the command. */
  readonly aside: readonly Card[];
}

/** A reply that only the user of the command reads. */
export interface PrivateView extends ReplyContent {
  readonly kind: 'private';
  readonly to: 'asker';
  /** Better versions of the answer, in order of arrival. A reader that cannot edit messages gets only the last. */
  readonly refinements?: AsyncIterable<RefinedAnswer>;
  /** Ids of users to name above the cards. They are not notified. */
  readonly ping?: readonly string[];
  /** True if it replaces the private message with the pressed control. A public message is never replaced. */
  readonly replaces: boolean;
}

/** A reply that shows a battle's panel. Its message is the battle's panel from then on. */
export interface Panel extends PublicContent {
  readonly kind: 'panel';
  readonly to: 'everyone';
  readonly battle: string;
}

/** The result of an order. It is for everyone, or for the user only if it is secret. */
export interface OrderResult extends PublicContent {
  readonly kind: 'result';
  readonly to: 'everyone' | 'asker';
  /** The id of the battle that the order changed. Its panel is updated. */
  readonly battle: string;
  /** True if the order ended the battle. Then record files are attached to the result. */
  readonly ended: boolean;
  readonly ping: readonly string[];
  /** Ids of users to notify in private that their secret turn has come. */
  readonly privatePing: readonly string[];
  /** Makes private notes to the GM, in the current language. */
  readonly gmNotes: () => readonly InboxNote[];
  /** Makes private cards for the players of combatants, in the current language. */
  readonly ownerNotes: () => readonly { readonly user: string; readonly card: Card }[];
  /** Private cards for the user of the command. */
  readonly aside: readonly Card[];
  /** The users whom the turn message notifies, and whether it contains the whole result. Undefined outside turns. */
  readonly turn: { readonly notifies: readonly string[]; readonly isComplete: boolean } | undefined;
  /** The new content for the private message with the pressed control. `gone`: delete that message. */
  readonly replacement: Pick<ReplyContent, 'cards' | 'controls'> | 'gone' | undefined;
}

/** A reply that sends nothing, because everything was already sent in other messages. */
export interface NoReply extends ReplyContent {
  readonly kind: 'nothing';
  readonly to: 'asker';
}

export type Reply = Post | PrivateView | Panel | OrderResult | NoReply;

const blank: ReplyContent = { cards: [], controls: [], files: [] };

type ReplyParts<Kind extends Reply> = Pick<Kind, 'cards'> & Partial<Omit<Kind, 'kind' | 'to'>>;

export const createPost = (parts: ReplyParts<Post>): Post => ({
  ...blank,
  ...{ kind: 'post', to: 'everyone', ping: [], replaces: false, aside: [], dictionary: currentDictionary() },
  ...parts,
});

export const createPrivateView = (parts: ReplyParts<PrivateView>): PrivateView => ({
  ...blank,
  ...{ kind: 'private', to: 'asker', replaces: false },
  ...parts,
});

/** Builds a post if `to` is everyone, else a private view. */
export const postOrPrivateView = ({
  to,
  ...parts
}: ReplyParts<PrivateView> & Pick<OrderResult, 'to'>): Post | PrivateView =>
  to === 'everyone' ? createPost(parts) : createPrivateView(parts);

export const createPanel = (parts: ReplyParts<Panel> & Pick<Panel, 'battle'>): Panel => ({
  ...blank,
  ...{ kind: 'panel', to: 'everyone', dictionary: currentDictionary() },
  ...parts,
});

export const noNotes = (): readonly [] => [];

export const createOrderResult = (
  parts: ReplyParts<OrderResult> & Pick<OrderResult, 'battle'> & Partial<Pick<OrderResult, 'to'>>,
): OrderResult => ({
  ...blank,
  ...{
    kind: 'result',
    to: 'everyone',
    ended: false,
    ping: [],
    privatePing: [],
    gmNotes: noNotes,
    ownerNotes: noNotes,
    dictionary: currentDictionary(),
    aside: [],
    replacement: undefined,
    turn: undefined,
  },
  ...parts,
});

export const noReply: NoReply = { ...blank, kind: 'nothing', to: 'asker' };

/** Ids of the users whom a reply notifies by a mention. */
export const pingOf = (reply: Reply): readonly string[] =>
  reply.kind === 'post' || reply.kind === 'result' ? reply.ping : [];

/** The id of the battle that a reply changed. Undefined if it changed none. */
export const changedBattleOf = (reply: Reply): string | undefined =>
  reply.kind === 'result' || reply.kind === 'panel' ? reply.battle : undefined;

/** The private cards of a reply. */
export const privateAside = (reply: Reply): readonly Card[] =>
  reply.kind === 'result' || reply.kind === 'post' ? reply.aside : [];

export type CommandAnswer = Result<Reply>;

/** Kinds of private messages that are updated after an order. `desk`: the GM inbox outside the battle's channel. */
export const privateViewKinds = ['gm', 'my', 'next', 'desk'] as const;
export type PrivateViewKind = (typeof privateViewKinds)[number];

const pressSchema = z
  .strictObject({
    path: z.array(z.string()).readonly(),
    input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).readonly(),
    /** Id of the battle for which the control was made. If it changed, the press may be refused as outdated. */
    battle: z.string().exactOptional(),
    moment: z.number().exactOptional(),
    /** The kind of private message that contains the pressed control. */
    view: z.enum(privateViewKinds).exactOptional(),
    /** The path that the user has drafted and not yet ordered. */
    draft: z.string().exactOptional(),
  })
  .readonly();

/** The command and input to run when a control is pressed. */
export type ControlAction = z.infer<typeof pressSchema>;

/** The place on the board where a user can point in place of pressing a control, as in `OfferPlace`. */
const placeShape = {
  to: squareSchema.readonly().exactOptional(),
  area: z.string().exactOptional(),
  who: z.string().exactOptional(),
} as const;

const buttonSchema = z
  .strictObject({
    ...placeShape,
    kind: z.literal('button'),
    label: z.string(),
    style: z.enum(['primary', 'secondary', 'danger', 'success']),
    press: pressSchema,
    /** True for a button that no one can press, such as one that only fills a gap in the layout. */
    disabled: z.boolean().exactOptional(),
    /** True for the button that orders the drafted path, whose end is `to`. */
    goes: z.literal(true).exactOptional(),
    /** The option of the command that the user types into a text field after the press. */
    asks: z.string().exactOptional(),
  })
  .readonly();
type Button = z.infer<typeof buttonSchema>;

const menuOptionSchema = z.strictObject({
  ...placeShape,
  label: z.string(),
  value: z.string(),
  note: z.string().exactOptional(),
  /** The text that a text field for this choice contains at first. */
  now: z.string().exactOptional(),
});

const selectMenuSchema = z
  .strictObject({
    kind: z.literal('select'),
    label: z.string(),
    options: z.array(menuOptionSchema.readonly()).readonly(),
    /** The option of the command that gets the entry chosen in the list. */
    option: z.string(),
    /** The option of the command that the user types into a text field after the choice. */
    asks: z.string().exactOptional(),
    press: pressSchema,
  })
  .readonly();
type SelectMenu = z.infer<typeof selectMenuSchema>;

export type Control = Button | SelectMenu;

/** A button. Default style: secondary. */
export const button = (
  label: string,
  press: Pick<ControlAction, 'path'> & Partial<ControlAction>,
  style: Button['style'] = 'secondary',
): Button => ({ kind: 'button', label, style, press: { input: {}, ...press } });

/** An entry of a select list. */
export type MenuOffer = Omit<SelectMenu['options'][number], 'note'> & { readonly note?: string | undefined };

/** Discord's maximum number of entries in a select list. */
const maxEntries = 25;

/** A select list. Discord shows its first 25 entries. */
export const selectMenu = (
  label: string,
  option: string,
  offers: readonly MenuOffer[],
  press: Pick<ControlAction, 'path'> & Partial<ControlAction>,
): Control => ({
  kind: 'select',
  label,
  options: offers.map(({ value, label: text, note, now, to, area, who }) => ({
    ...{ value, label: text, ...(note && { note }), ...(now !== undefined && { now }) },
    ...{ ...(to && { to }), ...(area !== undefined && { area }), ...(who !== undefined && { who }) },
  })),
  option,
  press: { input: {}, ...press },
});

/** Select lists of Discord's maximum length. The label of each further list names its first entry. */
export const selectMenus = (
  label: string,
  option: string,
  offers: readonly MenuOffer[],
  press: Parameters<typeof selectMenu>[3],
): readonly Control[] =>
  Array.from({ length: Math.ceil(offers.length / maxEntries) }, (_, n) => {
    const shown = offers.slice(n * maxEntries, (n + 1) * maxEntries);
    return selectMenu(n === 0 ? label : phrase`${term(label)} (from ${shown[0]?.label} on)`, option, shown, press);
  });

/** The id and version of a battle, for a control that becomes outdated when the battle changes. */
export const atMoment = memoizeByObject(
  (saved: SavedBattle): Required<Pick<ControlAction, 'battle' | 'moment'>> => ({
    battle: saved.id,
    moment: toVersionToken(saved),
  }),
);

const stepSchema = z.strictObject({ rule: z.string(), says: z.string() });
const toneSchema = z.enum(['good', 'bad', 'plain', 'quiet']);
const momentSchema = z.strictObject({ moment: z.number(), words: z.string() });
const orderSchema = z
  .strictObject({
    typed: z.string(),
    label: z.string().exactOptional(),
    verb: z.string().exactOptional(),
    params: z.record(z.string(), z.string()).exactOptional(),
  })
  .readonly();
const cardSchema = z.strictObject({
  title: z.string(),
  tone: toneSchema,
  lines: z.array(z.strictObject({ tone: toneSchema, text: z.string(), rows: z.array(z.array(stepSchema)) })),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      text: z.string(),
      pictured: z.literal(true).exactOptional(),
      deadlines: z.array(z.strictObject({ says: z.string(), at: momentSchema.optional() })).exactOptional(),
      order: orderSchema.exactOptional(),
    }),
  ),
  footer: z.string().optional(),
  order: orderSchema.exactOptional(),
  links: z
    .array(
      z.union([
        z.strictObject({ label: z.string(), guild: z.string().optional(), channel: z.string() }),
        z.strictObject({ label: z.string(), url: z.string() }),
      ]),
    )
    .exactOptional(),
});

/** Runs a function in the language of a reply: of everyone, or else of the current reader. */
export const inReplyLanguage = <T>(
  { to, dictionary }: { readonly to?: Reply['to'] | undefined; readonly dictionary?: Dictionary | undefined },
  work: () => T,
): T => (to === 'everyone' ? runInLanguage(dictionary, work) : work());

/** The saved form of a reply, without pictures and files. */
const wordsSchema = z.strictObject({
  cards: z.array(cardSchema),
  controls: z.array(z.array(z.union([buttonSchema, selectMenuSchema]))),
  ping: z.array(z.string()),
  /** The language of the texts, by its tag. Undefined for English. */
  language: z.string().optional(),
});

/** The fields of a reply that can be saved. Default language: the current one. */
export type StorableReply = Pick<Post, 'cards' | 'controls'> &
  Partial<Pick<Post, 'ping' | 'dictionary'> & Pick<Reply, 'to'>>;

/** Removes the picture from a card, and the marks on lines that say that the picture shows them. */
const withoutPicture = ({ picture: _, lines, ...card }: Card): Omit<Card, 'picture'> => ({
  ...card,
  lines: lines.map(({ pictured: __, ...line }) => line),
});

/** Converts a reply to the form in which it is saved. */
export const toSavedReply = ({ cards, controls, ping = [], ...of }: StorableReply): z.core.util.JSONType => {
  const language = inReplyLanguage(of, currentDictionary)?.language;
  return z.json().parse(JSON.parse(JSON.stringify({ cards: cards.map(withoutPicture), controls, ping, language })));
};

/** Parses a reply from its saved form. Throws if the saved form is invalid. */
export const fromSavedReply = (words: unknown): Post => {
  const { language, ...parts } = wordsSchema.parse(words);
  return createPost({ ...parts, dictionary: findDictionary(language) });
};

/** Removes from a reply what the turn message already shows. Without turn messages, the reply stays unchanged. */
export const withoutTurnParts = <Said extends Reply>(
  said: Said,
  { hasTurnMessages }: { readonly hasTurnMessages: boolean },
): Said | OrderResult => {
  if (!hasTurnMessages || said.kind !== 'result' || said.turn === undefined || said.to === 'asker') return said;
  const { turn } = said;
  if (!turn.isComplete) return { ...said, ping: said.ping.filter((each) => !turn.notifies.includes(each)) };
  return { ...said, to: 'asker', cards: said.aside, aside: [], controls: [], ping: [] };
};

/** True if the turn message shows everything that the reply says. */
export const isShownInTurnMessage = (reply: Reply): boolean =>
  reply.kind === 'result' && reply.to === 'asker' && reply.turn?.isComplete === true;

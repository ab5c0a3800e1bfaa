import { z } from 'zod';
import { type SavedBattle, toVersionToken } from '../../battle/saved/store.ts';
import type { Result } from '../../core/message.ts';
import type { Card } from '../../presentation/card.ts';

/** Something that the GM of a battle is told in private: at the desk. */
export interface InboxNote {
  readonly card: Card;
  /** Pressed at the desk, they act in the battle: see `inboxControl`. */
  readonly controls: readonly (readonly Control[])[];
}

/** What is shown, whoever reads it. A shell turns it into a message; it decides nothing itself. */
interface ReplyContent {
  readonly cards: readonly Card[];
  readonly controls: readonly (readonly Control[])[];
  readonly files: readonly { readonly name: string; readonly content: string | Uint8Array }[];
}

/** What takes the place of the cards of an answer, and of its controls where it has others. */
export type RefinedAnswer = Pick<ReplyContent, 'cards'> & Partial<Pick<ReplyContent, 'controls'>>;

/** For everybody who reads there. */
export interface Post extends ReplyContent {
  readonly kind: 'post';
  readonly to: 'everyone';
  /** People to notify, and nobody else: users' ids, never roles. */
  readonly ping: readonly string[];
  /** It takes the place of the public message whose control was pressed, instead of being a new one. */
  readonly replaces: boolean;
  /** Something more for the asker alone, beside what everybody reads. */
  readonly aside: readonly Card[];
}

/** For the asker alone. */
export interface PrivateView extends ReplyContent {
  readonly kind: 'private';
  readonly to: 'asker';
  /** Better answers, each in place of the one before, as long as they come; who cannot show them shows the last. Left out: it is done. */
  readonly refinements?: AsyncIterable<RefinedAnswer>;
  /** People it mentions above its cards. Nobody is notified, since only the asker reads it. */
  readonly ping?: readonly string[];
  /** It takes the place of the private message whose control was pressed; of a public one it never does. */
  readonly replaces: boolean;
}

/** What a battle's panel shows: the message becomes the panel. */
export interface Panel extends ReplyContent {
  readonly kind: 'panel';
  readonly to: 'everyone';
  readonly battle: string;
}

/** What an order came to: for everybody, or for the asker alone where nobody else may know of it. */
export interface OrderResult extends ReplyContent {
  readonly kind: 'result';
  readonly to: 'everyone' | 'asker';
  /** The battle that changed, whose panel is to be shown again. */
  readonly battle: string;
  /** It ended with it: its records are to be attached. */
  readonly ended: boolean;
  readonly ping: readonly string[];
  /** People to notify by themselves: that they are awaited is nobody else's to know. */
  readonly privatePing: readonly string[];
  /** What the GM of the battle is told in private. */
  readonly gmNotes: readonly InboxNote[];
  /** Something more for the asker alone, beside what everybody reads. */
  readonly aside: readonly Card[];
  /** Whom the message of the turn calls, and does it tell all of this? Undefined before the battle and after it. */
  readonly turn: { readonly notifies: readonly string[]; readonly isComplete: boolean } | undefined;
  /** What the private message becomes whose control was pressed; `gone`: it goes away. */
  readonly replacement: Pick<ReplyContent, 'cards' | 'controls'> | 'gone' | undefined;
}

/** There is nothing to say: all was said elsewhere. */
export interface NoReply extends ReplyContent {
  readonly kind: 'nothing';
  readonly to: 'asker';
}

/** What one command answers. */
export type Reply = Post | PrivateView | Panel | OrderResult | NoReply;

const blank: ReplyContent = { cards: [], controls: [], files: [] };

type ReplyParts<Kind extends Reply> = Pick<Kind, 'cards'> & Partial<Omit<Kind, 'kind' | 'to'>>;

export const createPost = (parts: ReplyParts<Post>): Post => ({
  ...blank,
  ...{ kind: 'post', to: 'everyone', ping: [], replaces: false, aside: [] },
  ...parts,
});

export const createPrivateView = (parts: ReplyParts<PrivateView>): PrivateView => ({
  ...blank,
  ...{ kind: 'private', to: 'asker', replaces: false },
  ...parts,
});

/** A post or a private view, as the asker chose. */
export const postOrPrivateView = ({
  to,
  ...parts
}: ReplyParts<PrivateView> & Pick<OrderResult, 'to'>): Post | PrivateView =>
  to === 'everyone' ? createPost(parts) : createPrivateView(parts);

export const createPanel = (parts: ReplyParts<Panel> & Pick<Panel, 'battle'>): Panel => ({
  ...blank,
  ...{ kind: 'panel', to: 'everyone' },
  ...parts,
});

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
    gmNotes: [],
    aside: [],
    replacement: undefined,
    turn: undefined,
  },
  ...parts,
});

export const noReply: NoReply = { ...blank, kind: 'nothing', to: 'asker' };

/** Whom it mentions. */
export const pingOf = (reply: Reply): readonly string[] =>
  reply.kind === 'post' || reply.kind === 'result' ? reply.ping : [];

/** The battle that it changed. */
export const changedBattleOf = (reply: Reply): string | undefined =>
  reply.kind === 'result' || reply.kind === 'panel' ? reply.battle : undefined;

/** What is said beside it to the asker alone. */
export const privateAside = (reply: Reply): readonly Card[] =>
  reply.kind === 'result' || reply.kind === 'post' ? reply.aside : [];

export type CommandAnswer = Result<Reply>;

/**
 * Private messages that are shown again once an order was given in them: the GM's panel, one's own view, what to do next; the GM's
 * desk, which stands elsewhere: its controls act where the battle is.
 */
export const privateViewKinds = ['gm', 'my', 'next', 'desk'] as const;
export type PrivateViewKind = (typeof privateViewKinds)[number];

const pressSchema = z
  .strictObject({
    path: z.array(z.string()).readonly(),
    input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).readonly(),
    /** The battle and the moment of it that it was made for: an older press is answered with what changed. */
    battle: z.string().exactOptional(),
    moment: z.number().exactOptional(),
    /** The private message that the control stands in. */
    view: z.enum(privateViewKinds).exactOptional(),
  })
  .readonly();

/** A command with its input, to be given when a control is pressed. */
export type ControlAction = z.infer<typeof pressSchema>;

const buttonSchema = z
  .strictObject({
    kind: z.literal('button'),
    label: z.string(),
    style: z.enum(['primary', 'secondary', 'danger', 'success']),
    press: pressSchema,
    /** It stands there to keep its place, and cannot be pressed. */
    disabled: z.boolean().exactOptional(),
    /** The option of the command for which something is typed once it is pressed. */
    asks: z.string().exactOptional(),
  })
  .readonly();
type Button = z.infer<typeof buttonSchema>;

const menuOptionSchema = z.strictObject({ label: z.string(), value: z.string(), note: z.string().exactOptional() });

const selectMenuSchema = z
  .strictObject({
    kind: z.literal('select'),
    label: z.string(),
    options: z.array(menuOptionSchema.readonly()).readonly(),
    /** The option of the command that takes the chosen value. */
    option: z.string(),
    /** The option of the command for which something is typed once one is chosen. */
    asks: z.string().exactOptional(),
    press: pressSchema,
  })
  .readonly();
type SelectMenu = z.infer<typeof selectMenuSchema>;

export type Control = Button | SelectMenu;

/** A button; its style is secondary by default. */
export const button = (
  label: string,
  press: Pick<ControlAction, 'path'> & Partial<ControlAction>,
  style: Button['style'] = 'secondary',
): Button => ({ kind: 'button', label, style, press: { input: {}, ...press } });

/** A list to choose from: as much of it as Discord shows. */
export const selectMenu = (
  label: string,
  option: string,
  offers: SelectMenu['options'],
  press: Pick<ControlAction, 'path'> & Partial<ControlAction>,
): Control => ({
  kind: 'select',
  label: label.slice(0, 100),
  options: offers.slice(0, 25).map(({ value, label: text, note }) => ({ value, label: text, ...(note && { note }) })),
  option,
  press: { input: {}, ...press },
});

/** The present moment of a battle, for controls that are stale after it. */
export const atMoment = (saved: SavedBattle): Required<Pick<ControlAction, 'battle' | 'moment'>> => ({
  battle: saved.id,
  moment: toVersionToken(saved),
});

const stepSchema = z.strictObject({ rule: z.string(), says: z.string() });
const toneSchema = z.enum(['good', 'bad', 'plain', 'quiet']);
const momentSchema = z.strictObject({ moment: z.number(), words: z.string() });
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
    }),
  ),
  footer: z.string().optional(),
  links: z
    .array(z.strictObject({ label: z.string(), guild: z.string().optional(), channel: z.string() }))
    .exactOptional(),
});

/** Finished words, as they are kept until they are said: without pictures and files, which the log can tell again. */
const wordsSchema = z.strictObject({
  cards: z.array(cardSchema),
  controls: z.array(z.array(z.union([buttonSchema, selectMenuSchema]))),
  ping: z.array(z.string()),
});

/** The part of a reply that can be kept in words. */
export type StorableReply = Pick<Post, 'cards' | 'controls'> & Partial<Pick<Post, 'ping'>>;

/** Without its picture nothing is said in it. */
const withoutPicture = ({ picture: _, lines, ...card }: Card): Omit<Card, 'picture'> => ({
  ...card,
  lines: lines.map(({ pictured: __, ...line }) => line),
});

/** A reply as it is kept until it is said. */
export const toSavedReply = ({ cards, controls, ping = [] }: StorableReply): z.core.util.JSONType =>
  z.json().parse(JSON.parse(JSON.stringify({ cards: cards.map(withoutPicture), controls, ping })));

/** What was kept, to be said. Throws where it is none of ours. */
export const fromSavedReply = (words: unknown): Post => {
  const { cards, controls, ping } = wordsSchema.parse(words);
  return createPost({
    cards: cards.map(
      ({ fields, footer, links, ...card }): Card => ({
        ...card,
        fields: fields.map(({ deadlines, ...field }) => ({
          ...field,
          ...(deadlines && { deadlines: deadlines.map(({ says, at }) => ({ says, at })) }),
        })),
        footer,
        picture: undefined,
        ...(links && { links: links.map(({ label, guild, channel }) => ({ label, guild, channel })) }),
      }),
    ),
    controls,
    ping,
  });
};

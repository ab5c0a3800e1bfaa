import { ownValue } from '../../../core/plain-object.ts';

/** Classes: ytsheet2's id, the Japanese name, and our name. */
const classes = [
  ['Fig', 'ファイター', 'Fighter'],
  ['Gra', 'グラップラー', 'Grappler'],
  ['Fen', 'フェンサー', 'Fencer'],
  ['Bat', 'バトルダンサー', 'Battle Dancer'],
  ['Sho', 'シューター', 'Marksman'],
  ['Sor', 'ソーサラー', 'Sorcerer'],
  ['Con', 'コンジャラー', 'Conjurer'],
  ['Pri', 'プリースト', 'Priest'],
  ['Fai', 'フェアリーテイマー', 'Fairy Tamer'],
  ['Mag', 'マギテック', 'Artificer'],
  ['Dru', 'ドルイド', 'Druid'],
  ['Dem', 'デーモンルーラー', 'Demon Tamer'],
  ['Aby', 'アビスゲイザー', 'Abyss Gazer'],
  ['Gri', 'グリモワール', 'Grimoire'],
  ['Sco', 'スカウト', 'Scout'],
  ['Ran', 'レンジャー', 'Ranger'],
  ['Sag', 'セージ', 'Sage'],
  ['Enh', 'エンハンサー', 'Enhancer'],
  ['Bar', 'バード', 'Bard'],
  ['Rid', 'ライダー', 'Rider'],
  ['Alc', 'アルケミスト', 'Alchemist'],
  ['War', 'ウォーリーダー', 'Warleader'],
  ['Geo', 'ジオマンサー', 'Geomancer'],
  ['Mys', 'ミスティック', 'Mystic'],
  ['Phy', 'フィジカルマスター', 'Physical Master'],
  ['Art', 'アーティザン', 'Artisan'],
  ['Ari', 'アリストクラシー', 'Aristocracy'],
  ['Dar', 'ダークハンター', 'Dark Hunter'],
] as const;

/** Ids of all classes in ytsheet2. */
export const classIds: readonly string[] = classes.map(([id]) => id);

const byId = new Map<string, string>(classes.map(([id, , ours]) => [id, ours]));
const byName = new Map<string, string>(classes.map(([, japanese, ours]) => [japanese, ours]));

/** Our name of a class, by its ytsheet2 id or Japanese name. Undefined if unknown. */
export const translateClass = (id: string): string | undefined => byId.get(id) ?? byName.get(id);

/** Ids of the classes that have Magic Power. */
export const magicClassIds: readonly string[] = ['Sor', 'Con', 'Pri', 'Fai', 'Mag', 'Dru', 'Dem', 'Aby', 'Gri'];

const feats: Readonly<Record<string, readonly string[]>> = {
  全力攻撃: ['Power Attack'],
  必殺攻撃: ['Lethal Strike'],
  精密射撃: ['Precise Shot'],
  魔法誘導: ['Guided Magic'],
  ターゲッティング: ['Precise Shot', 'Guided Magic'],
  鷹の目: ['Hawk Eye'],
  挑発攻撃: ['Taunting Strike'],
  獅子奮迅: ["Lion's Fury"],
};

/** True if a feat is a proficiency, which other tools already include in their totals. */
export const isProficiency = (feat: string): boolean => /^(?:武器|防具)習熟/.test(feat);

/** Our names of a feat. Unchanged if our rulebook does not know the feat. */
export const translateFeat = (feat: string): readonly string[] => {
  const plain = feat.replace(/[ⅠⅡⅢⅣⅤ]+$/, '').trim();
  return ownValue(feats, plain) ?? [feat];
};

/** A kind of weapon. Sources state no ranges, so we assume a range for each kind. */
export interface WeaponKind {
  readonly category: string;
  readonly mode: 'melee' | 'throw' | 'shoot' | 'gun';
  /** Assumed range (metres). */
  readonly range?: number;
  readonly damageType?: 'physical';
}

const melee = (category: string): WeaponKind => ({ category, mode: 'melee' });

const kinds: Readonly<Record<string, WeaponKind>> = {
  ソード: melee('sword'),
  アックス: melee('axe'),
  スピア: melee('spear'),
  メイス: melee('mace'),
  スタッフ: melee('staff'),
  フレイル: melee('flail'),
  ウォーハンマー: melee('war hammer'),
  絡み: melee('entangling'),
  格闘: melee('wrestling'),
  投擲: { category: 'throwing', mode: 'throw', range: 10 },
  ボウ: { category: 'bow', mode: 'shoot', range: 30 },
  クロスボウ: { category: 'crossbow', mode: 'shoot', range: 30 },
  ブロウガン: { category: 'blowgun', mode: 'shoot', range: 10 },
  ガン: { category: 'gun', mode: 'gun', range: 10 },
  'ガン(物理)': { category: 'gun', mode: 'gun', range: 10, damageType: 'physical' },
  // Names in Foundry worlds.
  sword: melee('sword'),
  axe: melee('axe'),
  spear: melee('spear'),
  mace: melee('mace'),
  staff: melee('staff'),
  flail: melee('flail'),
  warhammer: melee('war hammer'),
  grapple: melee('wrestling'),
  throw: { category: 'throwing', mode: 'throw', range: 10 },
  bow: { category: 'bow', mode: 'shoot', range: 30 },
  crossbow: { category: 'crossbow', mode: 'shoot', range: 30 },
  gun: { category: 'gun', mode: 'gun', range: 10 },
};

/** The kind of weapon by its category. Default: melee. */
export const findWeaponKind = (category: string): WeaponKind =>
  ownValue(kinds, category.normalize('NFKC')) ?? melee('other');

const attributeNames: Readonly<Record<string, string>> = {
  土: 'earth',
  '水・氷': 'water/ice',
  水: 'water/ice',
  氷: 'water/ice',
  炎: 'fire',
  風: 'wind',
  雷: 'lightning',
  純エネルギー: 'energy',
  断空: 'cutting',
  衝撃: 'impact',
  毒: 'poison',
};

/** Our name of a damage attribute. An unknown attribute is not changed. */
export const translateAttribute = (attribute: string): string => ownValue(attributeNames, attribute) ?? attribute;

const slots: Readonly<Record<string, string>> = {
  Head: 'head',
  Face: 'face',
  Ear: 'ear',
  Neck: 'neck',
  Back: 'back',
  HandR: 'right hand',
  HandL: 'left hand',
  Waist: 'waist',
  Leg: 'leg',
  Other: 'other',
  Other2: 'other 2',
  Other3: 'other 3',
  Other4: 'other 4',
};

/** Accessory slots: the key in ytsheet2, and our name. */
export const accessorySlots: readonly (readonly [string, string])[] = Object.entries(slots);

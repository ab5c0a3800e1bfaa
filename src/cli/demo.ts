import { styleText } from 'node:util';
import { scenePng } from '../discord/png.ts';
import type { Scene } from '../presentation/scene.ts';
import { sceneSvg } from '../presentation/svg.ts';
import { createMemoryStores } from '../wiring/memory-stores.ts';
import { createPracticeApp } from '../wiring/practice-app.ts';
import { writeFileOrReport } from '../wiring/write-file.ts';

/** The chapters of the demo. Each has a title that says what it shows, and commands. */
const chapters = [
  {
    title: 'A battle is opened, and people join it',
    orders: [
      'as mara: /battle create system:skure name:The ford size:9x8',
      'as ada: /battle join preset:swordsman name:Ada side:company',
      'as bo: /battle join preset:longbowman name:Bo side:company',
      'as cid: /battle join preset:tower guard name:Cid side:company',
      'as mara: /npc add preset:zombie changes:maxHp=30, hp=30',
      'as mara: /npc add preset:cutthroat',
      'as mara: /battle place Ada to:B4 facing:E',
      'as mara: /battle place Bo to:B6 facing:E',
      'as mara: /battle place Cid to:C6 facing:E',
      'as mara: /battle place Zombie to:E4 facing:W',
      'as mara: /battle place Cutthroat to:G6 facing:W',
      'as mara: /battle start',
    ],
  },
  { title: 'A blow from the front', orders: ['as mara: /move F6 E6 D6', 'as mara: /attack Cid'] },
  { title: 'Aim: the archer waits for a better shot', orders: ['as bo: /sight Cutthroat', 'as bo: /aim Cutthroat'] },
  {
    title: 'Charge: odds first, then at a run',
    orders: ['as ada: /odds Zombie mode:charge', 'as ada: /charge Zombie'],
  },
  {
    title: 'Undo: the GM takes a slip back',
    orders: [
      'as cid: /defend',
      'as mara: /turn N',
      'as mara: /undo reason:it turned the wrong way',
      'as mara: /turn E',
    ],
  },
  { title: 'A hidden roll: the players see that, not what', orders: ['as mara: /attack Ada rolls:private'] },
  {
    title: 'Attack of opportunity: nobody slips past a guard for nothing',
    orders: ['as mara: /move D7 C7', 'as mara: /turn NW'],
  },
  {
    title: 'Defend ally: the battle waits for an answer',
    orders: ['as mara: /attack Bo', 'as cid: /help', 'as cid: /intercept yes'],
  },
  { title: 'The aimed shot', orders: ['as bo: /turn SE', 'as bo: /attack Cutthroat mode:ranged'] },
  {
    title: 'Flank: round the zombie, at the price of its blow',
    orders: ['as ada: /turn NE', 'as ada: /move F5 E5 D5', 'as ada: /attack Zombie'],
  },
  {
    title: 'The end',
    orders: [
      'as cid: /turn S',
      'as cid: /attack Cutthroat',
      'as mara: /attack Bo',
      'as bo: /attack Cutthroat',
      'as mara: /battle status public:yes',
    ],
  },
  { title: 'Every die is checked, the hidden one too', orders: ['as ada: /battle verify'] },
] as const;

/** The fixed seed of the demo's dice. Real battles have random seeds. */
const seed = '3764ae7af9a129737f52092dd508f57e8b0b5e2ecdae035600da3a6692ea8414';

const colour = process.stdout.isTTY === true;

/** Plays the demo and writes the last picture. Returns 1 if a command is refused, a die is wrong or a write fails. */
const demo = async (): Promise<number> => {
  let orders = 0;
  const { table } = createPracticeApp({
    stores: createMemoryStores(),
    now: () => Date.UTC(2026, 0, 1),
    newId: () => `demo-${++orders}`,
    style: { colour },
    seed: () => seed,
  });
  let failed = 0;
  let last: Scene | undefined;
  for (const [at, { title, orders: typed }] of chapters.entries()) {
    const heading = `${at + 1}. ${title}`;
    console.log(
      `\n${colour ? styleText(['bold', 'underline'], heading) : `${heading}\n${'='.repeat(heading.length)}`}`,
    );
    for (const order of typed) {
      const heard = await table.handleLine(order);
      console.log(`\n> ${order}`);
      if ('text' in heard) console.log(heard.text);
      if (heard.kind === 'said') last = heard.reply?.cards.find(({ picture }) => picture)?.picture?.scene ?? last;
      const doubtful =
        heard.kind !== 'said' ||
        heard.reply?.cards.some(({ tone }) => order.endsWith('/battle verify') && tone !== 'good');
      if (doubtful) failed += 1;
    }
  }
  if (last !== undefined) {
    const written = [
      writeFileOrReport('demo.svg', sceneSvg(last)),
      writeFileOrReport('demo.png', await scenePng(last)),
    ];
    if (written.includes(false)) return 1;
    console.log('\nThe last picture is in demo.png and demo.svg.');
  }
  return failed === 0 ? 0 : 1;
};

process.exitCode = await demo();

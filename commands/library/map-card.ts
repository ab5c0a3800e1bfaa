import { formatScope } from '../../src/app/library/libraries.ts';
import type { Control } from '../../src/app/replies/reply.ts';
import type { LibraryScope, SavedMap } from '../../src/library/library.ts';
import { type Card, card } from '../../src/presentation/card.ts';
import { mapPicture } from '../../src/presentation/map-view.ts';
import { type Line, line } from '../../src/rules/event.ts';
import { mapKeywords, parseMap } from '../../src/rules/grid/map-text.ts';

/** The command that draws on a saved map. */
export const drawingPath = ['encounter', 'map-draw'] as const;

/** The text of a map in lines, each as long as a card allows. */
const mapLines = ({ map, note }: SavedMap): readonly Line[] => [
  ...(note === undefined ? [] : [line(note)]),
  ...map.split('\n').map((each) => line(each.length > 300 ? `${each.slice(0, 299)}…` : each, 'quiet')),
];

/** A map as a picture and as text. */
export const mapCard = (title: string, name: string, map: SavedMap): Card => {
  const plan = parseMap(map.map);
  return card(title, {
    lines: mapLines(map),
    ...(plan.ok && { picture: mapPicture(name, plan.value, map.backdrop) }),
  });
};

/** The menus that draw on a saved map and clear it. */
export const drawingControls = (name: string, scope: LibraryScope): readonly (readonly Control[])[] => {
  const path = drawingPath;
  const input = { name, shelf: formatScope(scope) };
  return [
    [
      {
        ...{ kind: 'select', label: 'Draw something', option: 'what', asks: 'where', press: { path, input } },
        options: mapKeywords.map((word) => ({
          ...{ value: word, label: word },
          note: word === 'blocked' || word === 'object' ? 'on squares: D4 E5-F6' : 'between squares: D3/D4 B2-B5e',
        })),
      },
    ],
    [
      {
        ...{ kind: 'button', label: 'Clear', style: 'secondary', asks: 'where' },
        press: { path, input: { ...input, what: 'nothing' } },
      },
      { ...{ kind: 'button', label: 'Change the size', style: 'secondary', asks: 'size' }, press: { path, input } },
    ],
  ];
};

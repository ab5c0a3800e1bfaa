import { campaignBook } from '../src/app/campaigns/campaign-book.ts';
import { requireCampaign } from '../src/app/campaigns/channel-campaign.ts';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { postOrPrivateView } from '../src/app/replies/reply.ts';
import { forCampaign } from '../src/app/services.ts';
import { campaignRole } from '../src/campaign/campaigns.ts';
import { counted, ok, phrase, refuse } from '../src/core/message.ts';
import { bookHtml, bookMarkdown } from '../src/presentation/campaign-book.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { publicParam } from './completion.ts';

/** Sends the campaign as a book with a chapter for each ended battle. Members only. */
export const campaignBookCommand = defineCommand(
  [...forCampaign, 'characters', 'histories', 'pictures', 'records', 'webLinks'],
  {
    path: ['campaign', 'book'],
    summary: 'Show the campaign as a book: its battles, who went down, wounds, and verified dice',
    params: { public: publicParam },
    run: async (asker, { public: open }, services) => {
      const there = await requireCampaign(asker, services);
      if (!there.ok) return there;
      const { id, name } = there.value;
      const { webLinks } = services;
      if (campaignRole(there.value, asker.user) === 'stranger')
        return refuse('not-a-member', { who: asker.name, campaign: name });
      const { blocks, chapters } = await campaignBook(there.value, services);
      const files = [
        { name: 'campaign-book.html', content: bookHtml(blocks) },
        { name: 'campaign-book.md', content: bookMarkdown(blocks) },
      ];
      const lines = [line('Open the page in a browser, or paste the Markdown into a forum post.', 'quiet')];
      const links = webLinks === undefined ? [] : [{ label: 'Open the book in your browser', url: webLinks.book(id) }];
      const shown = card(phrase`${name}: a book with ${counted(chapters, 'chapter')}`, { lines, links });
      return ok(postOrPrivateView({ cards: [shown], files, to: open ? 'everyone' : 'asker' }));
    },
  },
);

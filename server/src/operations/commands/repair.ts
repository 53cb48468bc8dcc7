import { repair as repairSite } from '../actions/repair.ts';
import { type Command, openSiteDatabase, readArguments } from './command.ts';
import { outsideWrites } from './outside-writes.ts';

export const repair: Command = {
  usage: '',
  about:
    'Recounts likes, comments, reposts, votes, posts and follows, and rebuilds the read model and the lists of authors and clubs.' +
    ' Reports what differed. The site may be running.',
  run: async (tool, args) => {
    readArguments(args, { words: [], options: {} });
    const db = await openSiteDatabase(tool, { shared: true });
    const { writes, enqueueFacts } = outsideWrites(db);
    const found = await repairSite(writes);
    await enqueueFacts();
    tool.say(`Checked ${found.posts} posts and ${found.users} users. Repaired:`);
    tool.say(`  counters of posts: ${found.counters}`);
    tool.say(`  likes of comments: ${found.comments}`);
    tool.say(`  posts in the read model: ${found.summaries}`);
    tool.say(`  entries in authors' lists: ${found.lists}`);
    tool.say(`  posts and counts of topics: ${found.topics}`);
    tool.say(`  deleted posts whose removal continues: ${found.removals}`);
    tool.say(`  counts of users: ${found.userCounts}`);
    tool.say(`  fans and posts of clubs: ${found.clubs}`);
    tool.say(`  totals of the site: ${found.totals}`);
  },
};

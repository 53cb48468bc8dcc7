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
    const report = await repairSite(writes);
    await enqueueFacts();
    tool.say(`Checked ${report.posts} posts and ${report.users} users. Repaired:`);
    tool.say(`  counters of posts: ${report.counters}`);
    tool.say(`  likes of comments: ${report.comments}`);
    tool.say(`  posts in the read model: ${report.summaries}`);
    tool.say(`  entries in authors' lists: ${report.lists}`);
    tool.say(`  posts and counts of topics: ${report.topics}`);
    tool.say(`  deleted posts whose removal continues: ${report.removals}`);
    tool.say(`  counts of users: ${report.userCounts}`);
    tool.say(`  fans and posts of clubs: ${report.clubs}`);
    tool.say(`  totals of the site: ${report.totals}`);
  },
};

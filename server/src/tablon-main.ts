import { readConfig } from './config.ts';
import { backup } from './operations/commands/backup.ts';
import { clubs } from './operations/commands/clubs.ts';
import type { Command } from './operations/commands/command.ts';
import { importCommand } from './operations/commands/import.ts';
import { media } from './operations/commands/media.ts';
import {
  grantAdmin,
  listAdmins,
  reactivate,
  revokeAdmin,
  setOfficial,
  suspend,
} from './operations/commands/people.ts';
import { repair } from './operations/commands/repair.ts';
import { restore } from './operations/commands/restore.ts';
import { operationalReason } from './platform/outbound/operational-failure.ts';
import { runTool } from './platform/process/process-life.ts';
import { StartFailure } from './platform/process/start-failure.ts';

const commands: Record<string, Command> = {
  backup,
  restore,
  'grant-admin': grantAdmin,
  'revoke-admin': revokeAdmin,
  'list-admins': listAdmins,
  suspend,
  reactivate,
  'set-official': setOfficial,
  clubs,
  media,
  import: importCommand,
  repair,
};

await runTool(async (life) => {
  const [name = 'help', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const wantsHelp = args.includes('--help') || args.includes('-h');
  if (command && wantsHelp) say(`npm run tablon -- ${name} ${command.usage}\n  ${command.about}`);
  else if (command) await withReason(name, () => command.run({ config: readConfig(), life, say }, args));
  else if (['help', '--help', '-h'].includes(name)) printHelp();
  else throw new StartFailure(`Unknown command '${name}'. npm run tablon -- help lists the commands.`);
  await life.end(0);
});

async function withReason(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof StartFailure ? null : operationalReason(error);
    if (reason === null) throw error;
    throw new StartFailure(`${name} failed: ${reason}.`, { cause: error });
  }
}

function printHelp(): void {
  say('npm run tablon -- <command>\n');
  for (const [name, { usage, about }] of Object.entries(commands)) say(`  ${name} ${usage}\n      ${about}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

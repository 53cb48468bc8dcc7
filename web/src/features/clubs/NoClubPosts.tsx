import { useClubs } from './use-clubs.ts';

export function NoClubPosts({ club }: { club: string }) {
  const short = useClubs()?.bySlug.get(club)?.short;
  return short !== undefined && `Todavía no hay publicaciones de hinchas de ${short}.`;
}

import { outsideCover } from '../../../../contract/src/rules/covers/outside-cover.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { filesIn } from '../../../../contract/src/rules/looks/alt-text.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import type { Head } from './document.ts';
import { type Html, jsonBlock } from './html.ts';
import { profilePath } from './people.ts';
import type { PostWithComments, ProfileWithPosts, PublicSite } from './public-reads.ts';

const context = 'https://schema.org';

export function postData(
  { post: publicPost, comments, indexable }: PostWithComments,
  site: PublicSite,
  image: Head['image'],
): Html {
  const { id, post, author } = publicPost;
  const fields = outsideCover(post.fields);
  const { text, createdAt, editedAt } = fields;
  const { likes, comments: commentCount, reposts } = post.counters;
  const url = `${site.publicUrl}/p/${id}`;
  const moreImages = filesIn(fields).slice(1);
  return jsonBlock({
    '@context': context,
    '@type': 'DiscussionForumPosting',
    '@id': url,
    url,
    author: person(author, site),
    datePublished: createdAt,
    ...(editedAt !== null && { dateModified: editedAt }),
    ...(text !== '' && { text }),
    ...(image.large && {
      image: [image.url, ...moreImages.map(({ url: file }) => new URL(file, site.publicUrl).href)],
    }),
    interactionStatistic: [
      counter('Like', likes),
      counter('Comment', commentCount),
      counter('Share', reposts),
    ],
    // Previews read it too, so a page that search engines do not list has all comments.
    comment: comments
      .filter(({ author: by }) => by.indexable || !indexable)
      .map(({ comment, author: by }) => ({
        '@type': 'Comment',
        text: comment.text,
        datePublished: comment.created_at.toISOString(),
        author: person(by, site),
      })),
  });
}

export function profileData({ profile }: ProfileWithPosts, site: PublicSite): Html {
  const { followersCount, followingCount, postsCount, bio, createdAt } = profile.profile;
  return jsonBlock({
    '@context': context,
    '@type': 'ProfilePage',
    dateCreated: createdAt,
    mainEntity: {
      ...person(profile, site),
      identifier: profile.profile.uid,
      ...(bio !== '' && { description: bio }),
      interactionStatistic: [counter('Follow', followersCount)],
      agentInteractionStatistic: [counter('Follow', followingCount), counter('Write', postsCount)],
    },
  });
}

function person(cached: CachedProfile, site: PublicSite): object {
  const { displayName, handle, avatar } = cached.profile;
  return {
    '@type': 'Person',
    name: displayName,
    ...(handle !== '' && { alternateName: displayHandle(handle) }),
    url: site.publicUrl + profilePath(cached),
    ...(avatar !== null && { image: new URL(avatar, site.publicUrl).href }),
  };
}

function counter(action: string, userInteractionCount: number): object {
  return {
    '@type': 'InteractionCounter',
    interactionType: `${context}/${action}Action`,
    userInteractionCount,
  };
}

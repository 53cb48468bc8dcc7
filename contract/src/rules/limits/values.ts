// Lengths are in Unicode code points unless the name says bytes.
export const feedPage = 10;
export const postText = 2000;
export const postTextWarning = 1800;
export const linkLength = 2048;
/** Longer than a link: a field that cut at its limit would make another, valid address of a pasted one. */
export const linkFieldLength = 8192;
export const commentText = 1000;
export const commentsListed = 200;
export const displayName = 40;
export const handleMin = 3;
export const handleMax = 20;
export const bio = 200;
export const emailLength = 254;
export const passwordMin = 6;
export const passwordMax = 128;
export const passwordLinkMinutes = 30;
export const publicComments = 20;
export const publicPosts = 20;
export const publicDescription = 200;
/** WhatsApp shows no preview picture above 300 KB. */
export const ogImageSide = 1200;
export const ogImageBytes = 300_000;
export const profilePosts = 200;
export const profilePostsPage = 20;
export const followList = 500;
export const followListPage = 20;
export const followAtOnce = 15;
export const searchPage = 20;
export const searchQuery = 100;
export const searchDebounceMs = 220;
/** Minimum prefix of an e-mail search: prevents probing addresses letter by letter. */
export const emailSearchMin = 3;
export const clubMembersPage = 20;
export const popularClubs = 12;
export const clubShort = 20;
export const savedPage = 20;
export const savedMax = 2000;
export const topic = 50;
/** Different people who are notified of a text; mentions beyond are links only, as more are spam. */
export const mentions = 50;
/** Topics beyond are links only. */
export const topicsIndexed = 10;
/** Including today. */
export const topicDays = 7;
export const topicUseDays = 9;
export const topicSuggestions = 5;
export const topicSuggestMin = 2;
/** Topics without a post for so many days are not suggested. */
export const topicUsedDays = 30;
export const mutedWords = 100;
export const mutedWord = 50;
export const blocksAndMutesPage = 20;
export const pollOptionsMin = 2;
export const pollOptionsMax = 4;
export const pollOptionText = 80;
export const postImages = 4;
export const altText = 1500;
export const warningLabel = 60;
export const imageSide = 1600;
export const imageQuality = 0.85;
/** Pixels; the smaller copies of a picture. */
export const pictureWidths = [96, 224, 720] as const;
/** A bound for any client; the page scales images down first. */
export const imageBytes = 15_728_640;
export const videoBytes = 31_457_280;
export const avatarBytes = 2_097_152;
export const avatarSide = 400;
export const linkPreviewDebounceMs = 600;
export const previewTitle = 200;
export const previewDescription = 500;
export const previewSite = 100;
/** Quotas for preview pictures: per user and day, and in total for those that no post shows. */
export const previewPictureBytesOfUser = 10_485_760;
export const previewPictureBytes = 1_073_741_824;
export const storyWidth = 1080;
export const storyHeight = 1920;
export const storyQuality = 0.95;
export const notificationsPage = 20;
export const notificationSnippet = 140;
export const notificationGroup = 1000;
export const notificationLine = 80;
export const onboardingFollows = 5;
export const onboardingLaterDays = 3;
export const suggestedPeople = 15;
/** Accounts younger than this are suggested only while fewer than `suggestedMin` people would be. */
export const suggestedAgeDays = 7;
export const suggestedMin = 6;
/** Posts in 30 days that make the reason 'Escribe mucho'. */
export const writesMuchPosts = 15;
export const suggestionCandidates = 200;
export const youngSuggestionCandidates = 50;
/** A club's fans are looked for among so many of the best authors. */
export const rankedAuthors = 20_000;
export const clubSuggestionCandidates = 50;
export const youngClubSuggestionCandidates = 15;
export const hotPosts = 3;
export const hotPostCandidates = 100;
export const badgeMax = 99;
export const notificationDays = 90;
export const deletionDays = 30;
export const reportNote = 1000;
export const reportsPage = 10;
export const reportDays = 365;
export const adsShown = 20;
export const adsListed = 50;
export const adTitle = 80;
export const adText = 300;
export const adSite = 80;
export const adCap = 3;
export const adCapMin = 1;
export const adFrequency = 6;
export const adFrequencyMin = 2;
export const adNumberMax = 1000;
export const adStatsDays = 30;
/** An ad counts as seen when this fraction of it is within this margin around the screen. */
export const adSeenPart = 0.2;
export const adSeenMarginPx = 200;
export const adminUsersPage = 20;
export const adminPosts = 12;
export const auditPage = 20;
export const officialHandle = 'tablon';

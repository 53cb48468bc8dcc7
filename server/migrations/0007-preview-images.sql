-- Who still shows the picture of a link preview: the job that removes old ones asks.
CREATE INDEX posts_preview_image ON posts ((link_preview ->> 'image')) WHERE link_preview ->> 'image' IS NOT NULL;

CREATE INDEX link_previews_image ON link_previews (image_key) WHERE image_key IS NOT NULL;

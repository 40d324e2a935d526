-- The length of recordings whose files do not state it is found in them now.
DELETE FROM `video_lengths` WHERE `length_ms` IS NULL;

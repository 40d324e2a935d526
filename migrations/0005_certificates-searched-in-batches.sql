-- The index of certificates is written in batches, outside the commits that issue them: nine indexes a row took longer
-- than all the rest of issuing. See app/certificates/search-index.server.ts, which catches it up.
DROP TRIGGER `certificates_searchable`;--> statement-breakpoint
-- Twice as many segments a level as by default: each row is then rewritten half as often as the index grows, and a third of
-- the work is left. Searches over a million certificates are as fast as before (npm run bench -- certificates).
INSERT INTO `certificate_search` (`certificate_search`, rank) VALUES ('automerge', 8);

-- The index of certificates is written in batches, outside the commits that issue them: nine indexes a row took longer
-- than all the rest of issuing. See app/certificates/search-index.server.ts, which catches it up.
DROP TRIGGER `certificates_searchable`;

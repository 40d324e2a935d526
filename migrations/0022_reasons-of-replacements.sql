-- A replacement is the reason. It was also stored as a sentence, in the language of the member who replaced the certificate.
UPDATE `certificate_revocations` SET `reason` = ''
WHERE `certificate_id` IN (SELECT `certificate_id` FROM `certificate_replacements`);

-- Stored HTML of lessons has no words of one language.
UPDATE lesson_texts SET html = replace(html, ' role="region" aria-label="Table"', '') WHERE html LIKE '%aria-label="Table"%';

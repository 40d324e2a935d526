-- The brands are called the same in all languages. Any other word is that for a card of another brand.
UPDATE `payments` SET `card_brand` = CASE `card_brand`
	WHEN 'Visa' THEN 'visa'
	WHEN 'Mastercard' THEN 'mastercard'
	WHEN 'American Express' THEN 'american-express'
	ELSE 'card' END
WHERE `card_brand` IS NOT NULL;

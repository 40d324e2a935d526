ALTER TABLE `coupons` ADD `uses` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `attempt_key` text;--> statement-breakpoint
UPDATE `coupons` SET `uses` = (
	SELECT count(*) FROM coupon_uses u LEFT JOIN payments p ON p.id = u.payment_id
	WHERE u.coupon_id = coupons.id AND (u.payment_id IS NULL OR p.state IN ('created', 'pending', 'paid', 'disputed')));--> statement-breakpoint
CREATE TRIGGER `coupon_uses_taken` AFTER INSERT ON `coupon_uses`
WHEN new.payment_id IS NULL OR (SELECT state FROM payments WHERE id = new.payment_id) IN ('created', 'pending', 'paid', 'disputed') BEGIN
	UPDATE coupons SET uses = uses + 1 WHERE id = new.coupon_id;
END;--> statement-breakpoint
CREATE TRIGGER `coupon_uses_of_payments` AFTER UPDATE OF state ON `payments`
WHEN (old.state IN ('created', 'pending', 'paid', 'disputed')) <> (new.state IN ('created', 'pending', 'paid', 'disputed')) BEGIN
	UPDATE coupons SET uses = uses + iif(new.state IN ('created', 'pending', 'paid', 'disputed'), 1, -1)
	WHERE id = (SELECT coupon_id FROM coupon_uses WHERE payment_id = new.id);
END;

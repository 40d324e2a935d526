CREATE TABLE `document_numbers` (
	`series` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `receipts` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`tax_rate` integer,
	`facts` text NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_number_unique` ON `receipts` (`number`);--> statement-breakpoint
CREATE TABLE `seller_details` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`address` text,
	`tax_id` text,
	`tax_rate` integer,
	`set_by` text NOT NULL,
	`set_at` integer NOT NULL,
	FOREIGN KEY (`set_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `seller_details_by_setter` ON `seller_details` (`set_by`);--> statement-breakpoint
ALTER TABLE `users` ADD `company` text;--> statement-breakpoint
ALTER TABLE `users` ADD `tax_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `buyer_company` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `buyer_tax_id` text;--> statement-breakpoint
INSERT INTO `document_numbers` (`series`, `last`)
	SELECT 'receipt', max(`receipt_number`) FROM `payments` HAVING max(`receipt_number`) IS NOT NULL;--> statement-breakpoint
INSERT INTO `receipts` (`payment_id`, `number`, `issued_at`, `facts`)
	SELECT p.`id`, p.`receipt_number`, coalesce(p.`settled_at`, p.`created_at`),
		json_object(
			'seller', null,
			'buyer', json_object('name', u.`name`, 'email', u.`email`, 'company', null, 'taxId', null),
			'lines', json_array(
				json_array('For', 'Verification of one certificate'),
				json_array('Certificate ID', substr(c.`unique_id`, 1, 4) || '-' || substr(c.`unique_id`, 5, 4) || '-' || substr(c.`unique_id`, 9, 4) || '-' || substr(c.`unique_id`, 13)),
				json_array('Course', c.`course_name`),
				json_array('Issued to', c.`student_name`),
				json_array('Issued by', c.`issuer_name`)))
	FROM `payments` p
	JOIN `users` u ON u.`id` = p.`payer_id`
	JOIN `verifications` v ON v.`id` = p.`verification_id`
	JOIN `certificates` c ON c.`id` = v.`certificate_id`
	WHERE p.`receipt_number` IS NOT NULL ORDER BY p.`receipt_number`;
